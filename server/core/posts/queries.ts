import { type RawBuilder, sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import type { BodyFormat } from '../api/viewAs.ts'
import { communityPicture } from '../communities/columns.ts'
import { imageJson } from '../images/columns.ts'
import { selectedAuthor } from '../users/columns.ts'
import { getPost } from './getPost.sql.ts'
import type { PostRow } from './serialize.ts'

/** New comments are counted up to here: what a page reads must not grow with a thread. */
const newCommentsCountedMax = 1000

/** The text columns for one form; the others stay null, they would only be carried along. */
const textColumns: Record<BodyFormat, RawBuilder<unknown>> = {
  source: sql`posts.body, null as body_html, null as body_renderer, null as excerpt`,
  // The source is only needed where its HTML is missing or of another renderer.
  html: sql`case when posts.body_html is null or posts.body_renderer is distinct from ${sql.lit(rendererVersion)}
      then posts.body else left(posts.body, 1) end as body,
    posts.body_html, posts.body_renderer, null as excerpt`,
  excerpt: sql`left(posts.body, 1) as body, null as body_html, null as body_renderer, posts.excerpt`,
}

/** The pictures of a post, looked up for those alone that have some. */
const imageColumns = sql`
  case when posts.type = 'image' and posts.content_deleted_at is null then (
    select json_agg(${imageJson} order by post_images.position)
    from post_images join images on images.id = post_images.image_id
    where post_images.post_id = posts.id) end as images,
  case when posts.link_image_id is not null then (
    select ${imageJson} from images where images.id = posts.link_image_id) end as link_image`

/** The columns of `PostRow`, for a query that knows `posts`, `communities` and `author`. */
export const postColumns = (text: BodyFormat) => sql`
  posts.id, posts.public_id, posts.type, posts.author_id, posts.author_group, posts.community_id,
  communities.name as community_name, ${communityPicture('icon')} as community_icon,
  ${text === 'source' ? communityPicture('banner') : sql`null`} as community_banner, posts.title, ${textColumns[text]}, posts.link_url, posts.link_hostname,
  ${imageColumns},
  posts.upvotes, posts.downvotes, posts.hotness, posts.comment_count, posts.created_at, posts.edited_at,
  posts.last_activity_at, posts.is_pinned, posts.is_pinned_site, posts.locked_at, posts.locked_by, posts.locked_as,
  posts.deleted_at, posts.deleted_as, posts.content_deleted_at, posts.content_deleted_as,
  ${selectedAuthor(text === 'source' ? 'whole' : 'name')}`

/** Community and author of each post. */
export const postJoins = sql`
  join communities on communities.id = posts.community_id
  join users as author on author.id = posts.author_id`

/** The viewer's own layer: vote, previous visit, comments by others since, mutes. Guests have none. */
export const overlayColumns = (viewerId: string | null) =>
  viewerId === null
    ? sql`null::boolean as my_vote, null::timestamptz as visited_at, 0 as new_comments,
      false as is_author_muted, false as is_community_muted`
    : sql`my_vote.up as my_vote, visit.visited_at,
      exists (select from user_mutes
        where user_id = ${viewerId} and muted_user_id = posts.author_id) as is_author_muted,
      exists (select from community_mutes
        where user_id = ${viewerId} and muted_community_id = posts.community_id) as is_community_muted,
      case when visit.visited_at is null then 0 else (
        select count(*)::integer from (
          select from comments
          where comments.post_id = posts.id and comments.created_at >= visit.visited_at
            and comments.deleted_at is null and comments.author_id <> ${viewerId}
          limit ${sql.lit(newCommentsCountedMax)}) as recent) end as new_comments`

export const overlayJoins = (viewerId: string | null) =>
  viewerId === null
    ? sql``
    : sql`
  left join post_votes as my_vote on my_vote.post_id = posts.id and my_vote.user_id = ${viewerId}
  left join post_visits as visit on visit.post_id = posts.id and visit.user_id = ${viewerId}`

/**
 * One post, deleted ones too, in one round trip.
 *
 * @throws Refused with `post/not-found`.
 */
export async function getPostRow(
  db: Db,
  publicId: string,
  { viewerId, text: format }: { viewerId: string | null; text: BodyFormat },
): Promise<PostRow> {
  const row = await queryRow(db, getPost, { publicId, viewerId, format, renderer: rendererVersion })
  if (!row) throw new Refused(errors.postNotFound)
  return row
}
