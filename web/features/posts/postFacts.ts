import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'

const votesShownFrom = 10

/** The share of upvotes, in whole per cent; null while there are fewer than ten votes, and while they are hidden. */
export function percentUpvoted({ upvotes, downvotes }: Pick<Post, 'upvotes' | 'downvotes'>): number | null {
  if (upvotes === null || downvotes === null) return null
  const votes = upvotes + downvotes
  return votes < votesShownFrom ? null : Math.round((100 * upvotes) / votes)
}

/** The text on the banner of a deleted post. */
export function deletionText({
  deletedAs,
  deletedContent,
  deletedContentAs,
}: Pick<Post, 'deletedAs' | 'deletedContent' | 'deletedContentAs'>): string {
  const by = deletedAs ?? 'normal'
  if (!deletedContent)
    return t(
      '{by, select, mods {This post was removed by a moderator.} admins {This post was removed by an admin.} other {This post was deleted by its author.}}',
      { by },
    )
  const contentBy = deletedContentAs ?? by
  return contentBy === by
    ? t(
        '{by, select, mods {This post and its content were removed by a moderator.} admins {This post and its content were removed by an admin.} other {This post and its content were deleted by its author.}}',
        { by },
      )
    : t(
        '{by, select, mods {This post was removed by a moderator} admins {This post was removed by an admin} other {This post was deleted by its author}}, and its content {contentBy, select, mods {was removed by a moderator} admins {was removed by an admin} other {was deleted by its author}}.',
        { by, contentBy },
      )
}

/** The text on the banner of a locked post. */
export const lockText = ({ lockedByGroup }: Pick<Post, 'lockedByGroup'>): string =>
  t(
    'This post was locked by {by, select, mods {a moderator} admins {an admin} other {its author}}. Comments and voting are closed.',
    { by: lockedByGroup ?? 'mods' },
  )
