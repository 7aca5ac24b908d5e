import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useLimitComments } from '../../data/posts/commentLimits.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { CommentLimitFields } from './CommentLimitFields.tsx'
import { changeOf, draftOf } from './limitDraft.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface LimitCommentsDialogProps {
  post: Pick<Post, 'publicId' | 'commentLimits'>
  onClose: () => void
}

/** Slow mode of a post, and who may comment on it. */
export default function LimitCommentsDialog({ post, onClose }: LimitCommentsDialogProps) {
  const [before] = useState(() => draftOf(post.commentLimits, new Date()))
  const [draft, setDraft] = useState(before)
  const limit = useLimitComments(post)
  const toasts = useToasts()
  const notifyFailure = useNotifyPostFailure()
  const submit = () =>
    limit.mutate(changeOf(before, draft), {
      onSuccess: () => {
        toasts.show(t('Settings saved.'), { tone: 'success' })
        onClose()
      },
      onError: notifyFailure,
    })
  return (
    <FormDialog
      title={t('Limit comments')}
      submitLabel={t('Save')}
      busy={limit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('Moderators and admins can always comment.')}</p>
      <CommentLimitFields
        draft={draft}
        saved={before}
        onChange={(change) => setDraft((old) => ({ ...old, ...change }))}
      />
    </FormDialog>
  )
}
