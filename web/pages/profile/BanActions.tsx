import { useQuery } from '@tanstack/react-query'
import type { Member } from '../../../contract/entities/member.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { siteBanQuery, useUnbanUser } from '../../data/admin/siteBan.ts'
import { siteBanFailureText } from '../../features/moderation/siteBanText.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

const SiteBanDialog = onDemand(() => import('../../features/moderation/SiteBanDialog.tsx'))

/** The buttons with which an admin bans or unbans a member; nothing for other admins. */
export function BanActions({ user }: { user: User }) {
  const { username, isAdmin, isBanned } = user
  const { data: ban = null } = useQuery({ ...siteBanQuery(username), enabled: !isAdmin })
  if (isAdmin) return null
  return (
    <>
      {(isBanned || ban) && <Unban username={username} />}
      {(!isBanned || ban) && <Ban username={username} before={ban} />}
    </>
  )
}

interface BanProps {
  username: string
  /** The ban that is to be changed. */
  before: Member['siteBan']
}

function Ban({ username, before }: BanProps) {
  const dialog = useLayer()
  return (
    <>
      <Button icon="ban" small onClick={dialog.open}>
        {before ? t('Change ban') : t('Ban user')}
      </Button>
      {dialog.isOpen && (
        <SiteBanDialog
          username={username}
          before={before}
          onBanned={() => location.reload()}
          onClose={dialog.close}
        />
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
        {t('Unban user')}
      </Button>
      {question.isOpen && (
        <ConfirmDialog
          title={t('Are you sure?')}
          confirmLabel={t('Unban user')}
          busy={unban.isPending}
          onConfirm={() =>
            unban.mutate(username, {
              onSuccess: () => location.reload(),
              onError: (error) => toasts.show(siteBanFailureText('unban', error), { tone: 'danger' }),
            })
          }
          onClose={question.close}
        >
          <p>{t('@{username} will get full access again. Removed content stays removed.', { username })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
