// Made from postStateForGuests.sql by `npm run database-types`. Do not edit.
import type { PostVersion, PostViewerColumns } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly publicId: string
}

export type PostStateForGuestsRow = PostVersion & PostViewerColumns & {
  id: string
  community_id: string
  merged_into: string | null
}

export const postStateForGuests: Statement<Parameters, PostStateForGuestsRow> = {
  name: 'postStateForGuests',
  text: `select posts.id, posts.community_id, concat(shown.post_version, shown_images.attachments_version) as post_version, viewer_state.*, case when posts.deleted_at is not null then ( select public_id from posts as target where target.id = merged_into(posts.id)) end as merged_into from posts join users on users.id = posts.author_id join communities on communities.id = posts.community_id cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, null) as viewer_state where posts.public_id = $1`,
  parameters: ['publicId'],
  literals: [],
}
