// Made from triedContent.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly scope: 'community' | 'site'
  readonly limit: number
  readonly searchedMax: number
}

export type TriedContentRow = {
  post_id: string
  comment_id: string | null
  community_id: string
  community_name: string
  public_id: string
  author_id: string
  kind: 'text' | 'link' | 'image' | 'comment'
  title: string | null
  body: string | null
  link_url: string | null
  created_at: Date
  exact_time: string
  is_removed: boolean
  is_by_rule: boolean
  is_made_with_ai: boolean
  image_ids: string[]
  username: string
  author_created_at: Date
  author_points: number
  is_author_deleted: boolean
  trust_level: number
  is_staff_somewhere: boolean
  is_staff: boolean
}

export const triedContent: Statement<Parameters, TriedContentRow> = {
  name: 'triedContent',
  text: `with post as materialized ( select * from ( (select * from posts where \${scope} = 'community' and community_id = $1::bigint and deleted_at is null order by created_at desc, id desc limit \${limit}) union all (select * from posts where \${scope} = 'community' and community_id = $1 and deleted_at is not null and deleted_as <> 'normal' order by created_at desc, id desc limit \${limit}) union all (select * from posts where \${scope} = 'site' and deleted_as is distinct from 'normal' order by id desc limit \${limit}) ) as latest order by created_at desc, id desc limit \${limit} ), comment as materialized ( select latest.* from ( select * from comments order by id desc limit case when \${scope} = 'site' then 2 * \${limit} else \${searchedMax} end) as latest join posts on posts.id = latest.post_id where latest.deleted_as is distinct from 'normal' and (\${scope} = 'site' or posts.community_id = $1) order by latest.id desc limit \${limit} ), content as ( select id as post_id, null::bigint as comment_id, community_id, public_id, author_id, type as kind, title, body, link_url, created_at, deleted_at, made_with_ai_by, false as is_by_rule from post union all select posts.id, comment.id, posts.community_id, posts.public_id, coalesce(written_by, comment.author_id), 'comment', null, comment.body, null, comment.created_at, comment.deleted_at, comment.made_with_ai_by, comment.author_group = 'community' and written_by is null from comment join posts on posts.id = comment.post_id left join community_comments on community_comments.comment_id = comment.id where \${scope} = 'site' or community_comments.community_id is null or community_comments.community_id = posts.community_id ) select content.post_id as "post_id", content.comment_id, content.community_id as "community_id", communities.name as "community_name", content.public_id as "public_id", content.author_id as "author_id", content.kind as "kind", content.title, content.body, content.link_url, content.created_at as "created_at", content.created_at::text as "exact_time", content.deleted_at is not null as "is_removed", content.is_by_rule as "is_by_rule", content.made_with_ai_by is not null as "is_made_with_ai", case when content.comment_id is null then array(select image_id from post_images where post_images.post_id = content.post_id) else array(select image_id from comment_images where comment_images.comment_id = content.comment_id) end as "image_ids", author.username as "username", author.created_at as "author_created_at", author.points as "author_points", author.deleted_at is not null as "is_author_deleted", author.trust_level as "trust_level", author.is_admin or is_by_rule or exists (select from moderators where user_id = author.id) as "is_staff_somewhere", author.is_admin or is_by_rule or exists ( select from moderators where moderators.community_id = content.community_id and moderators.user_id = author.id) as "is_staff" from content join users as author on author.id = content.author_id join communities on communities.id = content.community_id where communities.deleted_at is null order by content.created_at desc`,
  parameters: ['communityId'],
  literals: ['scope', 'limit', 'searchedMax'],
}
