import type { Post } from '../../../contract/entities/post.ts'

/** The share of upvotes, in whole per cent; null without votes. */
export function percentUpvoted({ upvotes, downvotes }: Pick<Post, 'upvotes' | 'downvotes'>): number | null {
  const votes = upvotes + downvotes
  return votes === 0 ? null : Math.round((100 * upvotes) / votes)
}

const actors = { normal: 'its author', mods: 'a moderator', admins: 'an admin' } as const

/** The text on the banner of a deleted post. */
export function deletionText({
  deletedAs,
  deletedContent,
  deletedContentAs,
}: Pick<Post, 'deletedAs' | 'deletedContent' | 'deletedContentAs'>): string {
  const by = actors[deletedAs ?? 'normal']
  const was = deletedAs === undefined || deletedAs === 'normal' ? 'deleted' : 'removed'
  if (!deletedContent) return `This post was ${was} by ${by}.`
  const contentBy = actors[deletedContentAs ?? deletedAs ?? 'normal']
  return contentBy === by
    ? `This post and its content were deleted by ${by}.`
    : `This post was deleted by ${by}, and its content by ${contentBy}.`
}

/** The text on the banner of a locked post. */
export const lockText = ({ lockedByGroup }: Pick<Post, 'lockedByGroup'>): string =>
  `This post was locked by ${actors[lockedByGroup ?? 'mods']}. Comments and votes are closed.`
