import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useDecide } from '../../data/moderation/decisions.ts'
import type { Content } from '../../data/posts/contents.ts'
import type { Role } from '../../data/users/roles.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'

interface LockDialogProps {
  content: Content
  as: Role
  onFailure: (error: unknown) => void
  onClose: () => void
}

/** Asks why a moderator or admin locks a post or comment, which also closes its reports. */
export default function LockDialog({ content, as, onFailure, onClose }: LockDialogProps) {
  const { type } = content
  const decide = useDecide(content)
  const toasts = useToasts()
  const [reason, setReason] = useState('')
  const lock = async () => {
    try {
      await decide.mutateAsync({ action: 'lock', as, reason: reason.trim() })
      onClose()
      toasts.show(type === 'post' ? t('Post locked.') : t('Replies locked.'), { tone: 'success' })
    } catch (error) {
      onFailure(error)
    }
  }
  return (
    <FormDialog
      title={type === 'post' ? t('Lock this post?') : t('Lock this comment?')}
      submitLabel={t('Lock')}
      busy={decide.isPending}
      isQuick
      onSubmit={lock}
      onClose={onClose}
    >
      <p>
        {type === 'post'
          ? t("No one can comment or vote until it's unlocked.")
          : t("No one can reply to it, or to replies below it, until it's unlocked.")}
      </p>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
