import { CancelledError, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import type { ThreadParams } from '../../data/comments/threadChanges.ts'
import { postQuery } from '../../data/posts/post.ts'
import { useNavigator } from '../../router/navigator.ts'
import { CommentSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'

const skeletonsMax = 3

/** In place of the discussion while the post loads, of which a feed knows a part. */
export default function ComingComments({ post, threadParams }: { post: Post; threadParams: ThreadParams }) {
  const { publicId } = post
  const { sort } = threadParams
  const queryClient = useQueryClient()
  const { reload } = useNavigator()
  useEffect(() => {
    // Usually it is already on its way.
    queryClient.fetchQuery({ ...postQuery(publicId, sort), staleTime: 0 }).then(
      () => {
        if (location.hash === '#comments')
          requestAnimationFrame(() => document.getElementById('comments')?.scrollIntoView())
      },
      (error) => {
        // The router has a page for each reason.
        if (!(error instanceof CancelledError)) reload()
      },
    )
  }, [publicId, sort, queryClient, reload])
  return (
    <Card as="section" id="comments" padded aria-label={t('Comments')} aria-busy>
      {[...Array(Math.min(post.noComments, skeletonsMax)).keys()].map((place) => (
        <CommentSkeleton key={place} />
      ))}
    </Card>
  )
}
