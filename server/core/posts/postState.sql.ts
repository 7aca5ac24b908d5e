// Made from postState.sql by `npm run database-types`. Do not edit.
import type { PostIsSaved, PostVersion, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberIds: readonly string[]
  readonly publicIds: readonly string[]
  readonly notedMicros: readonly string[]
  readonly whole: boolean
}

export type PostStateRow = PostVersion & PostViewerColumns & PostIsSaved & {
  place: number
  read_micros: string
  id: string
  community_id: string
  merged_into: string | null
  upvoted: string[]
  downvoted: string[]
  muted_members: string[]
  is_joined: boolean
}

export const postState: Statement<Parameters, PostStateRow> = {
  name: 'postState',
  text: `select given.place::integer as "place", microseconds_of(now()) as "read_micros", posts.id, posts.community_id, concat(shown.post_version, shown_images.attachments_version) as post_version, viewer_state.*, saved.is_in_list as "is_in_list", case when posts.deleted_at is not null then ( select public_id from posts as target where target.id = merged_into(posts.id)) end as merged_into, array(select comment_id from comment_votes where comment_votes.post_id = posts.id and user_id = given.member_id and up) as upvoted, array(select comment_id from comment_votes where comment_votes.post_id = posts.id and user_id = given.member_id and not up) as downvoted, array(select muted_user_id from user_mutes where user_id = given.member_id) as muted_members, \${whole} and exists ( select from memberships where memberships.user_id = given.member_id and memberships.community_id = posts.community_id) as is_joined from unnest($1::bigint[], $2::text[], $3::bigint[]) with ordinality as given (member_id, public_id, noted_micros, place) join posts on posts.public_id = given.public_id join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images cross join lateral post_viewer_columns( posts.id, posts.author_id, posts.community_id, case when \${whole} then given.member_id end, case when given.noted_micros > 0 then moment_of(given.noted_micros) end) as viewer_state left join ( select user_id, array_agg(id) as ids from lists where user_id = any($1) and item_count > 0 group by user_id ) as own_list on \${whole} and own_list.user_id = given.member_id cross join lateral post_is_saved(posts.id, own_list.ids) as saved`,
  parameters: ['memberIds', 'publicIds', 'notedMicros'],
  literals: ['whole'],
}
