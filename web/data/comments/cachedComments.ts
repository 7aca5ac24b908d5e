import type { QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import { invalidateModeration } from '../moderation/invalidateModeration.ts'
import { updateCommentInContents } from '../posts/contents.ts'
import { type Thread, withChanged } from './threadChanges.ts'

/** The loaded parts of a post's discussion. */
export const threadsOf = (queryClient: QueryClient, publicId: string): Thread[] =>
  queryClient.getQueriesData<Thread>({ queryKey: ['thread', publicId] }).flatMap(([, thread]) => thread ?? [])

/** Changes every loaded part of a post's discussion. */
export function changeThreads(
  queryClient: QueryClient,
  publicId: string,
  change: (thread: Thread) => Thread,
): void {
  queryClient.setQueriesData<Thread>({ queryKey: ['thread', publicId] }, (thread) => thread && change(thread))
}

/** Updates the comment in every cached query that contains it. */
export function updateCachedComment(queryClient: QueryClient, fresh: Comment): void {
  changeThreads(queryClient, fresh.postPublicId, (thread) => withChanged(thread, fresh))
  updateCommentInContents(queryClient, fresh)
  invalidateModeration(queryClient)
}
