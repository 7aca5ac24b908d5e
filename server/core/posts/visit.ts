import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** Notes that a member opened a post now; undefined when there is no such post. */
export async function noteVisit(
  db: Db,
  publicId: string,
  memberId: string,
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into post_visits (user_id, post_id, visited_at)
    select ${memberId}, id, now() from posts where public_id = ${publicId}
    on conflict (user_id, post_id) do update set visited_at = greatest(post_visits.visited_at, excluded.visited_at)
    returning post_id as id`.execute(db)
  return rows[0]
}
