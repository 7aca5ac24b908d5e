import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  /** The question. */
  title: string
  /** The consequences. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** Whether the request is running. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. The initial focus is on the button that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = t('Cancel'),
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
