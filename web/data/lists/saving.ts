import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { apiOf, useApi } from '../api.ts'
import { refreshLists } from './lists.ts'
import { type ItemToSave, savedToKey } from './savedTo.ts'

/** Ids of those of the viewer's lists that have the item. */
export const savedToQuery = (item: ItemToSave) =>
  queryOptions({
    queryKey: savedToKey(item),
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listSavedTo', { query: { id: item.id, type: item.type } }, { signal }),
    // Kept also while its card is far from what is seen of a long feed: the feed knows only what it was when it was loaded.
    gcTime: Number.POSITIVE_INFINITY,
  })

/**
 * Requests in flight, by item and list. They are serialized, so that they arrive in order.
 */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Saves an item to a list, or removes it, with an optimistic update. A failure reverts it and fetches the
 * true state.
 */
export function useSaveToList(item: ItemToSave, onFailure: (error: unknown) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = savedToQuery(item)
  // Never rejects: `onFailure` gets the error.
  return async (listId: number, wants: 'add' | 'remove'): Promise<void> => {
    const key = `${item.type} ${item.id} ${listId}`
    const show = (isSaved: boolean) =>
      queryClient.setQueryData(queryKey, (ids = []) =>
        isSaved ? [...new Set([...ids, listId])] : ids.filter((id) => id !== listId),
      )
    const call = {
      params: { listId: String(listId) },
      // The page of the list that comes back is not used.
      query: { limit: 1 },
      body: { targetType: item.type, targetId: item.id },
    }
    const send = (): Promise<unknown> =>
      wants === 'add' ? api.call('addItemById', call) : api.call('removeItemsById', call)
    const sent = (underWay.get(key) ?? Promise.resolve()).then(send, send)
    underWay.set(key, sent)
    const isLatest = () => underWay.get(key) === sent
    show(wants === 'add')
    // A query in flight would return the state before the click. Cancelling it reverts the update, so it is applied
    // again.
    await queryClient.cancelQueries({ queryKey })
    show(wants === 'add')
    try {
      await sent
      refreshLists(queryClient)
    } catch (error) {
      if (isLatest()) show(wants === 'remove')
      onFailure(error)
    } finally {
      if (isLatest()) {
        underWay.delete(key)
        // The dialog may have fetched the state before this change meanwhile.
        queryClient.invalidateQueries({ queryKey })
      }
    }
  }
}
