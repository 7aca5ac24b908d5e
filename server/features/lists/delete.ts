import type { List } from '../../../contract/entities/list.ts'
import { errors } from '../../../contract/errors.ts'
import { getOwnList, type ListCall, type ListKey } from '../../core/lists/queries.ts'
import { listView } from '../../core/lists/serialize.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Deletes the viewer's own list with its items.
 *
 * @returns the deleted list.
 * @throws Refused as `getOwnList`.
 */
export async function deleteList(call: ListCall, key: ListKey): Promise<List> {
  const { db, limiter, ip } = call
  const { list } = await getOwnList(db, key, call.viewer)
  await limiter.take('listEdits', clientOf(call.viewer, ip))
  await db
    .deleteFrom('lists')
    .where('id', '=', list.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.listNotFound))
  return listView(list)
}
