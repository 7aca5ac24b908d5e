import type { Post } from '../../../../contract/entities/post.ts'
import { useDeed } from '../../../data/postDeeds.ts'
import LockDialog from '../../../shell/LockDialog.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface LockPostDialog {
  post: Post
  as: 'mods' | 'admins'
  onClose: () => void
}

/** Asks before a post is locked, and why it is. */
export default function LockPostDialog({ post, as, onClose }: LockPostDialog) {
  const notifyFailure = useNotifyPostFailure()
  const deed = useDeed(post)
  const name = as === 'mods' ? 'lockAsMod' : 'lockAsAdmin'
  return (
    <LockDialog
      title="Lock post?"
      text="Nobody can vote or comment here until it is unlocked."
      busy={deed.isPending}
      onLock={(reason) => deed.mutate({ name, reason }, { onError: notifyFailure, onSettled: onClose })}
      onClose={onClose}
    />
  )
}
