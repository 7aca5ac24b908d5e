// Made from listedItems.sql by `npm run database-types`. Do not edit.
import type { PostIsSaved, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly listIds: readonly string[]
  readonly viewerIds: readonly string[]
  readonly cursorId: string | null
  readonly cursorKey: string | null
  readonly unreadableIds: readonly string[]
  readonly limit: number
  readonly sort: 'addedDsc' | 'addedAsc' | 'createdDsc' | 'createdAsc'
  readonly hasCursor: boolean
}

export type ListedItemsRow = PostViewerColumns & PostIsSaved & {
  place: number
  item_id: string
  item_list_id: string
  item_post_id: string
  item_comment_id: string | null
  item_created_at: Date
  item_key: string
  version: string
}

export const listedItems: Statement<Parameters, ListedItemsRow> = {
  name: 'listedItems',
  text: `with page as materialized ( select given.place, given.viewer_id, listed.* from unnest($1::bigint[], $2::bigint[]) with ordinality as given (list_id, viewer_id, place) cross join lateral ( select id, list_id, post_id, comment_id, created_at, microseconds_of(target_created_at) as target_created_us from list_items where list_id = given.list_id and (not \${hasCursor} or (\${sort} = 'addedDsc' and id <= $3::bigint) or (\${sort} = 'addedAsc' and id >= $3) or (\${sort} = 'createdDsc' and (target_created_at, id) <= (moment_of($4::bigint), $3)) or (\${sort} = 'createdAsc' and (target_created_at, id) >= (moment_of($4), $3))) and (cardinality($5::bigint[]) = 0 or (select community_id from posts where posts.id = post_id) <> all($5)) order by case when \${sort} = 'createdDsc' then target_created_at end desc, case when \${sort} = 'createdAsc' then target_created_at end, case when \${sort} in ('addedDsc', 'createdDsc') then id end desc, case when \${sort} in ('addedAsc', 'createdAsc') then id end limit $6::integer) as listed ) select page.place::integer as "place", page.id as item_id, page.list_id as item_list_id, page.post_id as item_post_id, page.comment_id as item_comment_id, page.created_at as item_created_at, page.target_created_us as "item_key", concat(shown.post_version, shown_images.attachments_version) as version, viewer_state.*, saved.is_in_list as "is_in_list" from page join posts on posts.id = page.post_id join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, page.viewer_id) as viewer_state left join ( select user_id, array_agg(id) as ids from lists where user_id = any($2) and item_count > 0 group by user_id ) as own_list on own_list.user_id = page.viewer_id cross join lateral post_is_saved(posts.id, own_list.ids) as saved where page.comment_id is null union all select page.place::integer, page.id, page.list_id, page.post_id, page.comment_id, page.created_at, page.target_created_us, lone_comment_version(shown.comment_version, shown_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title), my_vote.up, null, 0, exists (select from user_mutes where user_id = page.viewer_id and muted_user_id = comments.author_id), false, false from page join comments on comments.id = page.comment_id join posts on posts.id = comments.post_id join users on users.id = comments.author_id join communities on communities.id = posts.community_id cross join lateral comment_version(comments.xmin, comments.score_hidden_until, users.xmin, users.picture_id) as shown cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as shown_images left join comment_votes as my_vote on my_vote.post_id = comments.post_id and my_vote.user_id = page.viewer_id and my_vote.comment_id = comments.id`,
  parameters: ['listIds', 'viewerIds', 'cursorId', 'cursorKey', 'unreadableIds', 'limit'],
  literals: ['sort', 'hasCursor'],
}
