import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { Toast, type ToastAction, type ToastTone } from './Toast.tsx'
import styles from './toasts.module.css'

const toastMs = 3000
/** What was typed in a dialog waits for another attempt. */
const failureInDialogMs = 10_000

interface ToastOptions {
  /** Duration in milliseconds; 3000 by default, longer for what went wrong in a dialog. */
  ms?: number
  tone?: ToastTone
  action?: ToastAction
}

interface ShownToast extends ToastOptions {
  readonly id: number
  readonly text: string
  /** Whether it says what went wrong in a dialog. */
  readonly isOfDialog: boolean
}

interface Toasts {
  show(text: string, options?: ToastOptions): void
  /** Takes away what went wrong in a dialog, which has been closed. */
  leaveDialog(): void
}

const ToastsContext = createContext<Toasts>({ show: () => {}, leaveDialog: () => {} })

export const useToasts = (): Toasts => useContext(ToastsContext)

/** Shows short messages, each for a while. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const lastId = useRef(0)
  const remove = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (text: string, options: ToastOptions = {}) => {
      lastId.current += 1
      const id = lastId.current
      const isOfDialog = options.tone === 'danger' && document.documentElement.hasAttribute('data-modal')
      // A repeated message would only push the first one away, and another attempt says what became of it.
      const isOutdated = (toast: ShownToast) => toast.text === text || toast.isOfDialog
      setShown((all) => [...all.filter((toast) => !isOutdated(toast)), { ...options, id, text, isOfDialog }])
      setTimeout(() => remove(id), options.ms ?? (isOfDialog ? failureInDialogMs : toastMs))
    },
    [remove],
  )
  const leaveDialog = useCallback(() => setShown((all) => all.filter(({ isOfDialog }) => !isOfDialog)), [])
  const [toasts] = useState({ show, leaveDialog })
  return (
    <ToastsContext value={toasts}>
      {children}
      {/* The live region exists before its messages, or some screen readers do not announce them. */}
      {/* `openModal` moves the inner element, so it has a place of its own. */}
      <div className={styles.place}>
        <div id="toasts" className={styles.toasts} aria-live="polite">
          {shown.map(({ id, text, tone, action }) => (
            <Toast
              key={id}
              text={text}
              {...(tone && { tone })}
              {...(action && { action })}
              onDismiss={() => remove(id)}
            />
          ))}
        </div>
      </div>
    </ToastsContext>
  )
}
