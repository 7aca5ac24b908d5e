import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { t } from '../../../contract/texts/t.ts'
import { useDeletePost } from '../../data/posts/postActions.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { ReasonField } from '../reasons/ReasonField.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface DeletePostContentDialogProps {
  post: Post
  as: UserGroup
  onClose: () => void
}

/** Asks for confirmation before the content of a deleted post is erased. */
export default function DeletePostContentDialog({ post, as, onClose }: DeletePostContentDialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const remove = useDeletePost(post)
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={t("Delete this post's content?")}
      submitLabel={t('Delete content')}
      danger
      busy={remove.isPending}
      onSubmit={() =>
        remove.mutate({ as, withContent: true, reason }, { onSuccess: onClose, onError: notifyFailure })
      }
      onClose={onClose}
    >
      <p>{t('The text, images and link will be permanently deleted.')}</p>
      {as !== 'normal' && <ReasonField value={reason} onChange={setReason} />}
    </FormDialog>
  )
}
