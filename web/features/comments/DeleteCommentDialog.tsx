import { useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { useDeleteComment } from '../../data/comments/comments.ts'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { ReasonField } from '../reasons/ReasonField.tsx'
import styles from './DeleteCommentDialog.module.css'
import { useDiscussion } from './discussion.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

interface DeleteCommentDialogProps {
  comment: Comment
  isOwn: boolean
  onClose: () => void
}

/** Asks for confirmation, and for the role if the viewer has several. */
export function DeleteCommentDialog({ comment, isOwn, onClose }: DeleteCommentDialogProps) {
  const { roles: viewerRoles } = useDiscussion()
  const notifyFailure = useNotifyCommentFailure()
  const remove = useDeleteComment(comment)
  const roles: UserGroup[] = [...(isOwn ? ['normal' as const] : []), ...viewerRoles]
  const [role, setRole] = useState<UserGroup>(roles[0] ?? 'normal')
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title="Delete comment?"
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ as: role, reason }, { onError: notifyFailure, onSettled: onClose })}
      onClose={onClose}
    >
      {roles.length > 1 && (
        <RadioGroup
          legend="Delete as"
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
          value={role}
          onChange={setRole}
        />
      )}
      <p className={styles.consequence}>{consequences[role]}</p>
      {role !== 'normal' && (
        <div className={styles.reason}>
          <ReasonField value={reason} onChange={setReason} />
        </div>
      )}
    </ConfirmDialog>
  )
}

const roleNames: Record<UserGroup, string> = { normal: 'Author', mods: 'Moderator', admins: 'Admin' }

const consequences: Record<UserGroup, string> = {
  normal: 'Its text is erased and cannot be brought back. Replies stay.',
  mods: 'Only moderators and admins can read its text from then on. Replies stay.',
  admins: 'Only admins can read its text from then on. Replies stay.',
}
