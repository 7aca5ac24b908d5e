import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'

const votesShownFrom = 10

/** The share of upvotes, in whole per cent; null while there are fewer than ten votes. */
export function percentUpvoted({ upvotes, downvotes }: Pick<Post, 'upvotes' | 'downvotes'>): number | null {
  const votes = upvotes + downvotes
  return votes < votesShownFrom ? null : Math.round((100 * upvotes) / votes)
}

/** The text on the banner of a deleted post. */
export function deletionText({
  deletedAs,
  deletedContent,
  deletedContentAs,
}: Pick<Post, 'deletedAs' | 'deletedContent' | 'deletedContentAs'>): string {
  const was = deletedAs ?? 'normal'
  const by = actor(was)
  if (!deletedContent)
    return was === 'normal'
      ? t('This post was deleted by its author.')
      : t('This post was removed by {by}.', { by })
  const contentBy = actor(deletedContentAs ?? was)
  return contentBy === by
    ? t('This post and its content were deleted by {by}.', { by })
    : t('This post was deleted by {by}, and its content by {contentBy}.', { by, contentBy })
}

/** The text on the banner of a locked post. */
export const lockText = ({ lockedByGroup }: Pick<Post, 'lockedByGroup'>): string =>
  t('This post was locked by {by}. Comments and votes are closed.', { by: actor(lockedByGroup ?? 'mods') })

const actor = (group: string): string =>
  t('{group, select, mods {a moderator} admins {an admin} other {its author}}', { group })
