import type { Post } from '../../../contract/entities/post.ts'
import { useInitial } from '../../data/account/initial.ts'
import { rolesOn } from '../../data/users/roles.ts'
import { CommentLimitNotice } from '../../features/comments/CommentLimitNotice.tsx'
import HeldFlag from '../../features/held/HeldFlag.tsx'
import { onDemand } from '../../ui/onDemand.tsx'

const PostModeration = onDemand(() => import('../../features/moderation/PostModeration.tsx'), {
  isDispensable: true,
})

/**
 * Between a post and its comments: for moderators what they can decide, for its viewer what they wrote here that waits for review, and
 * what limits comments.
 */
export default function ForMembers({ post }: { post: Post }) {
  const { isModerator, isAdmin } = rolesOn(post, useInitial())
  return (
    <>
      {(isModerator || isAdmin) && <PostModeration post={post} />}
      <HeldFlag postId={post.id} />
      <CommentLimitNotice post={post} />
    </>
  )
}
