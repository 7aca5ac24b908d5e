import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useErase } from '../../data/moderation/removal.ts'
import type { Content } from '../../data/posts/contents.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'

interface EraseDialogProps {
  content: Content
  onFailure: (error: unknown) => void
  onClose: () => void
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
      onSuccess: () => {
        onClose()
        toasts.show(type === 'post' ? t('Post erased.') : t('Comment erased.'), { tone: 'success' })
      },
      onError: onFailure,
    })
  }
  return (
    <FormDialog
      title={type === 'post' ? t('Erase this post?') : t('Erase this comment?')}
      submitLabel={type === 'post' ? t('Erase post') : t('Erase comment')}
      danger
      busy={erase.isPending}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p>
        {type === 'post'
          ? t(
              'This erases the title, text, images, link and earlier versions for everyone, including admins.',
            )
          : t(
              'This erases the text, images and earlier versions for everyone, including admins. Replies stay.',
            )}
      </p>
      <p>
        {t("This can't be undone, even after an appeal. Use it only for private data and illegal images.")}
      </p>
      <ReasonField value={reason} onChange={setReason} {...(isMissing && { error: t('Write a reason') })} />
    </FormDialog>
  )
}
