import { lazy, Suspense } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { useUnbanUser } from '../../data/admin/siteBan.ts'
import { siteBanFailureText } from '../../features/moderation/siteBanText.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

const SiteBanDialog = lazy(() => import('../../features/moderation/SiteBanDialog.tsx'))

/** The buttons with which an admin bans or unbans a member; nothing for other admins. */
export function BanActions({ user }: { user: User }) {
  if (user.isAdmin) return null
  return user.isBanned ? <Unban username={user.username} /> : <Ban username={user.username} />
}

function Ban({ username }: { username: string }) {
  const dialog = useLayer()
  return (
    <>
      <Button icon="ban" small onClick={dialog.open}>
        Ban user
      </Button>
      {dialog.isOpen && (
        <Suspense>
          <SiteBanDialog username={username} onBanned={() => location.reload()} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  )
}

function Unban({ username }: { username: string }) {
  const question = useLayer()
  const toasts = useToasts()
  const unban = useUnbanUser()
  return (
    <>
      <Button icon="undo" small onClick={question.open}>
        Unban user
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title="Are you sure?"
          confirmLabel="Unban user"
          busy={unban.isPending}
          onConfirm={() =>
            unban.mutate(username, {
              onSuccess: () => location.reload(),
              onError: (error) => toasts.show(siteBanFailureText('unban', error), { tone: 'danger' }),
            })
          }
          onClose={question.close}
        >
          <p>@{username} can log in again. What was deleted stays deleted.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
