import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/connection.ts'

type Fields = Record<string, unknown>

/** One line of a dump: a submission with default fields. */
export const submissionLine = (id: string, fields: Fields = {}) =>
  JSON.stringify({
    id,
    subreddit: 'garden',
    author: 'rio',
    title: `About ${id}`,
    selftext: `Text of ${id}`,
    url: `https://example.org/${id}`,
    is_self: true,
    created_utc: 1_500_000_000 + Number.parseInt(id, 36),
    score: 5,
    ...fields,
  })

/** One line of a dump: a comment on a submission, or a reply to a comment. */
export const commentLine = (id: string, post: string, parent: string | null = null, fields: Fields = {}) =>
  JSON.stringify({
    id,
    link_id: `t3_${post}`,
    parent_id: parent ? `t1_${parent}` : `t3_${post}`,
    subreddit: 'garden',
    author: 'ana',
    body: `Text of ${id}`,
    created_utc: 1_500_100_000 + Number.parseInt(id, 36),
    score: 2,
    ...fields,
  })

/** The expected result of an import, in terms of the source, so that equal records give equal results. */
export async function forumAsImported(db: Db) {
  const { rows } = await sql<{ forum: unknown }>`
    select json_build_object(
      'posts', (select json_object_agg(source_id, json_build_object(
          'community', communities.name, 'author', username, 'type', type, 'title', title, 'body', body,
          'url', link_url, 'excerpt', excerpt, 'votes', array[posts.upvotes, posts.downvotes], 'band', age_band,
          'comments', posts.comment_count, 'at', posts.created_at, 'latest', last_activity_at,
          'activity', activity / 2048) order by source_id)
        from imported_posts join posts on posts.id = post_id
        join communities on communities.id = community_id join users on users.id = author_id),
      'comments', (select json_object_agg(source_id, json_build_object(
          'post', (select source_id from imported_posts where imported_posts.post_id = comments.post_id),
          'author', username, 'body', body, 'deleted', deleted_as, 'depth', depth, 'replies', reply_count,
          'direct', direct_reply_count, 'at', comments.created_at,
          'ancestors', (select json_agg(known.source_id order by place)
            from unnest(ancestors) with ordinality as line (id, place)
            join imported_comments known on known.comment_id = line.id)) order by source_id)
        from imported_comments join comments on comments.id = comment_id join users on users.id = author_id),
      'members', (select json_object_agg(username, array[points, post_count, comment_count] order by username)
        from users where not is_built_in),
      'communities', (select json_object_agg(name, array[member_count, post_count] order by name) from communities),
      'accounts', (select user_count from site_settings)) as forum`.execute(db)
  return rows[0]?.forum
}
