import { type Kysely, sql } from 'kysely'
import { endBlocks } from '../../server/features/ipBlocks/cancel.ts'
import type { DB } from '../../server/platform/database/tables.ts'
import { headersOf, insertMember } from '../support/members.ts'
import type { Role } from './requests.ts'

/**
 * Makes somebody new in each role, in a community that all of them share: one moderates it, one is banned from it.
 *
 * @param sessionKey of the site.
 * @returns headers by which each acts.
 */
export async function newActors(
  db: Kysely<DB>,
  sessionKey: Buffer,
  number: number,
): Promise<Record<Role, Record<string, string>>> {
  // An admin may have shut out everybody.
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
    with made as (
      insert into communities (name, creator_id) values (${`moss_${number}`}, ${moderator.id}) returning id
    ), moderating as (
      insert into moderators (community_id, user_id, position) select id, ${moderator.id}, 1 from made
    )
    select id from made`.execute(db)
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
