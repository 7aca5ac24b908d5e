import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'

interface LockDialogProps {
  title: string
  /** The consequences, as text. */
  text: string
  busy: boolean
  onLock: (reason: string) => void
  onClose: () => void
}

/** Asks for confirmation and a reason before something is locked. */
export default function LockDialog({ title, text, busy, onLock, onClose }: LockDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={title}
      submitLabel={t('Lock')}
      busy={busy}
      isQuick
      onSubmit={() => onLock(reason)}
      onClose={onClose}
    >
      <p>{text}</p>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
