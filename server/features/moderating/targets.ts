import { sql } from 'kysely'
import type { PostOrComment } from '../../../contract/entities/list.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import {
  commentColumns,
  commentJoins,
  overlayColumns as commentOverlayColumns,
} from '../../core/comments/queries.ts'
import { type CommentRow, commentView } from '../../core/comments/serialize.ts'
import { overlayColumns, postColumns, postJoins } from '../../core/posts/queries.ts'
import { type PostRow, postView } from '../../core/posts/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'

/** What a report is about: a comment, or where there is none the post. */
export interface TargetIds {
  readonly post_id: string
  readonly comment_id: string | null
}

type ReportedComment = CommentRow & {
  post_title: string
  post_deleted_at: Date | null
  post_deleted_as: UserGroup | null
}

/** A comment in a report says whether its post is deleted too; our own pages name the post. */
const commentTarget = (row: ReportedComment, to: ViewAs) => ({
  ...commentView(row, to),
  ...(to.format !== 'source' && { postTitle: row.post_title }),
  postDeleted: row.post_deleted_at !== null,
  ...(row.post_deleted_as && { postDeletedAs: row.post_deleted_as }),
})

/**
 * The posts and comments that reports are about, all of them in two queries side by side.
 *
 * @returns gives what each of them is about; null when that is gone.
 */
export async function getTargets(
  db: Db,
  about: readonly TargetIds[],
  to: ViewAs,
): Promise<(ids: TargetIds) => PostOrComment | null> {
  const comments = about.flatMap(({ comment_id }) => comment_id ?? [])
  const posts = about.filter(({ comment_id }) => comment_id === null).map(({ post_id }) => post_id)
  const [foundPosts, foundComments] = await Promise.all([
    posts.length === 0
      ? []
      : sql<PostRow>`
          select ${postColumns(to.format)}, ${overlayColumns(null)}
          from posts ${postJoins} where posts.id = any(${posts}::bigint[])`
          .execute(db)
          .then(({ rows }) => rows),
    comments.length === 0
      ? []
      : sql<ReportedComment>`
          select ${commentColumns(to.format)}, ${commentOverlayColumns(null)}, under.title as post_title,
            under.deleted_at as post_deleted_at, under.deleted_as as post_deleted_as
          from comments ${commentJoins} join posts as under on under.id = comments.post_id
          where comments.id = any(${comments}::bigint[])`
          .execute(db)
          .then(({ rows }) => rows),
  ])
  const postsById = new Map(foundPosts.map((row) => [row.id, postView(row, to)]))
  const commentsById = new Map(foundComments.map((row) => [row.id, commentTarget(row, to)]))
  return ({ post_id, comment_id }) =>
    (comment_id === null ? postsById.get(post_id) : commentsById.get(comment_id)) ?? null
}
