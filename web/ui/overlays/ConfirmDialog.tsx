import type { ReactNode } from 'react'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  /** The question. */
  title: string
  /** What follows from yes. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Red, for what cannot be taken back. */
  danger?: boolean
  /** The answer is on its way. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done. The focus starts on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    busy = false,
    onConfirm,
    onClose,
  } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'main'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
