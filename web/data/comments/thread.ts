import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { limits } from '../../../contract/limits.ts'
import type { CommentSort } from '../../../contract/words.ts'
import { apiOf, useApi } from '../api.ts'
import { invalidateModeration } from '../moderation/invalidateModeration.ts'
import { updateCommentInContents } from '../posts/contents.ts'
import { type Thread, withChanged, withComments, withReplies } from './threadChanges.ts'

/** Which part of a post's discussion is shown. */
export interface ThreadParams {
  readonly publicId: string
  readonly sort: CommentSort
  /** Cursor of the first comments shown, with `focus` of its own replies, for readers without JavaScript; null: all. */
  readonly from: string | null
  /** Id of a comment that is shown alone, with its ancestors and its replies; null: all comments. */
  readonly focus: string | null
}

/** The comments of a post as far as they are loaded. Those of its first page come with the post itself. */
export const threadQuery = ({ publicId, sort, from, focus }: ThreadParams) =>
  queryOptions({
    queryKey: ['thread', publicId, { sort, from, focus }],
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const api = apiOf(client)
      if (focus !== null) return loadAround(api, { publicId, sort, focus, from, signal })
      const { comments, next } = await loadPage(api, { publicId, sort, next: from, signal })
      return { comments, next, written: [], focus }
    },
  })

interface Page {
  comments: Comment[]
  next: string | null
}

function loadPage(
  api: ApiClient,
  page: { publicId: string; sort?: CommentSort; next: string | null; limit?: number; signal?: AbortSignal },
): Promise<Page> {
  return api.call(
    'listComments',
    {
      params: { publicId: page.publicId },
      query: {
        limit: page.limit ?? limits.commentsPerRenderedPage,
        render: 'page',
        ...(page.sort && { sort: page.sort }),
        ...(page.next !== null && { next: page.next }),
      },
    },
    page.signal && { signal: page.signal },
  )
}

function loadReplies(
  api: ApiClient,
  parent: {
    publicId: string
    commentId: string
    sort: CommentSort
    limit: number
    next?: string | undefined
    signal?: AbortSignal
  },
): Promise<Comment[]> {
  return api.call(
    'listReplies',
    {
      params: { publicId: parent.publicId },
      query: {
        parentId: parent.commentId,
        sort: parent.sort,
        limit: parent.limit,
        render: 'page',
        ...(parent.next !== undefined && { next: parent.next }),
      },
    },
    parent.signal && { signal: parent.signal },
  )
}

/** A comment, all above it, and a page of what is below it. */
async function loadAround(
  api: ApiClient,
  { publicId, sort, focus, from, signal }: ThreadParams & { focus: string; signal: AbortSignal },
): Promise<Thread> {
  const comment = await api.call(
    'getComment',
    { params: { commentId: focus }, query: { render: 'page' } },
    { signal },
  )
  // In the order of the most upvoted, a page of one comment, which begins with this one, brings all its ancestors along.
  const page = { commentId: comment.id, limit: limits.commentsPerRenderedPage }
  const itself = { publicId, next: `${comment.upvotes}.${comment.id}`, limit: 1, signal }
  const [above, below] = await Promise.all([
    comment.ancestors ? loadPage(api, itself) : { comments: [] },
    loadReplies(api, { publicId, sort, ...page, next: from ?? undefined, signal }),
  ])
  const ancestors = above.comments.filter(({ id }) => comment.ancestors?.includes(id))
  return withReplies({ comments: [comment, ...ancestors], next: null, written: [], focus }, below, page)
}

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
export function useMoreComments(threadParams: ThreadParams, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (next: string) =>
      loadPage(api, {
        publicId: threadParams.publicId,
        sort: threadParams.sort,
        next,
        limit: limits.commentsPerPage,
      }),
    onSuccess: ({ comments, next }) =>
      queryClient.setQueryData(
        threadQuery(threadParams).queryKey,
        (thread) => thread && { ...withComments(thread, comments), next },
      ),
    onError: onFailure,
  })
}

/** Cursor of the replies to a comment that are not loaded; missing for the first ones. */
export const useNextReplies = (threadParams: ThreadParams, commentId: string): string | undefined =>
  useQueryClient().getQueryData(threadQuery(threadParams).queryKey)?.nextReplies?.[commentId]

/** Loads replies to a comment and the replies to them, and with each further call those that follow. */
export function useReplies(threadParams: ThreadParams, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = threadQuery(threadParams)
  return useMutation({
    mutationFn: (commentId: string) => {
      const thread = queryClient.getQueryData(queryKey)
      return loadReplies(api, {
        publicId: threadParams.publicId,
        sort: threadParams.sort,
        commentId,
        limit: limits.commentsPerPage,
        next: thread?.nextReplies?.[commentId],
      })
    },
    onSuccess: (replies, commentId) =>
      queryClient.setQueryData(
        queryKey,
        (thread) => thread && withReplies(thread, replies, { commentId, limit: limits.commentsPerPage }),
      ),
    onError: onFailure,
  })
}
