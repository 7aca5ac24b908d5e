import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { recordAction } from '../moderationLog/record.ts'
import type { StaffRole } from '../permissions/roles.ts'
import { aboutContent, type Content } from './content.ts'
import { restore as statement } from './restore.sql.ts'

/**
 * Reverses the removal of a post or comment that still has its content, and records it. Votes and replies are as they were; a post is
 * not pinned again. The caller has locked it with `lockContent`.
 */
export async function restore(
  trx: Db,
  actor: { readonly id: string },
  content: Content,
  { as: actedAs, reason }: { as: StaffRole; reason?: string | null | undefined },
): Promise<void> {
  const { post_id: postId, comment_id: commentId } = content
  await queryRow(trx, statement, { postId, commentId })
  const action = content.kind === 'post' ? 'restore_post' : 'restore_comment'
  await recordAction(trx, { ...aboutContent(content), action, actor, actedAs, reason })
}
