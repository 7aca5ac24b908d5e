import { useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../../data/account/initial.ts'
import type { ItemToSave } from '../../data/lists/savedTo.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'

/** Saves something to the viewer's default list, or opens the dialog of what is saved already; guests are prompted to log in. */
export function useSave(): (item: ItemToSave) => void {
  const viewer = useViewer()
  const site = {
    queryClient: useQueryClient(),
    toasts: useToasts(),
    dialogs: useDialogs(),
    fail: useNotifyFailure(),
  }
  return (item) => {
    if (!viewer) return site.dialogs.open('login-prompt')
    // Members save long after the page has loaded.
    import('./saveAtOnce.ts').then(({ saveAtOnce }) => saveAtOnce(item, site), site.fail)
  }
}
