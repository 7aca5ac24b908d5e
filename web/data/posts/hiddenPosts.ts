import type { InfiniteData } from '@tanstack/react-query'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { HiddenPost } from '../../../contract/entities/hiddenPost.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { changePost } from './cachedPosts.ts'

type Page = OutputOf<'listHiddenPosts'>

/** The posts that the viewer has hidden, the last hidden first. */
export const hiddenPostsQuery = {
  ...pagedQuery({
    queryKey: ['hidden posts'],
    load: (api, start, options) => api.call('listHiddenPosts', { query: start }, options),
  }),
  // It changes with every post that is hidden in a feed.
  staleTime: 0,
}

/** Shows a hidden post again: it leaves the list at once, and feeds that are loaded from now on have it. */
export function useUnhidePost() {
  const { queryKey } = hiddenPostsQuery
  return useApiMutation((api, { id }: HiddenPost) => api.call('unhidePost', { params: { postId: id } }), {
    onSuccess: (queryClient, _answer, post) => {
      changePost(queryClient, post.publicId, (old) => ({ ...old, hidden: false }))
      queryClient.setQueryData<InfiniteData<Page, string | null>>(
        queryKey,
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page) => ({
              ...page,
              items: page.items.filter(({ id }) => id !== post.id),
            })),
          },
      )
      void queryClient.invalidateQueries({ queryKey: ['feed'], refetchType: 'none' })
    },
  })
}
