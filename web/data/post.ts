import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InputOf } from '../../contract/endpoints/index.ts'
import type { FeedPage, Post } from '../../contract/entities/post.ts'
import { limits } from '../../contract/limits.ts'
import { apiOf, useApi } from './api.ts'
import { changePostInContents, findPostInContents } from './contents.ts'
import { outdateModeration } from './outdateModeration.ts'
import { threadQuery } from './thread.ts'

export const addressOfPost = (post: { communityName: string; publicId: string }) =>
  `/${post.communityName}/post/${post.publicId}`

/** A post as a window shows it: with what the server is not told, or does not say again. */
export interface ShownPost extends Post {
  /** Hidden in this window; further feeds come without it. */
  readonly hidden?: boolean
}

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
      // It may come again while it is shown, and the server does not say what is hidden.
      const { hidden = false } = findKnownPost(client, publicId) ?? {}
      return { ...post, comments: null, commentsNext: null, hidden } satisfies ShownPost as ShownPost
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

type Feed = InfiniteData<FeedPage, string | null>

/** Changes what is known about a post, in every place of the cache that has it. */
export function changePost(
  queryClient: QueryClient,
  publicId: string,
  change: (old: ShownPost) => ShownPost,
): void {
  queryClient.setQueryData(postQuery(publicId).queryKey, (old) => old && change(old))
  changeFeeds(queryClient, publicId, (posts) =>
    posts.map((old) => (old.publicId === publicId ? change(old) : old)),
  )
  changePostInContents(queryClient, publicId, change)
}

/** Takes a post out of every feed in the cache. */
export const removeFromFeeds = (queryClient: QueryClient, publicId: string): void =>
  changeFeeds(queryClient, publicId, (posts) => posts.filter((old) => old.publicId !== publicId))

/** Changes the pages of feeds that have the post; the others stay the same objects. */
function changeFeeds(
  queryClient: QueryClient,
  publicId: string,
  change: (posts: readonly ShownPost[]) => ShownPost[],
): void {
  const isThere = ({ posts }: { posts: readonly Post[] }) => posts.some((post) => post.publicId === publicId)
  queryClient.setQueriesData<Feed>({ queryKey: ['feed'] }, (feed) => {
    if (!feed?.pages.some(isThere)) return feed
    const pages = feed.pages.map((page) => (isThere(page) ? { ...page, posts: change(page.posts) } : page))
    return { ...feed, pages }
  })
}

/** A post as some place of the cache has it; nothing where none does. */
function findKnownPost(queryClient: QueryClient, publicId: string): ShownPost | undefined {
  const onItsPage = queryClient.getQueryData(postQuery(publicId).queryKey)
  if (onItsPage) return onItsPage
  for (const [, feed] of queryClient.getQueriesData<Feed>({ queryKey: ['feed'] }))
    for (const { posts } of feed?.pages ?? [])
      for (const post of posts) if (post.publicId === publicId) return post
  return findPostInContents(queryClient, publicId)
}

/** Puts what a change answered with into every place of the cache that has the post. */
export const putPost = (queryClient: QueryClient, fresh: Post): void => {
  changePost(queryClient, fresh.publicId, (old) => merge(old, fresh))
  outdateModeration(queryClient)
}

/**
 * A text comes in different forms to feeds and to the post's page, so each place keeps its own; and what is new to
 * the viewer stays so until they come again.
 */
function merge(old: ShownPost, fresh: Post): ShownPost {
  const { bodyHtml: freshHtml, ...rest } = fresh
  const { bodyHtml, excerpt, community, lastVisitAt, newComments, hidden } = old
  return {
    ...rest,
    body: old.body,
    lastVisitAt,
    newComments,
    ...(hidden !== undefined && { hidden }),
    ...(bodyHtml !== undefined && { bodyHtml: freshHtml === undefined ? bodyHtml : freshHtml }),
    ...(excerpt !== undefined && { excerpt }),
    ...(community !== undefined && { community }),
  }
}

/**
 * Creates a post. Feeds that are loaded do not have it and are asked for again when they are next gone to.
 *
 * @param onCreated is called even when the page that sent it has been left.
 */
export function useCreatePost(onCreated: () => void) {
  const api = useApi()
  const forgetFeeds = useForgetFeeds()
  return useMutation({
    meta: { invitesAnswers: true },
    mutationFn: (post: InputOf<'createPost'>['body']) =>
      api.call('createPost', { query: { render: 'page' }, body: post }),
    onSuccess: () => {
      forgetFeeds()
      onCreated()
    },
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

/** Feeds that are loaded are out of date, and asked for again when they are next gone to. */
export function useForgetFeeds(): () => void {
  const queryClient = useQueryClient()
  return () => {
    queryClient.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' })
    queryClient.invalidateQueries({ queryKey: ['contents'], refetchType: 'none' })
  }
}
