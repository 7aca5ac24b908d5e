import { sql } from 'kysely'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { Refused } from '../http/refused.ts'
import type { OfficialRole } from '../moderation/roles.ts'

/** A community by its id as it came, or by its name in any case. */
export type CommunityAddress = { readonly id: string } | { readonly name: string }

/** A community that nobody else changes until the transaction ends. */
export interface LockedCommunity {
  readonly id: string
  readonly name: string
}

/** What a member is in a community at this moment. */
export interface Standing {
  readonly isAdmin: boolean
  readonly isModerator: boolean
}

/**
 * Locks a community, so that whoever changes it, its rules or its moderators does so one after the other.
 *
 * @throws Refused when the id has not the form of one, and when there is no such community.
 */
export function lockCommunity(trx: Db, address: CommunityAddress): Promise<LockedCommunity> {
  return trx
    .selectFrom('communities')
    .where('deleted_at', 'is', null)
    .$call((q) =>
      'id' in address
        ? q.where('id', '=', readId(address.id))
        : q.where('name_key', '=', address.name.toLowerCase()),
    )
    .select(['id', 'name'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
}

/**
 * What a member is in a community that is locked: asked after the lock, so that one who was removed a moment ago acts
 * no more.
 *
 * @throws Refused with `user_not_found` for an account that was deleted or banned from the site meanwhile.
 */
export function standingIn(
  trx: Db,
  member: { readonly id: string },
  community: Pick<LockedCommunity, 'id'>,
): Promise<Standing> {
  return trx
    .selectFrom('users')
    .where('id', '=', member.id)
    .where('deleted_at', 'is', null)
    .where('banned_at', 'is', null)
    .select([
      'is_admin as isAdmin',
      sql<boolean>`exists (select from moderators where user_id = users.id and community_id = ${community.id})`.as(
        'isModerator',
      ),
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
}

/** As whom somebody acts who may act as a moderator or as an admin. */
export const officeOf = ({ isModerator }: Standing): OfficialRole => (isModerator ? 'mods' : 'admins')
