import { type Kysely, sql } from 'kysely'
import type { DB } from '../../server/platform/database/tables.ts'
import type { Journal } from './journal.ts'

/** Compares the database with the answers that members got. @returns a line for each difference. */
export async function verify(db: Kysely<DB>, journal: Journal): Promise<string[]> {
  const problems: string[] = []
  const posts = await storedBodies(db, 'posts', 'title', [...journal.posts.keys()])
  const comments = await storedBodies(db, 'comments', 'body', [...journal.comments.keys()])
  for (const [written, stored, kind] of [
    [journal.posts, posts, 'post'],
    [journal.comments, comments, 'comment'],
  ] as const)
    for (const [text, { outcome, bodies }] of written) {
      const found = stored.get(text) ?? []
      if (outcome === 'acknowledged' && found.length === 0) problems.push(`lost ${kind}: ${text}`)
      if (outcome === 'refused' && found.length > 0) problems.push(`stored though refused: ${kind} ${text}`)
      if (found.length > 1) problems.push(`stored twice: ${kind} ${text}`)
      const [body] = found
      if (body !== undefined && !bodies.includes(body)) problems.push(`lost edit of ${kind}: ${text}`)
    }

  const { rows } = await sql<{ key: string }>`
    select post_votes.user_id || ' ' || posts.public_id as key
    from post_votes join posts on posts.id = post_votes.post_id
    where post_votes.up`.execute(db)
  const votes = new Set(rows.map(({ key }) => key))
  for (const [key, isThere] of journal.votes)
    if (isThere !== null && votes.has(key) !== isThere)
      problems.push(`vote ${key} is ${isThere ? 'lost' : 'stored though taken back'}`)

  const banned = await db
    .selectFrom('users')
    .where('username', 'in', [...journal.bans.keys(), ''])
    .where('banned_at', 'is not', null)
    .select('username')
    .execute()
  for (const [username, isBanned] of journal.bans)
    if (isBanned !== null && banned.some((one) => one.username === username) !== isBanned)
      problems.push(`the ban of ${username} is ${isBanned ? 'lost' : 'in force though lifted'}`)
  return problems
}

/** Requests the images whose upload was acknowledged. @returns a line for each that is missing. */
export async function verifyImages(origin: string, { images }: Journal): Promise<string[]> {
  const problems: string[] = []
  for (const path of images) {
    const answer = await fetch(origin + path)
    const { byteLength } = await answer.arrayBuffer()
    if (answer.status !== 200 || byteLength === 0) problems.push(`lost image: ${path} (${answer.status})`)
  }
  return problems
}

/** The bodies of stored texts by the column that identifies them. */
async function storedBodies(
  db: Kysely<DB>,
  table: 'posts' | 'comments',
  column: 'title' | 'body',
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ key: string; body: string }>`
    select ${sql.ref(column)} as key, body from ${sql.table(table)} where ${sql.ref(column)} = any(${keys})`.execute(
    db,
  )
  const found = new Map<string, string[]>()
  for (const { key, body } of rows) found.set(key, [...(found.get(key) ?? []), body])
  return found
}
