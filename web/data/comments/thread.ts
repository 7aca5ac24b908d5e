import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { apiOf, useApi } from '../api.ts'
import { invalidateModeration } from '../moderation/invalidateModeration.ts'
import { updateCommentInContents } from '../posts/contents.ts'
import { type Thread, type ThreadParams, withChanged } from './threadChanges.ts'

/** Apart, because the first comments come with the post: few readers load any others. */
const loaders = () => import('./loadThread.ts')

/** The comments of a post as far as they are loaded. Those of its first page come with the post itself. */
export const threadQuery = ({ publicId, sort, from, focus }: ThreadParams) =>
  queryOptions({
    queryKey: ['thread', publicId, { sort, from, focus }],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const { loadThread } = await loaders()
      return loadThread(apiOf(client), { publicId, sort, from, focus, signal })
    },
  })

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
export function useUpdateCachedComment(): (fresh: Comment) => void {
  const queryClient = useQueryClient()
  return (fresh) => {
    changeThreads(queryClient, fresh.postPublicId, (thread) => withChanged(thread, fresh))
    updateCommentInContents(queryClient, fresh)
    invalidateModeration(queryClient)
  }
}

/** Loads the comments that follow those that are there, more at a time than the first page has. */
export const useMoreComments = (threadParams: ThreadParams, onFailure: (error: unknown) => void) =>
  useLoad(threadParams, onFailure, async (api, next: string) =>
    (await loaders()).loadMoreComments(api, threadParams, next),
  )

/** Cursor of the replies to a comment that are not loaded; missing for the first ones. */
export const useNextReplies = (threadParams: ThreadParams, commentId: string): string | undefined =>
  useQueryClient().getQueryData(threadQuery(threadParams).queryKey)?.nextReplies?.[commentId]

/** Loads replies to a comment and the replies to them, and with each further call those that follow. */
export const useReplies = (threadParams: ThreadParams, onFailure: (error: unknown) => void) =>
  useLoad(threadParams, onFailure, async (api, commentId: string, thread) =>
    (await loaders()).loadMoreReplies(api, threadParams, {
      commentId,
      next: thread?.nextReplies?.[commentId],
    }),
  )

/** Changes a thread by what `load` gets for it. */
function useLoad(
  threadParams: ThreadParams,
  onFailure: (error: unknown) => void,
  load: (api: ApiClient, what: string, thread: Thread | undefined) => Promise<(thread: Thread) => Thread>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = threadQuery(threadParams)
  return useMutation({
    mutationFn: (what: string) => load(api, what, queryClient.getQueryData(queryKey)),
    onSuccess: (change) => queryClient.setQueryData(queryKey, (thread) => thread && change(thread)),
    onError: onFailure,
  })
}
