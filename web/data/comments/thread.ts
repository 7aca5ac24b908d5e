import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { apiOf, useApi } from '../api.ts'
import type { Thread, ThreadParams } from './threadChanges.ts'

/** A separate module, because the first comments come with the post, and few readers load others. */
const loaders = () => import('./loadThread.ts')

/** Whether the URL selects something else than the beginning of the discussion. */
export const isPart = ({ from, focus }: ThreadParams): boolean => from !== null || focus !== null

/** The loaded comments of a post. The first page comes with the post itself. */
export const threadQuery = ({ publicId, sort, from, focus }: ThreadParams) =>
  queryOptions({
    queryKey: ['thread', publicId, { sort, from, focus }],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const { loadThread } = await loaders()
      return loadThread(apiOf(client), { publicId, sort, from, focus, signal })
    },
  })

/** Loads the next comments, more at a time than the first page has. */
export const useMoreComments = (threadParams: ThreadParams, onFailure: (error: unknown) => void) =>
  useLoad(threadParams, onFailure, async (api, next: string) =>
    (await loaders()).loadMoreComments(api, threadParams, next),
  )

/** Loads replies to a comment and the replies to them; each further call loads the next ones. */
export const useReplies = (threadParams: ThreadParams, onFailure: (error: unknown) => void) =>
  useLoad(threadParams, onFailure, async (api, commentId: string, thread) =>
    (await loaders()).loadMoreReplies(api, threadParams, {
      commentId,
      next: thread?.nextReplies?.[commentId],
    }),
  )

/** Applies the update that `load` returns to a thread. */
export function useLoad(
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
