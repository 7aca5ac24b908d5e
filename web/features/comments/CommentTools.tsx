import { useState } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfComment } from '../../data/comments/commentPath.ts'
import { useChangeComment, useCommentSource, useDeleteComment } from '../../data/comments/comments.ts'
import { usePinComment } from '../../data/comments/pin.ts'
import { useIsSaved } from '../../data/lists/savedTo.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import { useLayer } from '../../router/useLayer.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useSave } from '../lists/useSave.ts'
import { hasShareSheet, openShareSheet } from '../sharing/share.ts'
import { useCopyLink } from '../sharing/useCopyLink.ts'
import { type CommentMenuActions, commentMenuItems } from './commentMenuItems.ts'
import { useDiscussion } from './discussion.ts'
import { useNotifyCommentFailure } from './useNotifyCommentFailure.ts'

const RemoveDialog = onDemand(() => import('../reasons/RemoveDialog.tsx'))
const EraseDialog = onDemand(() => import('../reasons/EraseDialog.tsx'))
const LockDialog = onDemand(() => import('../reasons/LockDialog.tsx'))
const ReportDialog = onDemand(() => import('../report/ReportDialog.tsx'))

interface CommentToolsProps {
  comment: Comment
  /** The menu's button while the menu is open. */
  open: OpenMenu | null
  /** Called with the Markdown of the comment. */
  onEdit: (source: string) => void
}

type Question = 'report' | 'lock' | 'remove' | 'erase' | 'delete'

/** The menu of a comment and its dialogs. */
export function CommentTools({ comment, open, onEdit }: CommentToolsProps) {
  const { post, viewerId, roles } = useDiscussion()
  const dialogs = useDialogs()
  const copyLink = useCopyLink()
  const itemToSave = { type: 'comment', id: comment.id } as const
  const save = useSave()
  const isSaved = useIsSaved(itemToSave)
  const notifyFailure = useNotifyCommentFailure()
  const source = useCommentSource()
  const speakAs = useChangeComment(comment)
  const change = useChangeComment(comment)
  const pin = usePinComment(comment)
  const restore = useRestore()
  const layer = useLayer()
  const [question, setQuestion] = useState<Question>('report')
  const path = pathOfComment(post, comment.id)
  const [actsAs] = roles

  const ask = (next: Question) => {
    setQuestion(next)
    layer.open()
  }
  const share = () => void openShareSheet({ title: document.title, path }).catch(() => copyLink(path))
  const actions: CommentMenuActions = {
    onSave: () => save(itemToSave),
    onCopyLink: () => void copyLink(path),
    onShare: hasShareSheet() ? share : null,
    onReport: () => (viewerId === null ? dialogs.open('login-prompt') : ask('report')),
    onEdit: () => source.mutate(comment.id, { onSuccess: onEdit, onError: notifyFailure }),
    onSpeakAs: (userGroup) =>
      speakAs.mutate({ action: 'changeAsUser', userGroup }, { onError: notifyFailure }),
    onPin: (pins) => pin.mutate(pins, { onError: notifyFailure }),
    onMarkAsAi: (marks) =>
      change.mutate({ action: marks ? 'markAsAi' : 'unmarkAsAi' }, { onError: notifyFailure }),
    onLock: () => ask('lock'),
    onUnlock: () => actsAs && change.mutate({ action: 'unlock', lockAs: actsAs }, { onError: notifyFailure }),
    onRemove: () => ask('remove'),
    onErase: () => ask('erase'),
    onRestore: () =>
      !restore.isPending && restore.mutate({ type: 'comment', item: comment }, { onError: notifyFailure }),
    onDelete: () => ask('delete'),
  }
  return (
    <>
      {open && (
        <MenuPopup
          {...open}
          align="end"
          items={commentMenuItems({
            comment,
            path,
            roles,
            isSaved,
            isOwn: viewerId !== null && comment.userId === viewerId,
            speaksAs: (speakAs.isPending && speakAs.variables.userGroup) || comment.userGroup,
            actions,
          })}
        />
      )}
      {layer.isOpen && <Dialog comment={comment} path={path} question={question} onClose={layer.close} />}
    </>
  )
}

interface DialogProps {
  comment: Comment
  path: string
  question: Question
  onClose: () => void
}

/** The dialog of one of the menu's items. */
function Dialog({ comment, path, question, onClose }: DialogProps) {
  const { roles } = useDiscussion()
  const notifyFailure = useNotifyCommentFailure()
  const content = { type: 'comment', item: comment } as const
  const [actsAs] = roles
  switch (question) {
    case 'report': {
      const target = {
        type: 'comment',
        id: comment.id,
        communityName: comment.communityName,
        isMadeWithAi: comment.madeWithAiBy !== undefined,
        address: path,
      } as const
      return <ReportDialog target={target} onClose={onClose} />
    }
    case 'lock':
      return (
        actsAs && <LockDialog content={content} as={actsAs} onFailure={notifyFailure} onClose={onClose} />
      )
    case 'remove':
      return (
        actsAs && <RemoveDialog content={content} as={actsAs} onFailure={notifyFailure} onClose={onClose} />
      )
    case 'erase':
      return <EraseDialog content={content} onFailure={notifyFailure} onClose={onClose} />
    case 'delete':
      return <DeleteCommentDialog comment={comment} onClose={onClose} />
  }
}

interface DeleteCommentDialogProps {
  comment: Comment
  onClose: () => void
}

/** Asks for confirmation before authors delete their comment. */
function DeleteCommentDialog({ comment, onClose }: DeleteCommentDialogProps) {
  const notifyFailure = useNotifyCommentFailure()
  const remove = useDeleteComment(comment)
  return (
    <ConfirmDialog
      title={t('Delete comment?')}
      confirmLabel={t('Delete comment')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose, onError: notifyFailure })}
      onClose={onClose}
    >
      <p>{t('The text will be gone for good. Replies stay.')}</p>
    </ConfirmDialog>
  )
}
