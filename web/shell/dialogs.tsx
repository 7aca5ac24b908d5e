import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
import type { ItemToSave } from '../data/saving.ts'
import { useNavigator } from '../navigation.ts'

const hosted = {
  login: lazy(() => import('./login/LoginDialog.tsx')),
  signup: lazy(() => import('./signup/SignupDialog.tsx')),
  /** 'Login to continue': what a guest wanted to do needs an account. */
  'login-prompt': lazy(() => import('./login/LoginPrompt.tsx')),
  'create-community': lazy(() => import('./community/CreateCommunityDialog.tsx')),
  'request-community': lazy(() => import('./community/RequestCommunityDialog.tsx')),
  /** The left column, where there is no room for it. */
  menu: lazy(() => import('./Drawer.tsx')),
  search: lazy(() => import('./search/SearchDialog.tsx')),
  shortcuts: lazy(() => import('./ShortcutsDialog.tsx')),
}

const SaveToListDialog = lazy(() => import('./lists/SaveToListDialog.tsx'))

export type DialogName = keyof typeof hosted

/** The dialog that is open; the one to save to lists with the item that it is about. */
type Opened = { readonly name: DialogName } | ({ readonly name: 'save-to-list' } & ItemToSave)

interface Dialogs {
  /** Opens a dialog in place of the one that may be open. */
  open(name: DialogName): void
  /** Asks to which of their lists a member wants to save something. */
  openSaveToList(item: ItemToSave): void
  close(): void
}

const DialogsContext = createContext<Dialogs>({ open: () => {}, openSaveToList: () => {}, close: () => {} })

export const useDialogs = (): Dialogs => useContext(DialogsContext)

/** The dialogs that can be opened from everywhere, one at a time. A back step closes them, and so does a new page. */
export function DialogsProvider({ children }: { children: ReactNode }) {
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
  // A dialog that another one took the place of may still report that it was closed.
  const close = () => latest.current === opened && dialogs.close()
  return (
    <DialogsContext value={dialogs}>
      {children}
      {opened && (
        <Suspense>
          <Open opened={opened} onClose={close} />
        </Suspense>
      )}
    </DialogsContext>
  )
}

function Open({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.name === 'save-to-list') return <SaveToListDialog item={opened} onClose={onClose} />
  const Hosted = hosted[opened.name]
  return <Hosted onClose={onClose} />
}
