import { type Kysely, sql } from 'kysely'
import { endBlocks } from '../../server/features/ipBlocks/cancel.ts'
import type { DB } from '../../server/platform/database/tables.ts'
import { headersOf, insertMember } from '../support/members.ts'
import type { Role } from './requests.ts'

/**
 * Creates a member of each role and a community, which one of them moderates and another is banned from.
 *
 * @param sessionKey of the site.
 * @param number makes the names unique.
 * @returns the headers of each role's requests.
 */
export async function newActors(
  db: Kysely<DB>,
  sessionKey: Buffer,
  number: number,
): Promise<Record<Role, Record<string, string>>> {
  // An admin may have blocked all addresses.
  await endBlocks(db)
  const member = (name: string, isAdmin = false) =>
    insertMember(db, sessionKey, { username: `${name}_${number}`, isAdmin, points: 500 })
  const [plain, banned, moderator, admin] = await Promise.all([
    member('fern'),
    member('thistle'),
    member('oak'),
    member('ivy', true),
  ])
  const { rows } = await sql<{ id: string }>`
    with inserted_community as (
      insert into communities (name, creator_id) values (${`moss_${number}`}, ${moderator.id}) returning id
    ), inserted_moderator as (
      insert into moderators (community_id, user_id, position) select id, ${moderator.id}, 1 from inserted_community
    )
    select id from inserted_community`.execute(db)
  await sql`
    insert into community_bans (community_id, user_id, banned_by)
    values (${rows[0]?.id}, ${banned.id}, ${moderator.id})`.execute(db)
  return {
    guest: {},
    member: headersOf(plain),
    banned: headersOf(banned),
    moderator: headersOf(moderator),
    admin: headersOf(admin),
  }
}
