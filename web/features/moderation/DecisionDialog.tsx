import { useState } from 'react'
import { type Decision, useDecide } from '../../data/moderation/moderation.ts'
import type { Content } from '../../data/posts/contents.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ReasonField } from '../reasons/ReasonField.tsx'
import styles from './DecisionDialog.module.css'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

interface DecisionDialogProps extends Pick<Decision, 'as'> {
  content: Content
  action: 'remove' | 'lock'
  onClose: () => void
}

const texts = {
  remove: {
    post: 'It disappears from all feeds and cannot be brought back. Its author, moderators and admins can still read it.',
    comment: 'Its text is hidden and cannot be brought back. Replies stay.',
  },
  lock: {
    post: 'Nobody can comment on it or vote any more, until it is unlocked.',
    comment: 'Nobody can reply to it, or to anything below it, until it is unlocked.',
  },
}
const labels = { remove: 'Remove', lock: 'Lock' }
const done = {
  remove: { post: 'Post removed.', comment: 'Comment removed.' },
  lock: { post: 'Post locked.', comment: 'Replies locked.' },
}

/** Asks for confirmation and a reason before a post or comment is removed or locked, which also closes its reports. */
export function DecisionDialog({ content, action, as, onClose }: DecisionDialogProps) {
  const { type } = content
  const decide = useDecide(content)
  const toasts = useToasts()
  const notifyFailure = useNotifyDecisionFailure(type)
  const [reason, setReason] = useState('')
  const confirm = async () => {
    try {
      await decide.mutateAsync({ action, as, reason: reason.trim() })
      onClose()
      toasts.show(done[action][type], { tone: 'success' })
    } catch (error) {
      onClose()
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={`${labels[action]} this ${type}?`}
      confirmLabel={labels[action]}
      danger={action === 'remove'}
      busy={decide.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.questions}>
        <p>{texts[action][type]}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
