import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ItemToSave } from '../../data/lists/savedTo.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'

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

type Question = 'agreement' | 'login-prompt'

/** The open dialog, with the item to save for `save-to-list`. */
type Opened = { readonly name: DialogName } | ({ readonly name: 'save-to-list' } & ItemToSave)

export interface HostedDialogProps {
  opened: Opened
  onClose: () => void
}

interface Dialogs {
  /** Opens a dialog, in place of the open one if there is one. */
  open(name: DialogName): void
  /** Opens a dialog over the open one, which stays with what was typed in it: for what has to be answered first. */
  ask(name: Question): void
  /** Opens the dialog in which members save something to their lists. */
  openSaveToList(item: ItemToSave): void
  close(): void
}

const DialogsContext = createContext<Dialogs>({
  open: () => {},
  ask: () => {},
  openSaveToList: () => {},
  close: () => {},
})

export const useDialogs = (): Dialogs => useContext(DialogsContext)

interface DialogsProviderProps {
  /** Shows the open dialog. Dialogs use features themselves, so the shell passes it in; importing it here would make a cycle. */
  Hosted: ComponentType<HostedDialogProps>
  children: ReactNode
}

/** Shows one of the hosted dialogs at a time, and over it what members are asked. A back step or a navigation closes it. */
export function DialogsProvider({ Hosted, children }: DialogsProviderProps) {
  const navigator = useNavigator()
  const [opened, setOpened] = useState<Opened | null>(null)
  const latest = useRef<Opened | null>(null)
  const { isOpen: isAsking, open: openQuestion, close: endAsking } = useLayer()
  const [question, setQuestion] = useState<Question>('agreement')
  const dialogs = useMemo(() => {
    const show = (next: Opened | null) => {
      latest.current = next
      setOpened(next)
    }
    const hide = () => show(null)
    const open = (next: Opened) => {
      navigator.openLayer(hide)
      show(next)
    }
    return {
      open: (name: DialogName) => open({ name }),
      ask(about: Question) {
        setQuestion(about)
        openQuestion()
      },
      openSaveToList: (item: ItemToSave) => open({ name: 'save-to-list', ...item }),
      close() {
        if (!latest.current) return
        hide()
        navigator.closeLayer(hide)
      },
    }
  }, [navigator, openQuestion])
  // A dialog that was replaced may still report that it was closed.
  const close = () => latest.current === opened && dialogs.close()
  return (
    <DialogsContext value={dialogs}>
      {children}
      {opened && <Hosted opened={opened} onClose={close} />}
      {isAsking && <Hosted opened={{ name: question }} onClose={endAsking} />}
    </DialogsContext>
  )
}
