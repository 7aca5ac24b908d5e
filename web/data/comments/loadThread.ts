import type { ApiClient } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import { limits } from '../../../contract/limits.ts'
import type { CommentSort } from '../../../contract/words.ts'
import { withPlaced } from './loadNewComments.ts'
import type { Thread, ThreadParams } from './threadChanges.ts'
import { withComments, withReplies } from './threadPages.ts'

/** The requested part of a discussion. */
export async function loadThread(
  api: ApiClient,
  { publicId, sort, from, focus, signal }: ThreadParams & { signal: AbortSignal },
): Promise<Thread> {
  if (focus !== null) return loadAround(api, { publicId, sort, focus, from, signal })
  const { comments, next } = await loadPage(api, { publicId, sort, next: from, signal })
  return { comments, next, written: [], focus }
}

/** @returns an update that adds the next comments. */
export async function loadMoreComments(
  api: ApiClient,
  { publicId, sort }: ThreadParams,
  from: string,
): Promise<(thread: Thread) => Thread> {
  const { comments, next } = await loadPage(api, {
    publicId,
    sort,
    next: from,
    limit: limits.commentsPerPage,
  })
  return (thread) => ({ ...withPage(thread, comments, sort), next })
}

/** @returns an update that adds replies to a comment, from `next` on. */
export async function loadMoreReplies(
  api: ApiClient,
  { publicId, sort }: ThreadParams,
  { commentId, next }: { commentId: string; next: string | undefined },
): Promise<(thread: Thread) => Thread> {
  const page = { commentId, limit: limits.commentsPerPage }
  const replies = await loadReplies(api, { publicId, sort, ...page, next })
  return (thread) => withReplies(withPage(thread, replies, sort), replies, page)
}

/** A page goes on after the last comment, unless comments of later pages are already there. */
const withPage = (thread: Thread, comments: readonly Comment[], sort: CommentSort): Thread =>
  thread.hasEarly ? withPlaced(thread, comments, sort) : withComments(thread, comments)

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

/** A comment, its ancestors, and a page of its replies. */
async function loadAround(
  api: ApiClient,
  { publicId, sort, focus, from, signal }: ThreadParams & { focus: string; signal: AbortSignal },
): Promise<Thread> {
  const comment = await api.call(
    'getComment',
    { params: { commentId: focus }, query: { render: 'page' } },
    { signal },
  )
  // In the order of the most upvoted, a page of one comment, which begins with this one, has all its ancestors.
  const page = { commentId: comment.id, limit: limits.commentsPerRenderedPage }
  const itself = { publicId, next: `${comment.upvotes}.${comment.id}`, limit: 1, signal }
  const [above, below] = await Promise.all([
    comment.ancestors ? loadPage(api, itself) : { comments: [] },
    loadReplies(api, { publicId, sort, ...page, next: from ?? undefined, signal }),
  ])
  const ancestors = above.comments.filter(({ id }) => comment.ancestors?.includes(id))
  return withReplies({ comments: [comment, ...ancestors], next: null, written: [], focus }, below, page)
}
