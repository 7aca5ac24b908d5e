import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { Toast, type ToastAction, type ToastTone } from './Toast.tsx'
import styles from './toasts.module.css'

const toastMs = 3000

interface ToastOptions {
  /** Duration in milliseconds; 3000 by default. */
  ms?: number
  tone?: ToastTone
  action?: ToastAction
}

interface Toasts {
  show(text: string, options?: ToastOptions): void
}

const ToastsContext = createContext<Toasts>({ show: () => {} })

export const useToasts = (): Toasts => useContext(ToastsContext)

/** Shows short messages, each for a while. */
export function ToastsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<({ id: number; text: string } & ToastOptions)[]>([])
  const lastId = useRef(0)
  const remove = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback(
    (text: string, options: ToastOptions = {}) => {
      lastId.current += 1
      const id = lastId.current
      // A repeated message would only push the first one away.
      setShown((all) => [...all.filter((toast) => toast.text !== text), { ...options, id, text }])
      setTimeout(() => remove(id), options.ms ?? toastMs)
    },
    [remove],
  )
  const [toasts] = useState({ show })
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
