import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from 'react'
import { useNavigator } from '../navigation.ts'

const hosted = {
  login: lazy(() => import('./login/LoginDialog.tsx')),
  signup: lazy(() => import('./signup/SignupDialog.tsx')),
  /** 'Login to continue': what a guest wanted to do needs an account. */
  'login-prompt': lazy(() => import('./login/LoginPrompt.tsx')),
  'create-community': lazy(() => import('./community/CreateCommunityDialog.tsx')),
  /** The left column, where there is no room for it. */
  menu: lazy(() => import('./Drawer.tsx')),
  search: lazy(() => import('./search/SearchDialog.tsx')),
}

export type DialogName = keyof typeof hosted

interface Dialogs {
  /** Opens a dialog in place of the one that may be open. */
  open(name: DialogName): void
  close(): void
}

const DialogsContext = createContext<Dialogs>({ open: () => {}, close: () => {} })

export const useDialogs = (): Dialogs => useContext(DialogsContext)

/** The dialogs that can be opened from everywhere, one at a time. A back step closes them, and so does a new page. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const navigator = useNavigator()
  const [opened, setOpened] = useState<DialogName | null>(null)
  const latest = useRef<DialogName | null>(null)
  const dialogs = useMemo(() => {
    const show = (next: DialogName | null) => {
      latest.current = next
      setOpened(next)
    }
    return {
      open(name: DialogName) {
        navigator.openLayer(() => show(null))
        show(name)
      },
      close() {
        if (!latest.current) return
        show(null)
        navigator.closeLayer()
      },
    }
  }, [navigator])
  const Open = opened && hosted[opened]
  return (
    <DialogsContext value={dialogs}>
      {children}
      {Open && (
        <Suspense>
          {/* A dialog that another one took the place of may still report that it was closed. */}
          <Open onClose={() => latest.current === opened && dialogs.close()} />
        </Suspense>
      )}
    </DialogsContext>
  )
}
