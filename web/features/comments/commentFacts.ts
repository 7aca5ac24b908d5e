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

/** Why a comment cannot be answered although its post is open, or null. `isLocked`: it or one of those above it. */
export function replyHindrance({ depth }: Pick<Comment, 'depth'>, isLocked: boolean): string | null {
  if (depth >= limits.commentMaxDepth) return 'Thread too deep.'
  return isLocked ? 'Replies are locked.' : null
}

/** How speaking in a role is offered. */
export const speakAsLabels = { mods: 'Speak as moderator', admins: 'Speak as admin' } as const

/** Whether a comment is by the author of the post. Deleted accounts differ by their ghost id in this thread. */
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

/** When what a notification stands for happened, first and last, in seconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The span of comments that an address, as notifications have it, wants to be seen. */
export function highlightedSpan(search: URLSearchParams): Span | null {
  const [from, to] = ['highlightFrom', 'highlightTo'].map((name) => Number(search.get(name)))
  return from && to ? { from, to } : null
}

/** Whether a notification of the reader is about this comment. */
export function isHighlighted(
  comment: Pick<Comment, 'createdAt' | 'userId' | 'deleted'>,
  { span, viewerId }: { span: Span | null; viewerId: string | null },
): boolean {
  if (span === null || comment.deleted || comment.userId === viewerId) return false
  // The address has whole seconds.
  const at = Math.floor(Date.parse(comment.createdAt) / 1000)
  return at >= span.from && at <= span.to
}

/**
 * Whether a text stays below the height from which comments are cut, however narrow its column is. Then nobody has to
 * watch how high it becomes, which thousands of comments would feel.
 *
 * @param html as the server renders Markdown.
 * @param depth of the comment: replies have narrower columns.
 */
export function isSurelyLow(html: string, depth: number): boolean {
  const blocks = html.match(/<(?:p|br|li|tr|pre|h\d|blockquote|hr)\b|\n/g)?.length ?? 0
  const fits = depth < narrowFromDepth ? lowCharacters.wide : lowCharacters.narrow
  return html.length + blocks * charactersPerBlock < fits
}

/** What fits into the cut's height on a phone of 360 pixels, and in the column of the deepest replies there. */
const lowCharacters = { wide: 850, narrow: 550 }
const narrowFromDepth = 4
/** A line and the space around it, as if they were text. */
const charactersPerBlock = 40

const deletionLabels = {
  normal: 'Deleted by author',
  mods: 'Deleted by moderator',
  admins: 'Deleted by admin',
} as const

/** Who deleted a comment, for its label; null while it is there. */
export const deletedBy = ({ deletedAs }: Pick<Comment, 'deletedAs'>): string | null =>
  deletedAs === undefined ? null : deletionLabels[deletedAs]

/** Messages for refusals of actions on a comment, by the code of the refusal. */
export const commentRefusals: Readonly<Record<string, string>> = {
  banned_from_community: 'You are banned from this community.',
  comment_deleted: 'This comment was deleted.',
  'comment-reply-to-deleted': 'Cannot reply to a deleted comment.',
  'comment-max-depth-reached': 'Thread too deep.',
  comment_locked: 'Replies are locked.',
  'post-locked': 'This post is locked.',
  comment_not_found: 'This comment is no longer there.',
  not_mod: 'You are not a moderator of this community.',
}

/** The same for votes. */
export const voteRefusals: Readonly<Record<string, string>> = {
  ...commentRefusals,
  comment_deleted: "Can't vote on a deleted comment!",
}
