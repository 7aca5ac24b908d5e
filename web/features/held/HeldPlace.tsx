import type { HeldItem } from '../../../contract/entities/held.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'

interface HeldPlaceProps extends Pick<HeldItem, 'kind' | 'communityName' | 'post'> {
  /** The comment that it replies to or changes, if the link leads there. */
  commentId?: string | null
  /** Whether a key opens the post, as in the queue of moderators. */
  isKeyed?: boolean
}

/** Where a post, comment or edit that waits for review would appear. */
export function HeldPlace({ kind, communityName, post, commentId = null, isKeyed = false }: HeldPlaceProps) {
  if (!post)
    return rich('Post in {community}', {
      community: <Link href={`/${communityName}`}>{communityName}</Link>,
    })
  const place = { communityName, publicId: post.publicId }
  const about = (
    <Link
      href={commentId === null ? pathOfPost(place) : pathOfComment(place, commentId)}
      {...(isKeyed && { 'data-key': 'o' })}
    >
      {isolated(post.title)}
    </Link>
  )
  return kind === 'edit'
    ? rich('Edit to {post}', { post: about })
    : rich('Comment on {post}', { post: about })
}
