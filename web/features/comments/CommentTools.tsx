import type { ReactNode } from 'react'
import type { Comment } from '../../../contract/entities/comment.ts'
import { noticePageFor } from '../../../contract/noticeTexts.ts'
import {
  useCommentSource,
  useDeleteComment,
  useLockComment,
  useSpeakAs,
} from '../../data/comments/comments.ts'
import { useRestore } from '../../data/moderation/removal.ts'
import { useLayer } from '../../router/useLayer.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'
import type { MenuItem } from '../../ui/overlays/menuItem.ts'
import { useDialogs } from '../dialogs/dialogs.tsx'
import { useAskWhereToSave } from '../lists/useAskWhereToSave.ts'
import { hasShareSheet, openShareSheet } from '../sharing/share.ts'
import { useCopyLink } from '../sharing/useCopyLink.ts'
import { pathOfComment } from './commentPath.ts'
import { useDiscussion } from './discussion.ts'
import { speakAsLabels } from './speakAsLabels.ts'
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

/** The menu of a comment and its dialogs. */
export function CommentTools({ comment, open, onEdit }: CommentToolsProps) {
  const { post, viewerId, roles } = useDiscussion()
  const dialogs = useDialogs()
  const copyLink = useCopyLink()
  const deletion = useLayer()
  const report = useLayer()
  const own = useOwnItems(comment, onEdit)
  const lock = useLock(comment)
  const isOwn = viewerId !== null && comment.userId === viewerId
  const path = pathOfComment(post, comment.id)
  const askWhereToSave = useAskWhereToSave()
  const share = () => void openShareSheet({ title: document.title, path }).catch(() => copyLink(path))
  const notifyFailure = useNotifyCommentFailure()
  const removal = useLayer()
  const restore = useRestore({ type: 'comment', item: comment })
  const [removeAs] = roles
  const erasure = useLayer()
  const eraseItem: MenuItem = { label: 'Erase…', icon: 'delete', danger: true, onSelect: erasure.open }
  const eraseDialog = erasure.isOpen && (
    <EraseDialog
      content={{ type: 'comment', item: comment }}
      onFailure={notifyFailure}
      onClose={erasure.close}
    />
  )
  const restoreItem: MenuItem = {
    label: 'Restore',
    icon: 'undo',
    onSelect: () => !restore.isPending && restore.mutate(undefined, { onError: notifyFailure }),
  }
  // A deleted comment has a menu only for those who can restore it, and so erase it.
  if (comment.deleted)
    return (
      <>
        {open && <MenuPopup {...open} items={[restoreItem, eraseItem]} align="end" />}
        {eraseDialog}
      </>
    )
  const items: MenuItem[] = [
    {
      label: 'Save',
      icon: 'save',
      onSelect: () => askWhereToSave({ toSaveItemType: 'comment', toSaveItemId: comment.id }),
    },
    { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(path) },
    ...(hasShareSheet() ? [{ label: 'Share with…', icon: 'share' as const, onSelect: share }] : []),
    ...(isOwn
      ? own
      : [
          {
            label: 'Report',
            icon: 'report' as const,
            onSelect: () => (viewerId === null ? dialogs.open('login-prompt') : report.open()),
          },
          { label: 'Report illegal content', icon: 'report' as const, href: noticePageFor(path) },
        ]),
    ...lock.items,
    ...(removeAs
      ? [{ label: 'Remove', icon: 'delete' as const, danger: true, onSelect: removal.open }, eraseItem]
      : []),
    ...(isOwn ? [{ label: 'Delete', icon: 'delete' as const, danger: true, onSelect: deletion.open }] : []),
  ]
  return (
    <>
      {open && <MenuPopup {...open} items={items} align="end" />}
      {deletion.isOpen && <DeleteCommentDialog comment={comment} onClose={deletion.close} />}
      {removal.isOpen && removeAs && (
        <RemoveDialog
          content={{ type: 'comment', item: comment }}
          as={removeAs}
          onFailure={notifyFailure}
          onClose={removal.close}
        />
      )}
      {lock.dialog}
      {eraseDialog}
      {report.isOpen && (
        <ReportDialog
          target={{ type: 'comment', id: comment.id, communityId: comment.communityId, address: path }}
          onClose={report.close}
        />
      )}
    </>
  )
}

/** The author's actions: edit the text, and change the role. */
function useOwnItems(comment: Comment, onEdit: (source: string) => void): MenuItem[] {
  const { roles } = useDiscussion()
  const notifyFailure = useNotifyCommentFailure()
  const source = useCommentSource()
  const speakAs = useSpeakAs(comment)
  const shown = speakAs.isPending ? speakAs.variables : comment.userGroup
  return [
    {
      label: 'Edit',
      icon: 'edit',
      onSelect: () => source.mutate(comment.id, { onSuccess: onEdit, onError: notifyFailure }),
    },
    ...roles.map((role) => ({
      label: speakAsLabels[role],
      icon: 'moderation' as const,
      checked: shown === role,
      onChange: (checked: boolean) => speakAs.mutate(checked ? role : 'normal', { onError: notifyFailure }),
    })),
  ]
}

/** Moderators and admins lock a comment for replies, and unlock it. */
function useLock(comment: Comment): { items: MenuItem[]; dialog: ReactNode } {
  const { roles } = useDiscussion()
  const notifyFailure = useNotifyCommentFailure()
  const lock = useLockComment(comment)
  const layer = useLayer()
  const [lockAs] = roles
  if (!lockAs) return { items: [], dialog: null }
  const unlock = () => lock.mutate({ action: 'unlock', lockAs }, { onError: notifyFailure })
  const dialog = (
    <LockDialog
      title="Lock replies?"
      text="Nobody can reply to this comment, or to anything below it, until it is unlocked."
      busy={lock.isPending}
      onLock={(reason) =>
        lock.mutate({ action: 'lock', lockAs, reason }, { onError: notifyFailure, onSettled: layer.close })
      }
      onClose={layer.close}
    />
  )
  return {
    items: [
      comment.locked
        ? { label: 'Unlock replies', icon: 'unlock', onSelect: unlock }
        : { label: 'Lock replies', icon: 'lock', onSelect: layer.open },
    ],
    dialog: layer.isOpen && dialog,
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
