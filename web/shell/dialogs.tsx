import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { useNavigator, useShown } from '../navigation.ts'

const hosted = {
  login: lazy(() => import('./login/LoginDialog.tsx')),
  signup: lazy(() => import('./signup/SignupDialog.tsx')),
  /** 'Login to continue': what a guest wanted to do needs an account. */
  'login-prompt': lazy(() => import('./login/LoginPrompt.tsx')),
  'create-community': lazy(() => import('./community/CreateCommunityDialog.tsx')),
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
  const { key } = useShown()
  const [opened, setOpened] = useState<{ name: DialogName; onPage: string } | null>(null)
  const dialogs = useMemo<Dialogs>(
    () => ({
      open(name) {
        navigator.openLayer(() => setOpened(null))
        setOpened({ name, onPage: key })
      },
      close() {
        setOpened(null)
        navigator.closeLayer()
      },
    }),
    [navigator, key],
  )
  const Open = opened?.onPage === key ? hosted[opened.name] : null
  return (
    <DialogsContext value={dialogs}>
      {children}
      {Open && (
        <Suspense>
          <Open onClose={dialogs.close} />
        </Suspense>
      )}
    </DialogsContext>
  )
}
