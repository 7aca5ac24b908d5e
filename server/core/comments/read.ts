import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseCursor } from '../../platform/http/cursor.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat, ViewAs } from '../api/viewAs.ts'
import { communityPicture } from '../communities/view.ts'
import { selectedAuthor } from '../users/columns.ts'
import { type CommentRow, commentView } from './view.ts'

const textColumns = (text: BodyFormat) =>
  text === 'source'
    ? sql`comments.body, null as body_html, null as body_renderer`
    : sql`case when comments.body_html is null or comments.body_renderer is distinct from ${sql.lit(rendererVersion)}
        then comments.body else '' end as body, comments.body_html, comments.body_renderer`

/** The columns of `CommentRow` but the viewer's own, for a query that knows `comments` and what `commentJoins` adds. */
export const commentColumns = (text: BodyFormat) => sql`
  comments.id, comments.post_id, thread.public_id as post_public_id, thread.community_id,
  thread.community_name, comments.parent_id, comments.ancestors, comments.depth, comments.author_id,
  comments.author_group, ${textColumns(text)}, comments.upvotes, comments.downvotes, comments.reply_count,
  comments.direct_reply_count, comments.created_at, comments.edited_at, comments.locked_at, comments.locked_by,
  comments.locked_as, comments.deleted_at, comments.deleted_as,
  ${selectedAuthor(text === 'source' ? 'whole' : 'name')}`

const threads = sql`
  select posts.id, posts.public_id, posts.community_id, communities.name as community_name
  from posts join communities on communities.id = posts.community_id`

export const commentJoins = sql`
  join (${threads}) as thread on thread.id = comments.post_id
  join users as author on author.id = comments.author_id`

/** What a comment away from its discussion says of its post and community; for a query that knows what `commentJoins` adds. */
export const whereaboutsColumns = sql`
  (select title from posts where posts.id = comments.post_id) as post_title,
  (select ${communityPicture('icon')} from communities where communities.id = thread.community_id) as community_icon`

/** The thread looked up once: joined to each of its comments, PostgreSQL would rather read all communities. */
const oneThread = (publicId: string) =>
  sql`thread as materialized (${threads} where posts.public_id = ${publicId})`

/** Whether the viewer muted the author of each comment; their mutes are read once for all of them. */
export const muteColumn = (viewerId: string | null) =>
  viewerId === null
    ? sql`false as author_is_muted`
    : sql`comments.author_id in (select muted_user_id from user_mutes where user_id = ${viewerId})
        as author_is_muted`

/** The viewer's own layer: vote, and whether they muted the author. Guests have none. */
export const overlayColumns = (viewerId: string | null) =>
  viewerId === null
    ? sql`null::boolean as my_vote, ${muteColumn(null)}`
    : sql`my_vote.up as my_vote, ${muteColumn(viewerId)}`

export const voteJoin = (viewerId: string | null) =>
  viewerId === null
    ? sql``
    : sql`left join comment_votes as my_vote on my_vote.post_id = comments.post_id
        and my_vote.user_id = ${viewerId} and my_vote.comment_id = comments.id`

/**
 * One comment, deleted ones too.
 *
 * @throws Refused with `comment_not_found`.
 */
export async function getCommentRow(
  db: Db,
  commentId: string,
  options: { viewerId: string | null; text: BodyFormat },
): Promise<CommentRow> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(options.text)}, ${overlayColumns(options.viewerId)}
    from comments ${commentJoins} ${voteJoin(options.viewerId)}
    where comments.id = ${commentId}`.execute(db)
  if (!rows[0]) throw new Refused(errors.commentNotFound)
  return rows[0]
}

/** Comments by their ids, in no order and as guests see them; those that are not there are left out. */
export async function getCommentsById(db: Db, ids: readonly string[], to: ViewAs): Promise<Comment[]> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(to.format)}, ${overlayColumns(null)}
    from comments ${commentJoins} where comments.id = any(${ids}::bigint[])`.execute(db)
  return rows.map((row) => commentView(row, { ...to, viewer: null }))
}

/**
 * A page of a post's comments, best first over the whole tree, followed by all missing ancestors of the
 * comments on it (so it may be longer than `limit`), in one round trip.
 *
 * @param next where the page starts; untrusted.
 * @returns `next`: `{upvotes}.{commentId}` of the first comment of the page after this one, or null.
 * @throws Refused with `invalid_cursor`.
 */
export async function getCommentsPage(
  db: Db,
  page: { publicId: string; limit: number; next?: string | undefined },
  to: ViewAs,
): Promise<{ comments: Comment[]; next: string | null }> {
  const viewerId = to.viewer?.id ?? null
  const cursor = parseCursor(page.next)
  const { rows } = await sql<CommentRow & { place: number }>`
    with ${oneThread(page.publicId)},
    best as materialized (
      select id, ancestors, row_number() over (order by upvotes desc, id desc)::integer as place
      from (
        select id, ancestors, upvotes from comments
        where post_id = (select id from thread)
        ${cursor ? sql`and (upvotes, id) <= (${cursor.key}::bigint, ${cursor.id}::bigint)` : sql``}
        order by upvotes desc, id desc limit ${sql.lit(page.limit + 1)}) as ordered),
    wanted as (
      select id, place from best
      union all
      select distinct ancestor, ${sql.lit(page.limit + 2)} from best, unnest(ancestors) as ancestor
      where place <= ${sql.lit(page.limit)}
        and ancestor not in (select id from best where place <= ${sql.lit(page.limit)}))
    select ${commentColumns(to.format)}, ${overlayColumns(viewerId)}, wanted.place
    from wanted join comments on comments.id = wanted.id cross join thread
      join users as author on author.id = comments.author_id ${voteJoin(viewerId)}
    order by wanted.place, comments.id`.execute(db)
  const following = rows.find((row) => row.place === page.limit + 1)
  return {
    comments: rows.filter((row) => row.place !== page.limit + 1).map((row) => commentView(row, to)),
    next: following ? `${following.upvotes}.${following.id}` : null,
  }
}

/**
 * What is below a comment of this post, level by level and on each level best first: its own replies from the cursor on,
 * then replies to these, and so on, `limit` comments altogether. It reads no other comments. A comment that is not there,
 * or is another post's, has none.
 *
 * @param parent.next where its own replies begin, `{upvotes}.{commentId}`; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function getReplies(
  db: Db,
  parent: { publicId: string; commentId: string; limit: number; next?: string | undefined },
  to: ViewAs,
): Promise<Comment[]> {
  const viewerId = to.viewer?.id ?? null
  const cursor = parseCursor(parent.next)
  const limit = sql.lit(parent.limit)
  const { rows } = await sql<CommentRow>`
    with recursive ${oneThread(parent.publicId)},
    below as (
      (select id from comments
        where parent_id = ${parent.commentId} and post_id = (select id from thread)
        ${cursor ? sql`and (upvotes, id) <= (${cursor.key}::bigint, ${cursor.id}::bigint)` : sql``}
        order by upvotes desc, id desc limit ${limit})
      union all
      select reply.id from below cross join lateral (
        select id from comments where parent_id = below.id order by upvotes desc, id desc limit ${limit}) as reply),
    -- A recursive query goes level by level and no farther than it is read.
    page as materialized (select id from below limit ${limit})
    select ${commentColumns(to.format)}, ${overlayColumns(viewerId)}
    from page join comments on comments.id = page.id cross join thread
      join users as author on author.id = comments.author_id ${voteJoin(viewerId)}
    order by comments.depth, comments.upvotes desc, comments.id desc`.execute(db)
  return rows.map((row) => commentView(row, to))
}
