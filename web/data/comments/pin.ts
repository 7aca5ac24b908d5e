import type { Comment } from '../../../contract/entities/comment.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { changeThreads, updateCachedComment } from './cachedComments.ts'
import type { Thread } from './threadChanges.ts'

/** Pins a comment before the others on its post, in place of the one that was pinned, or unpins it. */
export function usePinComment({ id, postPublicId }: Comment) {
  return useApiMutation(
    (api, pins: boolean) =>
      api.call('updateComment', {
        params: { publicId: postPublicId, commentId: id },
        query: { action: pins ? 'pin' : 'unpin', render: 'page' },
        body: {},
      }),
    {
      onSuccess: (queryClient, fresh) => {
        changeThreads(queryClient, postPublicId, (thread) => withPin(thread, fresh))
        updateCachedComment(queryClient, fresh)
      },
    },
  )
}

/** Puts the comment that is about to be pinned before the others, and unpins the one that was; that keeps its place until the thread is loaded again. */
const withPin = (thread: Thread, pinned: Comment): Thread => {
  const others = thread.comments.map((comment) => {
    if (!comment.isPinned) return comment
    const { isPinned: _, ...unpinned } = comment
    return unpinned
  })
  const isPinned = ({ id }: Comment) => pinned.isPinned === true && id === pinned.id
  return {
    ...thread,
    comments: [...others.filter(isPinned), ...others.filter((comment) => !isPinned(comment))],
  }
}
