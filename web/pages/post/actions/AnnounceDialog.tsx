import type { Post } from '../../../../contract/entities/post.ts'
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx'
import { useAnnouncePost } from '../../../data/postDeeds.ts'
import { useToasts } from '../../../shell/toasts.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

/** Asks whether everybody is to be told of a post. */
export default function AnnounceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const notifyFailure = useNotifyPostFailure()
  const toasts = useToasts()
  const announce = useAnnouncePost(post)
  return (
    <ConfirmDialog
      title="Announce post?"
      confirmLabel="Announce"
      busy={announce.isPending}
      onConfirm={() =>
        announce.mutate(undefined, {
          onSuccess: () => toasts.show('Post announced.', { tone: 'success' }),
          onError: notifyFailure,
          onSettled: onClose,
        })
      }
      onClose={onClose}
    >
      <p>Are you sure? This will send a notification to all users.</p>
    </ConfirmDialog>
  )
}
