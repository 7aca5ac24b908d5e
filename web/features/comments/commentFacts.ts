import type { OwnBan } from '../../../contract/entities/ban.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalByBan } from '../../data/users/bans.ts'

/** Why the viewer may not comment on a post, as text; null when they may. */
export function commentingRefusal(
  post: Pick<Post, 'deleted' | 'deletedAs' | 'locked' | 'communityId' | 'communityName'>,
  bans: readonly OwnBan[] | null,
): string | null {
  if (post.deleted)
    return post.deletedAs === 'mods' || post.deletedAs === 'admins'
      ? t('This post was removed. Comments are closed.')
      : t('This post was deleted. Comments are closed.')
  if (post.locked) return t('This post is locked. Comments are closed.')
  return refusalByBan(bans, { id: post.communityId, name: post.communityName }, 'commenting')
}

/** Why a comment of an open post cannot be replied to, or null. `isLocked`: it or an ancestor. */
export function replyRefusal({ depth }: Pick<Comment, 'depth'>, isLocked: boolean): string | null {
  if (depth >= limits.commentMaxDepth) return t('Thread too deep.')
  return isLocked ? t('Replies are locked.') : null
}

/** Whether the author of the post wrote a comment. Deleted accounts are distinguished by their ghost id in this thread. */
export function isByPostAuthor(
  comment: Pick<Comment, 'userId' | 'userGhostId' | 'userGroup'>,
  post: Pick<Post, 'userId' | 'userGhostId'>,
): boolean {
  if (comment.userGroup === 'null') return false
  return comment.userGhostId === undefined && post.userGhostId === undefined
    ? comment.userId === post.userId
    : comment.userGhostId === post.userGhostId
}

/** Whether someone else wrote a comment after the viewer's last visit; nothing is new on a first visit. */
export function isNew(
  comment: Pick<Comment, 'createdAt' | 'userId' | 'deleted'>,
  viewer: { id: string | null; lastVisitAt: string | null },
): boolean {
  if (viewer.lastVisitAt === null || comment.deleted || comment.userId === viewer.id) return false
  return Date.parse(comment.createdAt) > Date.parse(viewer.lastVisitAt)
}

/** When the first and the last event of a notification happened, in seconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The time span in the URL of a notification. */
export function highlightedSpan(search: URLSearchParams): Span | null {
  const [from, to] = ['highlightFrom', 'highlightTo'].map((name) => Number(search.get(name)))
  return from && to ? { from, to } : null
}

/** Whether the reader's notification is about this comment. */
export function isHighlighted(
  comment: Pick<Comment, 'createdAt' | 'userId' | 'deleted'>,
  { span, viewerId }: { span: Span | null; viewerId: string | null },
): boolean {
  if (span === null || comment.deleted || comment.userId === viewerId) return false
  // The URL has whole seconds.
  const at = Math.floor(Date.parse(comment.createdAt) / 1000)
  return at >= span.from && at <= span.to
}

/**
 * Whether a text is certainly lower than the height at which comments are cut, in the narrowest column. Such texts need
 * no observer of their size, which would be slow for thousands of comments.
 *
 * @param html as the server renders Markdown.
 * @param depth of the comment: replies have narrower columns.
 */
export function isSurelyLow(html: string, depth: number): boolean {
  const blocks = html.match(/<(?:p|br|li|tr|pre|h\d|blockquote|hr)\b|\n/g)?.length ?? 0
  const fits = depth < narrowFromDepth ? lowCharacters.wide : lowCharacters.narrow
  return html.length + blocks * charactersPerBlock < fits
}

/**
 * The characters that fit into the cut's height on a phone of 360 pixels, and in the column of the deepest replies
 * there.
 */
const lowCharacters = { wide: 850, narrow: 550 }
const narrowFromDepth = 4
/** A line and the space around it, in characters. */
const charactersPerBlock = 40

/** The label of a deleted comment by who deleted it; null for other comments. */
export function deletedBy({ deletedAs }: Pick<Comment, 'deletedAs'>): string | null {
  switch (deletedAs) {
    case undefined:
      return null
    case 'mods':
      return t('Removed by moderator')
    case 'admins':
      return t('Removed by admin')
    default:
      return t('Deleted by author')
  }
}

/** Whether the viewer can restore a comment: everyone who sees its removed text may. */
export const isRestorable = ({
  deletedAs,
  contentStripped,
  bodyHtml,
}: Pick<Comment, 'deletedAs' | 'contentStripped' | 'bodyHtml'>): boolean =>
  (deletedAs === 'mods' || deletedAs === 'admins') && contentStripped === false && Boolean(bodyHtml)
