import type { Comment } from '../../../contract/entities/comment.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Menu } from '../../components/Menu.tsx'
import { useCommentSource, useDeleteComment } from '../../data/comments.ts'
import { useLayer } from '../../shell/useLayer.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface OwnCommentMenu {
  comment: Comment
  /** Called with the Markdown of the comment. */
  onEdit: (source: string) => void
}

/** What authors can do with their comment. */
export function OwnCommentMenu({ comment, onEdit }: OwnCommentMenu) {
  const source = useCommentSource()
  const notifyFailure = useNotifyCommentFailure()
  const question = useLayer()
  return (
    <>
      <Menu
        label="More"
        items={[
          {
            label: 'Edit',
            icon: 'edit',
            onSelect: () => source.mutate(comment.id, { onSuccess: onEdit, onError: notifyFailure }),
          },
          { label: 'Delete', icon: 'delete', danger: true, onSelect: question.open },
        ]}
      />
      {question.isOpen && <DeleteDialog comment={comment} onClose={question.close} />}
    </>
  )
}

function DeleteDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
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
