import { useState } from 'react'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ReasonField } from '../../components/ReasonField.tsx'
import type { Content } from '../../data/contents.ts'
import { type Decision, useDecide } from '../../data/moderation.ts'
import { useToasts } from '../../shell/toasts.tsx'
import styles from './DecisionDialog.module.css'
import { useNotifyDecisionFailure } from './useNotifyDecisionFailure.ts'

interface DecisionDialog extends Pick<Decision, 'as'> {
  content: Content
  deed: 'remove' | 'lock'
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

/** Asks before a post or comment is removed or locked, and why. What was reported about it is closed by that. */
export function DecisionDialog({ content, deed, as, onClose }: DecisionDialog) {
  const { type } = content
  const decide = useDecide(content)
  const toasts = useToasts()
  const notifyFailure = useNotifyDecisionFailure(type)
  const [reason, setReason] = useState('')
  const confirm = async () => {
    try {
      await decide.mutateAsync({ deed, as, reason: reason.trim() })
      onClose()
      toasts.show(done[deed][type], { tone: 'success' })
    } catch (error) {
      onClose()
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={`${labels[deed]} this ${type}?`}
      confirmLabel={labels[deed]}
      danger={deed === 'remove'}
      busy={decide.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.questions}>
        <p>{texts[deed][type]}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
