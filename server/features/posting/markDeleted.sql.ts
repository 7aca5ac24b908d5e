// Made from markDeleted.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly postId: string
  readonly memberId: string
  readonly role: string
  readonly deletesContent: boolean
}

export type MarkDeletedRow = {
  was_deleted: boolean
  was_content_deleted: boolean
}

export const markDeleted: Statement<Parameters, MarkDeletedRow> = {
  name: 'markDeleted',
  text: `with target as materialized ( select id, author_id, deleted_at, content_deleted_at from posts where id = $1 for no key update ), deleted_post as ( update posts set deleted_at = coalesce(posts.deleted_at, now()), deleted_by = case when posts.deleted_at is null then $2 else posts.deleted_by end, deleted_as = coalesce(posts.deleted_as, $3), is_pinned = false, is_pinned_site = false, body = case when \${deletesContent} and posts.body is not null then '' else posts.body end, body_html = case when not \${deletesContent} then posts.body_html end, excerpt = case when not \${deletesContent} then posts.excerpt end, link_url = case when not \${deletesContent} then posts.link_url end, link_hostname = case when not \${deletesContent} then posts.link_hostname end, content_deleted_at = case when \${deletesContent} then coalesce(posts.content_deleted_at, now()) else posts.content_deleted_at end, content_deleted_by = case when \${deletesContent} then coalesce(posts.content_deleted_by, $2) else posts.content_deleted_by end, content_deleted_as = case when \${deletesContent} then coalesce(posts.content_deleted_as, $3) else posts.content_deleted_as end from target where posts.id = target.id ), updated_author as ( update users set post_count = post_count - 1 from target where users.id = target.author_id and target.deleted_at is null ) select deleted_at is not null as was_deleted, content_deleted_at is not null as was_content_deleted from target`,
  parameters: ['postId', 'memberId', 'role'],
  literals: ['deletesContent'],
}
