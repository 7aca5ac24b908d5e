import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Per member. */
export const hiddenPostsMax = 1000

/**
 * Excludes a post from this member's feeds. Beyond `hiddenPostsMax`, the posts hidden first are shown again.
 * Hiding a post twice changes nothing.
 *
 * @throws Refused with `post/not-found`.
 */
export async function hidePost(db: Db, memberId: string, postId: string): Promise<{ success: true }> {
  const { rows } = await sql`
    with target as (select id from posts where id = ${postId}),
    hidden as (
      insert into hidden_posts (user_id, post_id) select ${memberId}, id from target
      on conflict do nothing
      returning post_id),
    -- sees the table as it was before the insert
    dropped as (
      delete from hidden_posts where user_id = ${memberId} and post_id in (
        select post_id from hidden_posts where user_id = ${memberId}
        order by hidden_at desc, post_id desc
        offset (select ${sql.lit(hiddenPostsMax)} - count(*) from hidden)))
    select from target`.execute(db)
  if (rows.length === 0) throw new Refused(errors.postNotFound)
  return { success: true }
}

/**
 * Shows a hidden post again; does nothing if it is not hidden.
 *
 * @throws Refused with `invalid-post-id` for a text that cannot be an id.
 */
export async function unhidePost(db: Db, memberId: string, text: string): Promise<{ success: true }> {
  const postId = parseIdOrNull(text)
  if (postId === null) throw new Refused(errors.invalidPostId)
  await db.deleteFrom('hidden_posts').where('user_id', '=', memberId).where('post_id', '=', postId).execute()
  return { success: true }
}
