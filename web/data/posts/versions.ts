import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiOf } from '../api.ts'

/** A reference from a label: `posts/` and the public id, or `comments/` and the id. */
export type EditedText = `posts/${string}` | `comments/${string}`

/** The versions of a post or comment, the newest first, beginning with the current text. */
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
