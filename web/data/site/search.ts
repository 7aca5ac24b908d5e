import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { NearestQuery, SearchProgress, Segment } from '../../../contract/entities/search.ts'
import type { SearchKind, SearchSort } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { type Content, contentOf } from '../posts/contents.ts'

/** The parameters of a search. */
export interface SearchParams {
  readonly q: string
  readonly kind: SearchKind
  readonly sort: SearchSort
}

/** Kept, so that retyping letters needs no new request. */
const suggestionsFreshMs = 60_000

/** A found post or comment, with the text around the hits, and for a post, its title with hits. */
export type FoundContent = Content & {
  readonly segments: readonly Segment[]
  readonly titleSegments: readonly Segment[]
}

/** A page of results. */
export interface FoundPage {
  readonly contents: readonly FoundContent[]
  readonly communities: readonly Community[]
  readonly users: readonly User[]
  readonly next: string | null
  /** Null unless imported texts are still missing from the index. */
  readonly progress: SearchProgress | null
  readonly nearest: NearestQuery | null
  /** Whether the order ends with it although there may be more. */
  readonly endsEarly: boolean
}

/** The suggestions for an unfinished query. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search suggestions', q],
    queryFn: ({ client, signal }) => apiOf(client).call('suggest', { query: { q } }, { signal }),
    staleTime: suggestionsFreshMs,
    // Not retried, because the next letter sends another request.
    retry: false,
  })

/** How many results of each kind a query has. */
export const resultCountsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search counts', q],
    queryFn: ({ client, signal }) => apiOf(client).call('countResults', { query: { q } }, { signal }),
    staleTime: suggestionsFreshMs,
    retry: false,
  })

/** The pages of results of a query. @param from cursor of the first page shown, null for the beginning. */
export const searchQuery = ({ q, kind, sort, from }: SearchParams & { from: string | null }) =>
  infiniteQueryOptions({
    queryKey: ['search', { q, kind, sort, from }],
    queryFn: async ({ client, signal, pageParam }): Promise<FoundPage> => {
      const query = {
        q,
        in: kind,
        sort,
        render: 'page' as const,
        ...(pageParam !== null && { next: pageParam }),
      }
      const found = await apiOf(client).call('search', { query }, { signal })
      const excerpts = new Map(found.excerpts.map(({ id, segments }) => [id, segments]))
      const titles = new Map(found.titleExcerpts.map(({ id, segments }) => [id, segments]))
      const contents = [
        ...found.posts.map((item) => contentOf({ item, type: 'post' })),
        ...found.comments.map((item) => contentOf({ item, type: 'comment' })),
      ]
      return {
        contents: contents.map((content) => ({
          ...content,
          segments: excerpts.get(content.item.id) ?? [],
          titleSegments: titles.get(content.item.id) ?? [],
        })),
        communities: found.communities,
        users: found.users,
        next: found.next,
        progress: found.searchProgress,
        nearest: found.nearest,
        endsEarly: found.endsEarly,
      }
    },
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  })
