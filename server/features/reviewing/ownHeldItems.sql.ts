// Made from ownHeldItems.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly authorId: string
  readonly postId: string | null
  readonly communityId: string | null
  readonly limit: string
}

export type OwnHeldItemsRow = {
  id: string
  kind: 'post' | 'comment' | 'edit'
  community_id: string
  community_name: string
  post_id: string | null
  public_id: string | null
  post_title: string | null
  comment_id: string | null
  sent: { type?: 'text' | 'image' | 'link'; title?: string; body?: string | null; url?: string | null; userGroup?: 'normal' | 'mods' | 'admins' | 'community'; images?: { imageId: string; caption: string | null }[]; attachments?: { imageId: string; caption: string | null }[]; isMadeWithAi?: boolean }
  created_at: Date
  outcome: 'approved' | 'refused' | null
  reason: string | null
  images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[]
}

export const ownHeldItems: Statement<Parameters, OwnHeldItemsRow> = {
  name: 'ownHeldItems',
  text: `select held.id, held.kind, held.community_id, communities.name as community_name, held.post_id, posts.public_id, posts.title as post_title, held.comment_id, held.sent::json::held_sent_json as sent, held.created_at, held.outcome, held.reason, coalesce(( select json_agg(image_json(images) order by array_position(held.image_ids, images.id)) from images where images.id = any(held.image_ids) and images.deleted_at is null), '[]')::images_json as "images" from held_items as held join communities on communities.id = held.community_id left join posts on posts.id = held.post_id where held.author_id = $1 and held.outcome is distinct from 'approved' and ($2::bigint is null or held.post_id = $2) and ($3::bigint is null or (held.community_id = $3 and held.kind = 'post')) order by held.id desc limit $4`,
  parameters: ['authorId', 'postId', 'communityId', 'limit'],
  literals: [],
}
