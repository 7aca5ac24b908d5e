import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'

/** Why nobody, or this viewer, may write under a post, in words for them; null when they may. */
export function closedReason(
  post: Pick<Post, 'deleted' | 'locked' | 'communityId'>,
  bannedFrom: readonly string[] | null,
): string | null {
  if (post.deleted) return 'This post was deleted. No more comments can be added.'
  if (post.locked) return 'This post is locked. No more comments can be added.'
  if (bannedFrom?.includes(post.communityId)) return 'You are banned from this community.'
  return null
}

/** Why a comment cannot be answered although its post is open, or null. */
export function replyHindrance(comment: Pick<Comment, 'depth' | 'locked'>): string | null {
  if (comment.depth >= limits.commentMaxDepth) return 'Thread too deep.'
  if (comment.locked) return 'Replies are locked.'
  return null
}

/** Whether a comment is by the author of the post. Deleted accounts are told apart by what stands for them here. */
export function isByPostAuthor(
  comment: Pick<Comment, 'userId' | 'userGhostId' | 'userGroup'>,
  post: Pick<Post, 'userId' | 'userGhostId'>,
): boolean {
  if (comment.userGroup === 'null') return false
  return comment.userGhostId === undefined && post.userGhostId === undefined
    ? comment.userId === post.userId
    : comment.userGhostId === post.userGhostId
}

/** Whether somebody else wrote a comment since the viewer was here last; nothing is new on a first visit. */
export function isNew(
  comment: Pick<Comment, 'createdAt' | 'userId' | 'deleted'>,
  viewer: { id: string | null; lastVisitAt: string | null },
): boolean {
  if (viewer.lastVisitAt === null || comment.deleted || comment.userId === viewer.id) return false
  return Date.parse(comment.createdAt) > Date.parse(viewer.lastVisitAt)
}

const deletionLabels = {
  normal: 'Deleted by author',
  mods: 'Deleted by moderator',
  admins: 'Deleted by admin',
} as const

/** Who deleted a comment, for its label; null while it is there. */
export const deletedBy = ({ deletedAs }: Pick<Comment, 'deletedAs'>): string | null =>
  deletedAs === undefined ? null : deletionLabels[deletedAs]

/** What people are told when the server refuses something about a comment, by the refusal's code. */
export const commentRefusals: Readonly<Record<string, string>> = {
  banned_from_community: 'You are banned from this community.',
  comment_deleted: 'This comment was deleted.',
  'comment-reply-to-deleted': 'Cannot reply to a deleted comment.',
  'comment-max-depth-reached': 'Thread too deep.',
  comment_locked: 'Replies are locked.',
  'post-locked': 'This post is locked.',
}

/** The same for votes. */
export const voteRefusals: Readonly<Record<string, string>> = {
  ...commentRefusals,
  comment_deleted: "Can't vote on a deleted comment!",
}
