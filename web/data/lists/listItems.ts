import { type InfiniteData, queryOptions } from '@tanstack/react-query'
import type { List } from '../../../contract/entities/list.ts'
import { limits } from '../../../contract/limits.ts'
import { apiOf } from '../api.ts'
import { pagedQuery } from '../pagedQuery.ts'
import { type Content, contentOf } from '../posts/contents.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { type ListName, refreshLists } from './lists.ts'
import { savedToQuery } from './saving.ts'

/** A post or comment in a list. */
export type SavedContent = Content & {
  readonly listItemId: number
  readonly savedAt: string
}

interface SavedPage {
  readonly items: readonly SavedContent[]
  readonly next: string | null
}

/** A list, and the beginning of the page. */
export interface ListItemsParams extends ListName {
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  readonly from: string | null
}

const keyOfItems = ({ username, listName }: ListName) =>
  ['contents', 'list', username.toLowerCase(), listName.toLowerCase()] as const

/** The items of a list in pages, the last saved first. */
export const listItemsQuery = ({ username, listName, from }: ListItemsParams) =>
  pagedQuery({
    queryKey: [...keyOfItems({ username, listName }), from],
    from,
    load: async (api, start, options): Promise<SavedPage> => {
      const { items, next } = await api.call(
        'listItems',
        {
          params: { username, listName },
          query: { render: 'page', limit: limits.listItemsPerPage, ...start },
        },
        options,
      )
      return {
        next,
        items: items.map(({ id, createdAt, targetItem, targetType }) => ({
          ...contentOf({ item: targetItem, type: targetType }),
          listItemId: id,
          savedAt: createdAt,
        })),
      }
    },
  })

/**
 * The cursor of a numbered page, or null when the list ends before: the API pages by cursor, but URLs may
 * count.
 *
 * @param place.page from 2.
 */
export const listPageStartQuery = ({ username, listName, page }: ListName & { page: number }) =>
  queryOptions({
    queryKey: ['list page start', username.toLowerCase(), listName.toLowerCase(), page],
    queryFn: async ({ client, signal }): Promise<string | null> => {
      let left = (page - 1) * limits.listItemsPerPage
      let next: string | null = null
      do {
        const limit = Math.min(left, limits.pageSizeMax)
        const query = { limit, ...(next !== null && { next }) }
        const answer: { next: string | null } = await apiOf(client).call(
          'listItems',
          { params: { username, listName }, query },
          { signal },
        )
        next = answer.next
        left -= limit
      } while (left > 0 && next !== null)
      return next
    },
  })

/** Takes one item out of a list. */
export function useRemoveItem(list: List) {
  return useApiMutation(
    (api, itemId: number) =>
      api.call('removeItem', { params: { listId: String(list.id), itemId: String(itemId) } }),
    {
      onSuccess: (queryClient, removed) => {
        const queryKey = keyOfItems({ username: list.username, listName: list.name })
        queryClient.setQueriesData<InfiniteData<SavedPage>>(
          { queryKey },
          (saved) =>
            saved && {
              ...saved,
              pages: saved.pages.map((page) => ({
                ...page,
                items: page.items.filter(({ listItemId }) => listItemId !== removed.id),
              })),
            },
        )
        // It may be in others, too.
        const item = { type: removed.targetType, id: removed.targetId }
        void queryClient.prefetchQuery({ ...savedToQuery(item), staleTime: 0 })
        refreshLists(queryClient)
      },
    },
  )
}
