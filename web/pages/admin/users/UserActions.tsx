import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Member } from '../../../../contract/entities/member.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { MemberAction } from '../../../../contract/words.ts'
import { refreshMembers, useChangeMembers, useSetAdmin } from '../../../data/admin/members.ts'
import { useRestoreRemoved } from '../../../data/admin/siteBan.ts'
import { useBadge } from '../../../data/users/profiles.ts'
import { messageText } from '../../../features/failures/refusalText.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { bannedText } from '../../../features/moderation/banTexts.ts'
import { usePasswordPrompt } from '../../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useLayer } from '../../../router/useLayer.ts'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { onDemand } from '../../../ui/onDemand.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import type { MenuItem } from '../../../ui/overlays/menuItem.ts'

const RelatedAccountsDialog = onDemand(() => import('./RelatedAccountsDialog.tsx'))
const EraseMemberDialog = onDemand(() => import('./EraseMemberDialog.tsx'))
const SiteBanDialog = onDemand(() => import('../../../features/moderation/SiteBanDialog.tsx'))

function doneText(action: MemberAction): string {
  switch (action) {
    case 'ban':
      return t('Banned.')
    case 'unban':
      return t('Unbanned.')
    case 'log_out':
      return t('Logged out everywhere.')
    case 'send_password_reset':
      return t('Password reset sent.')
    case 'confirm_email':
      return t('Email address confirmed.')
    case 'end_slow_votes':
      return t('They can vote normally again.')
  }
}

/** The actions of an admin on one account. */
export function UserActions({ member }: { member: Member }) {
  const { username, isAdmin } = member
  const isBanned = member.bannedAt !== null || member.siteBan !== null
  const banning = useLayer()
  const related = useLayer()
  const erasing = useLayer()
  const question = useLayer()
  const [isBusy, setIsBusy] = useState(false)
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const queryClient = useQueryClient()
  const change = useChangeMembers()
  const badge = useBadge(username, 'supporter', notifyRefusal)
  const setAdmin = useSetAdmin()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const act = (action: MemberAction) =>
    change.mutate(
      { action, usernames: [username] },
      {
        onSuccess: ([result]) => {
          if (result?.refusal) toasts.show(messageText(result.refusal.message), { tone: 'danger' })
          else toasts.show(result?.changed ? doneText(action) : t('Already done.'), { tone: 'success' })
        },
        onError: askIfNeeded(() => act(action), notifyRefusal),
      },
    )
  const changeRole = () => {
    setIsBusy(true)
    setAdmin.mutate(
      { username, isAdmin: !isAdmin },
      {
        onSuccess: () =>
          toasts.show(
            isAdmin
              ? t('@{name} is no longer an admin.', { name: username })
              : t('@{name} is now an admin.', { name: username }),
            { tone: 'success' },
          ),
        onError: askIfNeeded(changeRole, notifyRefusal),
        onSettled: () => setIsBusy(false),
      },
    )
  }
  const restore = useRestoreRemoved()
  const restoreRemoved = () =>
    restore.mutate(username, {
      onSuccess: () => toasts.show(t('Restoring removed content.'), { tone: 'success' }),
      onError: notifyRefusal,
    })
  const hasBadge = member.badges.some((badge) => badge.type === 'supporter')
  const giveOrTakeBadge = () =>
    badge.mutate(hasBadge ? 'remove' : 'give', {
      onSuccess: () => void refreshMembers(queryClient).catch(notifyRefusal),
    })
  const items: MenuItem[] = [
    ...(isBanned ? [{ label: t('Unban'), icon: 'undo' as const, onSelect: () => act('unban') }] : []),
    ...(isAdmin
      ? []
      : [
          {
            label: isBanned ? t('Change ban') : t('Ban'),
            icon: 'ban' as const,
            danger: !isBanned,
            onSelect: banning.open,
          },
        ]),
    { label: t('Accounts sharing an IP address'), icon: 'communities', onSelect: related.open },
    { label: t('Log out everywhere'), icon: 'logout', onSelect: () => act('log_out') },
    ...(member.emailConfirmedAt
      ? [
          {
            label: t('Send password reset'),
            icon: 'mail' as const,
            onSelect: () => act('send_password_reset'),
          },
        ]
      : []),
    ...(member.email && !member.emailConfirmedAt
      ? [{ label: t('Confirm email address'), icon: 'check' as const, onSelect: () => act('confirm_email') }]
      : []),
    {
      label: hasBadge ? t('Remove supporter badge') : t('Give supporter badge'),
      icon: 'supporter',
      onSelect: giveOrTakeBadge,
    },
    ...(member.bannedAt
      ? []
      : [
          {
            label: isAdmin ? t('Remove as admin') : t('Make admin'),
            icon: 'admin' as const,
            onSelect: question.open,
          },
        ]),
    ...(member.votesSlowedAt
      ? [
          {
            label: t('Allow normal voting'),
            icon: 'undo' as const,
            onSelect: () => act('end_slow_votes'),
          },
        ]
      : []),
    ...(member.hasRemoved
      ? [{ label: t('Restore removed content'), icon: 'undo' as const, onSelect: restoreRemoved }]
      : []),
    { label: t('Erase member'), icon: 'delete', danger: true, onSelect: erasing.open },
  ]
  return (
    <>
      <Menu label={t('Actions for @{name}', { name: username })} items={items} />
      {related.isOpen && <RelatedAccountsDialog username={username} onClose={related.close} />}
      {erasing.isOpen && (
        <EraseMemberDialog
          username={username}
          onErased={() => {
            erasing.close()
            toasts.show(t("Erasing. You'll find the report under Erasures."), { tone: 'success' })
          }}
          onClose={erasing.close}
        />
      )}
      {banning.isOpen && (
        <SiteBanDialog
          username={username}
          before={member.siteBan}
          onBanned={(kind) => {
            banning.close()
            toasts.show(bannedText(username, { kind, community: null, isChange: isBanned }), {
              tone: 'success',
            })
            refreshMembers(queryClient).catch(notifyRefusal)
          }}
          onClose={banning.close}
        />
      )}
      {question.isOpen && (
        <ConfirmDialog
          title={
            isAdmin
              ? t('Remove @{name} as admin?', { name: username })
              : t('Make @{name} an admin?', { name: username })
          }
          confirmLabel={isAdmin ? t('Remove as admin') : t('Make admin')}
          danger={isAdmin}
          busy={isBusy}
          onConfirm={() => {
            question.close()
            changeRole()
          }}
          onClose={question.close}
        >
          <p>
            {isAdmin
              ? t('They keep their account but lose admin rights.')
              : t("They'll be able to see private data, ban members, remove content and change settings.")}
          </p>
        </ConfirmDialog>
      )}
      {prompt}
    </>
  )
}
