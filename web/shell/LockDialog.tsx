import { useState } from 'react'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { ReasonField } from '../components/ReasonField.tsx'
import styles from './LockDialog.module.css'

interface LockDialog {
  title: string
  /** What follows from it. */
  text: string
  busy: boolean
  onLock: (reason: string) => void
  onClose: () => void
}

/** Asks before something is locked, and why it is. */
export default function LockDialog({ title, text, busy, onLock, onClose }: LockDialog) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={title}
      confirmLabel="Lock"
      busy={busy}
      onConfirm={() => onLock(reason)}
      onClose={onClose}
    >
      <div className={styles.lock}>
        <p>{text}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
