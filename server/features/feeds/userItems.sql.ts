// Made from userItems.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKeys: readonly string[]
  readonly viewerIds: readonly string[]
  readonly includesDeleted: readonly boolean[]
  readonly includesRemoved: readonly boolean[]
  readonly unreadableIds: readonly string[]
  readonly cursorKey: string | null
  readonly cursorId: string | null
  readonly posts: boolean
  readonly comments: boolean
  readonly hasCursor: boolean
  readonly limit: number
}

export type UserItemsRow = {
  place: number
  banned_at: Date | null
  deleted_at: Date | null
  is_post: boolean | null
  id: string | null
  key: string | null
  version: string | null
  my_vote: boolean | null
  visited_at: Date | null
  new_comments: number | null
  is_author_muted: boolean | null
  is_community_muted: boolean | null
  is_in_list: boolean | null
}

export const userItems: Statement<Parameters, UserItemsRow> = {
  name: 'userItems',
  text: `with author as materialized ( select given.place, given.viewer_id, given.includes_deleted, given.includes_removed, users.id, users.banned_at, users.deleted_at from unnest($1::text[], $2::bigint[], $3::boolean[], $4::boolean[]) with ordinality as given (username_key, viewer_id, includes_deleted, includes_removed, place) join users on users.username_key = given.username_key ), page as materialized ( select author.place, author.viewer_id, written.is_post, written.id, written.created_at from author cross join lateral ( select part.is_post, part.id, part.created_at from ( (select true as is_post, id, created_at from posts where \${posts} and author_id = author.id and deleted_at is null and community_id <> all($5::bigint[]) and (not \${hasCursor} or (created_at, id) <= (moment_of($6::bigint), ($7::bigint - 1) / 2)) order by created_at desc, id desc limit \${limit}) union all (select true, id, created_at from posts where \${posts} and author.includes_deleted and author_id = author.id and deleted_at is not null and community_id <> all($5) and (not \${hasCursor} or (created_at, id) <= (moment_of($6), ($7 - 1) / 2)) order by created_at desc, id desc limit \${limit}) union all (select false, id, created_at from comments where \${comments} and author_id = author.id and deleted_at is null and (cardinality($5) = 0 or (select community_id from posts where posts.id = post_id) <> all($5)) and (not \${hasCursor} or (created_at, id) <= (moment_of($6), $7 / 2)) order by created_at desc, id desc limit \${limit}) union all (select false, id, created_at from comments where \${comments} and author.includes_removed and author_id = author.id and deleted_as in ('mods', 'admins') and (cardinality($5) = 0 or (select community_id from posts where posts.id = post_id) <> all($5)) and (not \${hasCursor} or (created_at, id) <= (moment_of($6), $7 / 2)) order by created_at desc, id desc limit \${limit})) as part order by part.created_at desc, 2 * part.id + part.is_post::integer desc limit \${limit}) as written ) select author.place::integer as "place", author.banned_at, author.deleted_at, item.is_post, item.id, item.key, item.version, item.my_vote, item.visited_at, item.new_comments, item.is_author_muted, item.is_community_muted, item.is_in_list from author left join ( select page.place, true as is_post, page.id, microseconds_of(page.created_at) as key, concat(shown.post_version, shown_images.attachments_version) as version, viewer_state.*, saved.is_in_list from page join posts on posts.id = page.id join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, page.viewer_id) as viewer_state left join ( select user_id, array_agg(id) as ids from lists where user_id = any($2) and item_count > 0 group by user_id ) as own_list on own_list.user_id = page.viewer_id cross join lateral post_is_saved(posts.id, own_list.ids) as saved where page.is_post union all select page.place, false, page.id, microseconds_of(page.created_at), lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title), my_vote.up, null, 0, exists (select from user_mutes where user_id = page.viewer_id and muted_user_id = comments.author_id), false, false from page join comments on comments.id = page.id join posts on posts.id = comments.post_id join users on users.id = comments.author_id join communities on communities.id = posts.community_id cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = page.viewer_id and my_vote.comment_id = comments.id where not page.is_post) as item on item.place = author.place`,
  parameters: ['usernameKeys', 'viewerIds', 'includesDeleted', 'includesRemoved', 'unreadableIds', 'cursorKey', 'cursorId'],
  literals: ['posts', 'comments', 'hasCursor', 'limit'],
}
