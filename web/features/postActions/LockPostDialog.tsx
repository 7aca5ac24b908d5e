import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { usePostAction } from '../../data/posts/postActions.ts'
import LockDialog from '../reasons/LockDialog.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface LockPostDialogProps {
  post: Post
  as: 'mods' | 'admins'
  onClose: () => void
}

export default function LockPostDialog({ post, as, onClose }: LockPostDialogProps) {
  const notifyFailure = useNotifyPostFailure()
  const postAction = usePostAction(post)
  const name = as === 'mods' ? 'lockAsMod' : 'lockAsAdmin'
  return (
    <LockDialog
      title={t('Lock post?')}
      text={t("No one can vote or comment until it's unlocked.")}
      busy={postAction.isPending}
      onLock={(reason) => postAction.mutate({ name, reason }, { onError: notifyFailure, onSettled: onClose })}
      onClose={onClose}
    />
  )
}
