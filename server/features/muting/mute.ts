import type { Mutes } from '../../../contract/entities/mute.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { listMutes } from '../../core/mutes/list.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { insertMutes } from './insertMutes.sql.ts'

/**
 * Mutes a user, a community, or both; muting twice changes nothing.
 *
 * @returns everything that the member muted, afterwards.
 * @throws Refused; then neither is muted.
 */
export async function mute(
  db: Db,
  memberId: string,
  { userId, communityId }: { readonly userId: string | null; readonly communityId: string | null },
): Promise<Mutes> {
  if (userId !== null || communityId !== null) {
    const result = await queryRow(db, insertMutes, {
      memberId,
      userId,
      communityId,
      mutesMax: limits.mutesMax,
    })
    if (result?.refusal) throw new Refused(errors[result.refusal])
  }
  return await listMutes(db, memberId)
}
