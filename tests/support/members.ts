import { hash } from '@node-rs/argon2'
import { type Kysely, sql } from 'kysely'
import {
  csrfToken,
  issueSessionId,
  sessionIdHash,
  sessionSeed,
} from '../../server/core/sessions/sessionId.ts'
import type { DB } from '../../server/platform/database/tables.ts'

/** A member: the id of the account, and the cookies of a logged-in session. */
export interface InsertedMember {
  readonly id: string
  readonly cookies: { readonly SID: string; readonly csrftoken: string }
}

/** The headers by which requests are this member's. */
export const headersOf = ({ cookies }: Pick<InsertedMember, 'cookies'>) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; '),
  'x-csrf-token': cookies.csrftoken,
})

export const passwordOf = (username: string) => `password of ${username}`

/** Verified like any other hash, because the cost is part of it, but in a hundredth of the time. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Creates an account like a sign-up, logged in, in one statement: the slow password hash takes longer than most tests.
 * `members.test.ts` compares it with a real sign-up.
 *
 * @param sessionKey of the site, which signs session ids.
 */
export async function insertMember(
  db: Kysely<DB>,
  sessionKey: Buffer,
  account: { username: string; isAdmin?: boolean; points?: number; userAgent?: string | null },
): Promise<InsertedMember> {
  const { username, isAdmin = false, points = null, userAgent = null } = account
  const sessionId = issueSessionId(sessionKey, 'a')
  const passwordHash = await hash(passwordOf(username), cheap)
  const { rows } = await sql<{ id: string }>`
    with site as (
      update site_settings set user_count = user_count + 1, signup_count = signup_count + 1
    ), account as (
      insert into users (username, password_hash, created_ip, last_seen_ip, is_admin)
      values (${username}, ${passwordHash}, '127.0.0.1', '127.0.0.1', ${isAdmin})
      returning id
    ), joined as (
      insert into memberships (user_id, community_id)
      select account.id, communities.id from account, communities where is_default and deleted_at is null
      returning community_id
    ), counted as (
      update communities set member_count = member_count + 1 from joined where communities.id = joined.community_id
    ), list as (
      insert into lists (user_id, name, display_name) select id, 'bookmarks', 'Bookmarks' from account
    )
    select id from account`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`no account ${username}`)
  await sql`
    insert into sessions (id_hash, user_id, last_seen_ip, user_agent, expires_at, password_given_at)
    values (${sessionIdHash(sessionId)}, ${id}, '127.0.0.1', ${userAgent}, now() + interval '360 days', now())`.execute(
    db,
  )
  if (points !== null) await db.updateTable('users').set({ points }).where('id', '=', id).execute()
  return { id, cookies: { SID: sessionId, csrftoken: csrfToken(sessionKey, sessionSeed(sessionId)) } }
}
