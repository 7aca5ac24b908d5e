import { useViewer } from '../../data/account/initial.ts'
import type { ItemToSave } from '../../data/lists/saving.ts'
import { useDialogs } from '../dialogs/dialogs.tsx'

/** Opens the dialog to save something to lists; guests are prompted to log in. */
export function useAskWhereToSave(): (item: ItemToSave) => void {
  const viewer = useViewer()
  const dialogs = useDialogs()
  return (item) => (viewer ? dialogs.openSaveToList(item) : dialogs.open('login-prompt'))
}
