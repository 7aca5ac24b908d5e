import type { Comment } from '../../../contract/entities/comment.ts'
import { useDeleteComment } from '../../data/comments/comments.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface DeleteCommentDialogProps {
  comment: Comment
  onClose: () => void
}

/** Asks for confirmation before authors delete their comment. */
export function DeleteCommentDialog({ comment, onClose }: DeleteCommentDialogProps) {
  const notifyFailure = useNotifyCommentFailure()
  const remove = useDeleteComment(comment)
  return (
    <ConfirmDialog
      title="Delete comment?"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onError: notifyFailure, onSettled: onClose })}
      onClose={onClose}
    >
      <p>Its text is erased and cannot be brought back. Replies stay.</p>
    </ConfirmDialog>
  )
}
