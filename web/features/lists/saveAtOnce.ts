import type { QueryClient } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { initialQuery } from '../../data/account/initial.ts'
import { apiOf } from '../../data/api.ts'
import { refreshLists } from '../../data/lists/lists.ts'
import type { ItemToSave } from '../../data/lists/savedTo.ts'
import { savedToQuery } from '../../data/lists/saving.ts'
import type { useToasts } from '../../ui/feedback/toasts.tsx'
import type { useDialogs } from '../dialogs/dialogs.tsx'
import { notifySaveFailure } from './notifySaveFailure.ts'

/** Every account begins with this list. Its owner may delete it. */
const defaultList = 'bookmarks'

/** Long enough to choose another list. */
const toastMs = 6000

interface Site {
  queryClient: QueryClient
  toasts: ReturnType<typeof useToasts>
  fail: (error: unknown) => void
  dialogs: ReturnType<typeof useDialogs>
}

/**
 * Saves something to the default list, else to the one that was used last, and offers to choose others. What is saved already, and
 * members without lists, get the dialog. Never rejects.
 */
export async function saveAtOnce(item: ItemToSave, site: Site): Promise<void> {
  const { queryClient, toasts, dialogs, fail } = site
  const choose = () => dialogs.openSaveToList(item)
  const lists = queryClient.getQueryData(initialQuery.queryKey)?.lists ?? []
  const list = lists.find(({ name }) => name === defaultList) ?? lists[0]
  if (!list) return choose()
  try {
    const savedTo = await queryClient.fetchQuery({ ...savedToQuery(item), staleTime: 0 })
    if (savedTo.length > 0) return choose()
    await apiOf(queryClient).call('addItemById', {
      params: { listId: String(list.id) },
      // The page of the list that comes back is not used.
      query: { limit: 1 },
      body: { targetType: item.type, targetId: item.id },
    })
    queryClient.setQueryData(savedToQuery(item).queryKey, [list.id])
    refreshLists(queryClient)
    toasts.show(t('Saved to “{list}”', { list: list.displayName }), {
      tone: 'success',
      ms: toastMs,
      action: { label: t('Change'), onPress: choose },
    })
  } catch (error) {
    notifySaveFailure(error, { toasts, fail })
  }
}
