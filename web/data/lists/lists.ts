import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { List } from '../../../contract/entities/list.ts'
import type { listFilters, listSorts } from '../../../contract/words.ts'
import { initialQuery } from '../account/initial.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'

/** Owner, order and filter of lists. */
export interface ListsParams {
  readonly username: string
  readonly sort: (typeof listSorts)[number]
  readonly filter: (typeof listFilters)[number]
}

/** The lists of a user that the viewer may see. */
export const listsQuery = ({ username, sort, filter }: ListsParams) =>
  queryOptions({
    queryKey: ['lists', username.toLowerCase(), { sort, filter }],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listLists', { params: { username }, query: { sort, filter } }, { signal }),
  })

/** Owner and name of a list, in any case. */
export interface ListName {
  readonly username: string
  readonly listName: string
}

/** One list, without what is in it. */
export const listQuery = ({ username, listName }: ListName) =>
  queryOptions({
    queryKey: ['list', username.toLowerCase(), listName.toLowerCase()],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('getList', { params: { username, listName } }, { signal }),
  })

/**
 * Invalidates every query that shows lists; those on the screen are fetched again at once.
 *
 * @param options.isGone the list was deleted: its page must not be fetched again while the visitor leaves it.
 */
export function refreshLists(queryClient: QueryClient, { isGone = false } = {}): void {
  const refetchType = isGone ? 'none' : 'active'
  // The left column has them, too.
  queryClient.invalidateQueries({ queryKey: initialQuery.queryKey })
  for (const key of ['lists', 'list']) queryClient.invalidateQueries({ queryKey: [key], refetchType })
  queryClient.invalidateQueries({ queryKey: ['contents', 'list'], refetchType })
}

/** Forgets that items are in a list that was deleted or emptied. Feeds, which have it from when they were loaded, are fetched again when they are next visited. */
function forgetSaved(queryClient: QueryClient, list: Pick<List, 'id'>): void {
  queryClient.setQueriesData<number[]>({ queryKey: ['saved'] }, (ids) => ids?.filter((id) => id !== list.id))
  for (const key of ['feed', 'contents'])
    queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' })
}

/** The texts of a list that its owner can change. */
export type ListTexts = Required<NonNullable<InputOf<'createList'>['body']>>

/** Makes a list of the viewer's. @returns the new list. */
export function useCreateList(username: string) {
  const queryClient = useQueryClient()
  return useApiMutation(
    async (api, texts: ListTexts): Promise<List> => {
      const lists = await api.call('createList', { params: { username }, body: texts })
      queryClient.setQueryData(initialQuery.queryKey, (initial) => initial && { ...initial, lists })
      const created = lists.find(({ name }) => name.toLowerCase() === texts.name.toLowerCase())
      if (!created) throw new Error('A new list is missing among the lists of its owner.')
      return created
    },
    { onSuccess: (queryClient) => refreshLists(queryClient) },
  )
}

/** Changes name, description or visibility of a list. */
export function useEditList({ id }: Pick<List, 'id'>) {
  return useApiMutation(
    (api, texts: ListTexts) =>
      api.call('updateListById', {
        params: { listId: String(id) },
        body: { ...texts, displayName: texts.displayName ?? '' },
      }),
    {
      onSuccess: (queryClient, fresh) => {
        // The old URL does not exist any more.
        refreshLists(queryClient, { isGone: true })
        queryClient.setQueryData(
          listQuery({ username: fresh.username, listName: fresh.name }).queryKey,
          fresh,
        )
      },
    },
  )
}

/** Deletes a list with what is in it. */
export function useDeleteList({ id }: Pick<List, 'id'>) {
  return useApiMutation((api) => api.call('deleteListById', { params: { listId: String(id) } }), {
    onSuccess: (queryClient) => {
      forgetSaved(queryClient, { id })
      refreshLists(queryClient, { isGone: true })
    },
  })
}

/** Takes everything out of a list. */
export function useEmptyList({ id }: Pick<List, 'id'>) {
  return useApiMutation((api) => api.call('removeItemsById', { params: { listId: String(id) }, body: {} }), {
    onSuccess: (queryClient) => {
      forgetSaved(queryClient, { id })
      refreshLists(queryClient)
    },
  })
}
