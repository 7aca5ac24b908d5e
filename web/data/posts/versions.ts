import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'

/** What a label names: `posts/` and the public id, or `comments/` and the id. */
export type EditedText = `posts/${string}` | `comments/${string}`

/** What a post or comment was, the newest first; the first one is the text of now. */
export const versionsQuery = (of: EditedText) =>
  infiniteQueryOptions({
    queryKey: ['versions', of],
    queryFn: ({ client, signal, pageParam }) => {
      const [kind, id = ''] = of.split('/')
      const api = apiOf(client)
      const query = pageParam === null ? {} : { next: pageParam }
      return kind === 'posts'
        ? api.call('listPostVersions', { params: { publicId: id }, query }, { signal })
        : api.call('listCommentVersions', { params: { commentId: id }, query }, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // The text may have been edited since the dialog was open.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
