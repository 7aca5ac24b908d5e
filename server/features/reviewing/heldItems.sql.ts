// Made from heldItems.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly viewerId: string
  readonly afterId: string | null
  readonly limit: string
  readonly scope: 'moderating' | 'community' | 'all'
}

export type HeldItemsRow = {
  id: string
  kind: 'post' | 'comment' | 'edit'
  community_id: string
  community_name: string
  post_id: string | null
  public_id: string | null
  post_title: string | null
  comment_id: string | null
  sent: { type?: 'text' | 'image' | 'link'; title?: string; body?: string | null; url?: string | null; userGroup?: 'normal' | 'mods' | 'admins' | 'community'; images?: { imageId: string; caption: string | null }[]; attachments?: { imageId: string; caption: string | null }[]; isMadeWithAi?: boolean }
  reasons: { reason: 'new_member' | 'rule'; ruleId?: string; name?: string }[]
  created_at: Date
  body_before: string | null
  undecided: 'approve' | 'refuse'
  author: { username: string; createdAt: string; points: number; noPosts: number; noComments: number; noRemovals: number; noBans: number; isBanned: boolean; noOtherReports: number } | null
  images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[]
}

export const heldItems: Statement<Parameters, HeldItemsRow> = {
  name: 'heldItems',
  text: `select held.id, held.kind, held.community_id, communities.name as community_name, held.post_id, posts.public_id, posts.title as post_title, held.comment_id, held.sent::json::held_sent_json as sent, held.reasons::json::held_reasons_json as reasons, held.created_at, coalesce(comments.body, posts.body) as body_before, communities.undecided, queue_author(author, held.community_id, null, null) as author, coalesce(( select json_agg(image_json(images) order by array_position(held.image_ids, images.id)) from images where images.id = any(held.image_ids) and images.deleted_at is null), '[]')::images_json as "images" from held_items as held join communities on communities.id = held.community_id join users as author on author.id = held.author_id left join posts on posts.id = held.post_id left join comments on comments.id = held.comment_id where held.decided_at is null and communities.deleted_at is null and author.banned_at is null and case \${scope} when 'all' then true when 'community' then held.community_id = $1::bigint else held.community_id in ( select community_id from moderators where user_id = $2 and permissions && '{content}') end and ($3::bigint is null or held.id > $3) order by held.id limit $4`,
  parameters: ['communityId', 'viewerId', 'afterId', 'limit'],
  literals: ['scope'],
}
