import type { List } from '../../contract/entities/list.ts'
import { errors } from '../../contract/errors.ts'
import { Refused } from '../http/refused.ts'
import { getOwnList, type ListAddress, type ListCall } from './read.ts'
import { listView } from './view.ts'

/**
 * Deletes a list with what is in it, which only its owner can do.
 *
 * @returns the list as it was.
 * @throws Refused as `getOwnList`.
 */
export async function deleteList(call: ListCall, address: ListAddress): Promise<List> {
  const { db, limiter, ip } = call
  const { list, owner } = await getOwnList(db, address, call.viewer)
  await limiter.take('listEdits', { ip, member: owner.id })
  await db
    .deleteFrom('lists')
    .where('id', '=', list.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refused(errors.listNotFound))
  return listView(list)
}
