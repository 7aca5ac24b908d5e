import type { PostOrComment } from '../../../../contract/entities/list.ts'
import type { ViewAs } from '../../../core/api/viewAs.ts'
import { commentView } from '../../../core/comments/serialize.ts'
import { postView } from '../../../core/posts/serialize.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRows } from '../../../platform/database/statement.ts'
import { rendererVersion } from '../../../platform/markdown/render.ts'
import { type ReportedCommentsRow, reportedComments } from './reportedComments.sql.ts'
import { reportedPosts } from './reportedPosts.sql.ts'

/** The target of a report: a comment, or without one, the post. */
export interface TargetIds {
  readonly post_id: string
  readonly comment_id: string | null
}

/** A comment in a report includes whether its post is deleted, and for our own pages, the post. */
const commentTarget = (row: ReportedCommentsRow, to: ViewAs) => ({
  ...commentView(row, to),
  ...(to.format !== 'source' && { postTitle: row.post_title }),
  postDeleted: row.post_deleted_at !== null,
  ...(row.post_deleted_as && { postDeletedAs: row.post_deleted_as }),
})

/**
 * The reported posts and comments, in two concurrent queries.
 *
 * @returns a function that returns the target of a report; null if it no longer exists.
 */
export async function getTargets(
  db: Db,
  about: readonly TargetIds[],
  to: ViewAs,
): Promise<(ids: TargetIds) => PostOrComment | null> {
  const comments = about.flatMap(({ comment_id }) => comment_id ?? [])
  const posts = about.filter(({ comment_id }) => comment_id === null).map(({ post_id }) => post_id)
  const shown = { format: to.format, renderer: rendererVersion }
  const [foundPosts, foundComments] = await Promise.all([
    posts.length === 0 ? [] : queryRows(db, reportedPosts, { ids: posts, ...shown }),
    comments.length === 0 ? [] : queryRows(db, reportedComments, { ids: comments, ...shown }),
  ])
  const postsById = new Map(foundPosts.map((row) => [row.id, { ...postView(row, to), title: row.title }]))
  const commentsById = new Map(foundComments.map((row) => [row.id, commentTarget(row, to)]))
  return ({ post_id, comment_id }) =>
    (comment_id === null ? postsById.get(post_id) : commentsById.get(comment_id)) ?? null
}
