// Made from listedState.sql by `npm run database-types`. Do not edit.
import type { PostIsSaved, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly places: readonly number[]
  readonly viewerIds: readonly string[]
  readonly postIds: readonly string[]
  readonly versions: readonly string[]
}

export type ListedStateRow = PostViewerColumns & PostIsSaved & {
  place: number
  id: string
  is_deleted: boolean
  new_version: string | null
}

export const listedState: Statement<Parameters, ListedStateRow> = {
  name: 'listedState',
  text: `with given as materialized ( select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::text[]) as given (place, viewer_id, post_id, version) ), own_list as materialized ( select id, user_id from lists where user_id = any($2) and item_count > 0 ), saved as materialized ( select distinct given.viewer_id, given.post_id from given join own_list on own_list.user_id = given.viewer_id join list_items on list_items.post_id = given.post_id and list_items.comment_id is null and list_items.list_id = own_list.id ) select given.place as "place", posts.id, posts.deleted_at is not null as is_deleted, case when posts.xmin::text <> split_part(given.version, '.', 1) then ( select concat(shown.post_version, shown_images.attachments_version) as post_version from users join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images where users.id = posts.author_id) end as new_version, viewer_state.*, saved.post_id is not null as "is_in_list" from given join posts on posts.id = given.post_id cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, given.viewer_id) as viewer_state left join saved on saved.viewer_id = given.viewer_id and saved.post_id = given.post_id where posts.deleted_at is not null or posts.xmin::text <> split_part(given.version, '.', 1) or viewer_state.my_vote is not null or viewer_state.visited_at is not null or viewer_state.is_author_muted or viewer_state.is_community_muted or saved.post_id is not null`,
  parameters: ['places', 'viewerIds', 'postIds', 'versions'],
  literals: [],
}
