import { useState } from 'react'
import type { HeldItem } from '../../../contract/entities/held.ts'
import { t } from '../../../contract/texts/t.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ReasonField } from '../reasons/ReasonField.tsx'

interface DeclineDialogProps {
  items: readonly HeldItem[]
  busy: boolean
  /** @returns whether it was answered. */
  onDecline: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the reason why something that waits for review is declined, which may stay empty. */
export function DeclineDialog({ items, busy, onDecline, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const submit = async () => {
    if (await onDecline(reason)) onClose()
  }
  return (
    <FormDialog
      title={titleFor(items)}
      submitLabel={t('Decline')}
      danger
      isQuick
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

function titleFor(items: readonly HeldItem[]): string {
  if (items.length > 1)
    return t('Decline {count, plural, one {# item} other {# items}}?', { count: items.length })
  return t(
    '{kind, select, post {Decline this post?} comment {Decline this comment?} other {Decline this edit?}}',
    { kind: items[0]?.kind ?? 'edit' },
  )
}
