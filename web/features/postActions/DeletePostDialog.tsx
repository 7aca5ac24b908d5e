import { useRef, useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useDeletePost } from '../../data/posts/postActions.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useFocusNextCard } from '../reasons/useFocusNextCard.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface DeletePostDialogProps {
  post: Post
  onClose: () => void
}

/** Asks for confirmation before authors delete their post, and whether with its content. */
export default function DeletePostDialog({ post, onClose }: DeletePostDialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const toasts = useToasts()
  const remove = useDeletePost(post)
  const [withContent, setWithContent] = useState(false)
  const inside = useRef<HTMLDivElement>(null)
  const focus = useFocusNextCard(inside)
  const confirm = async () => {
    focus.choose()
    try {
      await remove.mutateAsync({ as: 'normal', withContent, reason: '' })
      onClose()
      toasts.show(t('Post deleted.'), { tone: 'success' })
    } catch (error) {
      focus.forget()
      notifyFailure(error)
    }
  }
  return (
    <ConfirmDialog
      title={t('Delete post?')}
      confirmLabel={t('Delete post')}
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div ref={inside} className="stack">
        <p>{t("This can't be undone. The comments stay.")}</p>
        <Checkbox
          label={t('Also delete the content')}
          hint={t('Otherwise, anyone with the link can still read it.')}
          checked={withContent}
          onChange={setWithContent}
        />
      </div>
    </ConfirmDialog>
  )
}
