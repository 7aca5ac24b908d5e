import type { Post } from '../../../contract/entities/post.ts'
import { t } from '../../../contract/texts/t.ts'
import { useAnnouncePost } from '../../data/posts/postActions.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

/** Asks for confirmation before all members are notified of a post. */
export default function AnnounceDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const notifyFailure = useNotifyPostFailure()
  const toasts = useToasts()
  const announce = useAnnouncePost(post)
  return (
    <ConfirmDialog
      title={t('Announce post?')}
      confirmLabel={t('Announce')}
      busy={announce.isPending}
      onConfirm={() =>
        announce.mutate(undefined, {
          onSuccess: () => {
            onClose()
            toasts.show(t('Post announced.'), { tone: 'success' })
          },
          onError: notifyFailure,
        })
      }
      onClose={onClose}
    >
      <p>{t('Are you sure? This will send a notification to all users.')}</p>
    </ConfirmDialog>
  )
}
