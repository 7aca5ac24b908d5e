import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useErase } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './ReasonDialog.module.css'
import { ReasonField } from './ReasonField.tsx'

interface EraseDialogProps {
  content: Content
  onFailure: (error: unknown) => void
  onClose: () => void
}

const consequences = {
  post: 'Title, text, images, link and earlier versions are erased for everyone, moderators and admins included.',
  comment:
    'Text, images and earlier versions are erased for everyone, moderators and admins included. Replies stay.',
}

/** Asks why a moderator or admin erases a post or comment, which cannot be undone. */
export default function EraseDialog({ content, onFailure, onClose }: EraseDialogProps) {
  const { type } = content
  const erase = useErase(content)
  const toasts = useToasts()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true)
    erase.mutate(reason.trim(), {
      onSuccess: () =>
        toasts.show(type === 'post' ? t('Post erased.') : t('Comment erased.'), { tone: 'success' }),
      onError: onFailure,
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      title={`Erase this ${type}?`}
      confirmLabel={`Erase ${type}`}
      danger
      busy={erase.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={styles.content}>
        <p>{consequences[type]}</p>
        <p>
          {t(
            'This is permanent: it can’t be restored, and an appeal can’t bring it back. Use it for private addresses and unlawful pictures.',
          )}
        </p>
        <ReasonField value={reason} onChange={setReason} {...(isMissing && { error: 'Write a reason' })} />
      </div>
    </ConfirmDialog>
  )
}
