import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a member is banned from a community, or from the whole site, at this moment, for statements that write: the ban may have
 * come since their session was read.
 *
 * @param communityId an expression of the statement it stands in; so can the id of the member be.
 */
export const isBannedNow = (
  memberId: string | RawBuilder<unknown>,
  communityId: RawBuilder<unknown>,
) => sql<boolean>`
  (exists (select from community_bans where user_id = ${memberId} and community_id = ${communityId}
    and (expires_at is null or expires_at > now()))
  or exists (select from users where id = ${memberId} and banned_at is not null))`
