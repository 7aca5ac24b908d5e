import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ItemToSave } from '../../data/lists/saving.ts'
import { useNavigator } from '../../router/navigator.ts'

/** The dialogs that can be opened from everywhere. */
export type DialogName =
  | 'login'
  | 'signup'
  | 'login-prompt'
  | 'welcome'
  | 'agreement'
  | 'create-community'
  | 'request-community'
  | 'menu'
  | 'search'
  | 'shortcuts'

/** The open dialog, with the item to save for `save-to-list`. */
type Opened = { readonly name: DialogName } | ({ readonly name: 'save-to-list' } & ItemToSave)

export interface HostedDialogProps {
  opened: Opened
  onClose: () => void
}

interface Dialogs {
  /** Opens a dialog, in place of the open one if there is one. */
  open(name: DialogName): void
  /** Opens the dialog in which members save something to their lists. */
  openSaveToList(item: ItemToSave): void
  close(): void
}

const DialogsContext = createContext<Dialogs>({ open: () => {}, openSaveToList: () => {}, close: () => {} })

export const useDialogs = (): Dialogs => useContext(DialogsContext)

interface DialogsProviderProps {
  /** Shows the open dialog. Dialogs use features themselves, so the shell passes it in; importing it here would make a cycle. */
  Hosted: ComponentType<HostedDialogProps>
  children: ReactNode
}

/** Shows one of the hosted dialogs at a time. A back step or a navigation closes it. */
export function DialogsProvider({ Hosted, children }: DialogsProviderProps) {
  const navigator = useNavigator()
  const [opened, setOpened] = useState<Opened | null>(null)
  const latest = useRef<Opened | null>(null)
  const dialogs = useMemo(() => {
    const show = (next: Opened | null) => {
      latest.current = next
      setOpened(next)
    }
    const open = (next: Opened) => {
      navigator.openLayer(() => show(null))
      show(next)
    }
    return {
      open: (name: DialogName) => open({ name }),
      openSaveToList: (item: ItemToSave) => open({ name: 'save-to-list', ...item }),
      close() {
        if (!latest.current) return
        show(null)
        navigator.closeLayer()
      },
    }
  }, [navigator])
  // A dialog that was replaced may still report that it was closed.
  const close = () => latest.current === opened && dialogs.close()
  return (
    <DialogsContext value={dialogs}>
      {children}
      {opened && <Hosted opened={opened} onClose={close} />}
    </DialogsContext>
  )
}
