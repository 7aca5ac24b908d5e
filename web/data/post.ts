import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InputOf, OutputOf } from '../../contract/endpoints/index.ts'
import type { Post } from '../../contract/entities/post.ts'
import { limits } from '../../contract/limits.ts'
import { apiOf, useApi } from './api.ts'
import { threadQuery } from './thread.ts'

export const addressOfPost = (post: { communityName: string; publicId: string }) =>
  `/${post.communityName}/post/${post.publicId}`

/** One post with its community. The first of its comments come in the same answer and go where comments are kept. */
export const postQuery = (publicId: string) =>
  queryOptions({
    queryKey: ['post', publicId],
    queryFn: async ({ client, signal }) => {
      const { comments, commentsNext, ...post } = await apiOf(client).call(
        'getPost',
        {
          params: { publicId },
          query: {
            fetchCommunity: 'true',
            commentsLimit: String(limits.commentsPerRenderedPage),
            render: 'page',
          },
        },
        { signal },
      )
      client.setQueryData(threadQuery({ publicId, from: null, focus: null }).queryKey, {
        comments: comments ?? [],
        next: commentsNext,
        written: [],
        focus: null,
      })
      return { ...post, comments: null, commentsNext: null } satisfies Post as Post
    },
  })

/** A post with the Markdown of its body, for its author to edit. */
export const postSourceQuery = (publicId: string) =>
  queryOptions({
    queryKey: ['post source', publicId],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'getPost',
        { params: { publicId }, query: { fetchCommunity: 'true', commentsLimit: '1' } },
        { signal },
      ),
  })

type Feed = InfiniteData<OutputOf<'listPosts'>, string | null>

/** Changes what is known about a post, in every place of the cache that has it. */
export function changePost(queryClient: QueryClient, publicId: string, change: (old: Post) => Post): void {
  queryClient.setQueryData(postQuery(publicId).queryKey, (old) => old && change(old))
  queryClient.setQueriesData<Feed>({ queryKey: ['feed'] }, (feed) => {
    const isThere = feed?.pages.some(({ posts }) => posts.some((post) => post.publicId === publicId))
    if (!feed || !isThere) return feed
    const pages = feed.pages.map((page) => ({
      ...page,
      posts: page.posts.map((old) => (old.publicId === publicId ? change(old) : old)),
    }))
    return { ...feed, pages }
  })
}

/** Puts what a change answered with into every place of the cache that has the post. */
export const putPost = (queryClient: QueryClient, fresh: Post): void =>
  changePost(queryClient, fresh.publicId, (old) => merge(old, fresh))

/**
 * A text comes in different forms to feeds and to the post's page, so each place keeps its own; and what is new to
 * the viewer stays so until they come again.
 */
function merge(old: Post, fresh: Post): Post {
  const { bodyHtml: freshHtml, ...rest } = fresh
  const { bodyHtml, excerpt, community, lastVisitAt, newComments } = old
  return {
    ...rest,
    body: old.body,
    lastVisitAt,
    newComments,
    ...(bodyHtml !== undefined && { bodyHtml: freshHtml === undefined ? bodyHtml : freshHtml }),
    ...(excerpt !== undefined && { excerpt }),
    ...(community !== undefined && { community }),
  }
}

/** Creates a post. Feeds that are loaded do not have it and are asked for again when they are next gone to. */
export function useCreatePost() {
  const api = useApi()
  const forgetFeeds = useForgetFeeds()
  return useMutation({
    mutationFn: (post: InputOf<'createPost'>['body']) =>
      api.call('createPost', { query: { render: 'page' }, body: post }),
    onSuccess: forgetFeeds,
  })
}

/** Replaces title and body of a post. */
export function useEditPost(publicId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const forgetFeeds = useForgetFeeds()
  return useMutation({
    mutationFn: (edit: InputOf<'updatePost'>['body']) =>
      api.call('updatePost', { params: { publicId }, query: { render: 'page' }, body: edit }),
    onSuccess: (fresh) => {
      putPost(queryClient, fresh)
      queryClient.removeQueries(postSourceQuery(publicId))
      forgetFeeds()
    },
  })
}

/** Deletes a post of the viewer's own. */
export function useDeletePost(publicId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const forgetFeeds = useForgetFeeds()
  return useMutation({
    mutationFn: ({ withContent }: { withContent: boolean }) =>
      api.call('deletePost', {
        params: { publicId },
        query: { deleteAs: 'normal', deleteContent: String(withContent), render: 'page' },
      }),
    onSuccess: (fresh) => {
      putPost(queryClient, fresh)
      forgetFeeds()
    },
  })
}

function useForgetFeeds(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' })
}
