import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { classNames } from '../classNames.ts'
import { useToasts } from '../feedback/toasts.tsx'
import styles from './Dialog.module.css'
import { openModal } from './openModal.ts'

interface DialogProps {
  title: string
  /** Called on Escape, a click outside and the close button. The dialog is open as long as it is rendered. */
  onClose: () => void
  children: ReactNode
  /** The buttons at the end, the main one last. */
  actions?: ReactNode
  wide?: boolean
  /** `top`: at the upper edge, on phones over the whole screen. The content has the close button; the title is not shown. */
  placement?: 'center' | 'top'
  /** Custom properties that place it: see `.top`. */
  style?: CSSProperties | undefined
}

/**
 * A modal dialog. The native `<dialog>` traps the focus, starts it at the first field or button of the content, and
 * restores it.
 */
export function Dialog({ title, onClose, children, actions, wide, placement, style }: DialogProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const isLeaving = useRef(false)
  const { leaveDialog } = useToasts()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    isLeaving.current = false
    const close = openModal(dialog)
    return () => {
      isLeaving.current = true
      close()
      leaveDialog()
    }
  }, [leaveDialog])
  useClickOutside(ref, onClose)
  return (
    <dialog
      ref={ref}
      className={classNames(styles.dialog, wide && styles.wide, placement === 'top' && styles.top)}
      style={style}
      aria-labelledby={id}
      onKeyDown={submitForm}
      onCancel={(event) => {
        // A file chooser inside also sends `cancel` when nothing is chosen.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // Some browsers close on the second Escape without a `cancel` event.
        if (event.target === event.currentTarget && !event.currentTarget.open && !isLeaving.current) onClose()
      }}
    >
      {placement === 'top' ? (
        <>
          <h2 id={id} className="visually-hidden">
            {title}
          </h2>
          {children}
        </>
      ) : (
        <div className={styles.inside}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
          {/* Last, so that the initial focus is in the content. */}
          <div className={styles.close}>
            <IconButton icon="close" label={t('Close')} onClick={onClose} />
          </div>
        </div>
      )}
    </dialog>
  )
}

/** Ctrl+Enter in a form inside does what its button does, as it does where people write: in texts, Enter begins a new line. */
function submitForm(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, metaKey, target } = event
  if (event.defaultPrevented || key !== 'Enter' || shiftKey || !(ctrlKey || metaKey)) return
  // The page or another dialog around this one may have a form of its own.
  if (!(target instanceof Element) || target.closest('form, dialog')?.localName !== 'form') return
  const button = target.closest('form')?.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!button) return
  event.preventDefault()
  button.click()
}

/** A press and release on the backdrop; selecting text from the inside to the outside is neither. */
function useClickOutside(ref: { current: HTMLDialogElement | null }, onClickOutside: () => void) {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    let pressedOutside = false
    const press = (event: PointerEvent) => {
      pressedOutside = event.target === dialog
    }
    const click = (event: MouseEvent) => {
      if (pressedOutside && event.target === dialog) onClickOutside()
    }
    dialog.addEventListener('pointerdown', press)
    dialog.addEventListener('click', click)
    return () => {
      dialog.removeEventListener('pointerdown', press)
      dialog.removeEventListener('click', click)
    }
  }, [ref, onClickOutside])
}
