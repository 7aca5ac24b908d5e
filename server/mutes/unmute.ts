import type { Mutes } from '../../contract/entities/mute.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import { mutesOf } from './read.ts'
import { mutesView } from './view.ts'

const success = { success: true } as const

/** Takes the muting of a user back, also of one who is not muted. */
export async function unmuteUser(db: Db, memberId: string, userId: string) {
  await db
    .deleteFrom('user_mutes')
    .where('user_id', '=', memberId)
    .where('muted_user_id', '=', userId)
    .execute()
  return success
}

/** Takes the muting of a community back, also of one that is not muted. */
export async function unmuteCommunity(db: Db, memberId: string, communityId: string) {
  await db
    .deleteFrom('community_mutes')
    .where('user_id', '=', memberId)
    .where('muted_community_id', '=', communityId)
    .execute()
  return success
}

/**
 * Takes back a mute of the member's own by its id, `u_12` or `c_3`; one that is not there is taken back already.
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
 * Takes back everything that the member muted, or all users, or all communities.
 *
 * @param type as it stands in the address; none means both.
 * @returns what was muted before.
 * @throws Refused with `invalid_mute_type`.
 */
export async function unmuteAll(db: Db, memberId: string, type: string | undefined): Promise<Mutes> {
  if (type && type !== 'user' && type !== 'community') throw new Refused(errors.invalidMuteType)
  // One statement: what it selects is as it was before it deletes.
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
    .selectNoFrom([...mutesOf({ id: memberId })])
    .executeTakeFirstOrThrow()
  return mutesView(before)
}
