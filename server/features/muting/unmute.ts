import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Mutes } from '../../../contract/entities/mute.ts'
import { errors } from '../../../contract/errors.ts'
import { muteColumns } from '../../core/mutes/columns.ts'
import { mutesView } from '../../core/mutes/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseChoice } from '../../platform/http/parameters.ts'
import { Refused } from '../../platform/http/refused.ts'

const success = { success: true } as const

/** Unmutes a user; does nothing when they are not muted. */
export async function unmuteUser(db: Db, memberId: string, userId: string) {
  await db
    .deleteFrom('user_mutes')
    .where('user_id', '=', memberId)
    .where('muted_user_id', '=', userId)
    .execute()
  return success
}

/** Unmutes a community; does nothing when it is not muted. */
export async function unmuteCommunity(db: Db, memberId: string, communityId: string) {
  await db
    .deleteFrom('community_mutes')
    .where('user_id', '=', memberId)
    .where('muted_community_id', '=', communityId)
    .execute()
  return success
}

/**
 * Deletes a mute of the member by its id, such as `u_12` or `c_3`; does nothing when there is none.
 *
 * @throws Refused with `invalid_id`.
 */
export async function unmute(db: Db, memberId: string, muteId: string) {
  const [, kind, id] = /^([uc])_(\d{1,18})$/.exec(muteId) ?? []
  if (!kind || !id) throw new Refused(errors.invalidId)
  await db
    .deleteFrom(kind === 'u' ? 'user_mutes' : 'community_mutes')
    .where('user_id', '=', memberId)
    .where('id', '=', id)
    .execute()
  return success
}

/**
 * Unmutes all users, all communities, or both.
 *
 * @param text as the client sent it; undefined or empty means both.
 * @returns the removed mutes.
 * @throws Refused with `invalid_mute_type`.
 */
export async function unmuteAll(db: Db, memberId: string, text: string | undefined): Promise<Mutes> {
  const type = parseChoice(endpoints.unmuteAll.query.properties.type, text)
  // One statement selects from the snapshot before its own deletions.
  const before = await db
    .with('users_unmuted', (q) =>
      q
        .deleteFrom('user_mutes')
        .where('user_id', '=', memberId)
        .$if(type === 'community', (only) => only.where((eb) => eb.lit(false))),
    )
    .with('communities_unmuted', (q) =>
      q
        .deleteFrom('community_mutes')
        .where('user_id', '=', memberId)
        .$if(type === 'user', (only) => only.where((eb) => eb.lit(false))),
    )
    .selectNoFrom([...muteColumns({ id: memberId })])
    .executeTakeFirstOrThrow()
  return mutesView(before)
}
