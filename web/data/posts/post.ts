import { queryOptions } from '@tanstack/react-query'
import { limits } from '../../../contract/limits.ts'
import type { CommentSort } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { threadQuery } from '../comments/thread.ts'
import type { ShownPost } from './shownPost.ts'

/**
 * One post with its community. Its first comments come in the same answer and are put into the cache of the
 * thread.
 *
 * @param sort the order of these comments, when the post has to be fetched. Not part of the key: it is the same post.
 * @param keepsThread whether they do not replace comments that are in the cache: going back leads to them.
 */
export const postQuery = (publicId: string, sort: CommentSort = 'best', keepsThread = false) =>
  queryOptions({
    queryKey: ['post', publicId],
    queryFn: async ({ client, signal }) => {
      const { comments, commentsNext, ...post } = await apiOf(client).call(
        'getPost',
        {
          params: { publicId },
          query: {
            fetchCommunity: true,
            commentsLimit: limits.commentsPerRenderedPage,
            commentsSort: sort,
            render: 'page',
          },
        },
        { signal },
      )
      client.setQueryData(threadQuery({ publicId, sort, from: null, focus: null }).queryKey, (old) =>
        keepsThread && old ? old : { comments: comments ?? [], next: commentsNext, written: [], focus: null },
      )
      // The server does not know `hidden`, which must survive a refetch.
      const { findKnownPost } = await import('./findKnownPost.ts')
      const { hidden = false } = findKnownPost(client, publicId) ?? {}
      const shown: ShownPost = { ...post, comments: null, commentsNext: null, hidden }
      return shown
    },
  })
