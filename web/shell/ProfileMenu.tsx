import type { User } from '../../contract/entities/ownUser.ts'
import { t } from '../../contract/texts/t.ts'
import { useInitial } from '../data/account/initial.ts'
import { pathOfUser } from '../data/users/userPath.ts'
import { setTheme, useTheme } from '../device/theme.ts'
import { useLogout } from '../features/login/useLogout.ts'
import type { OpenMenu } from '../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../ui/overlays/MenuPopup.tsx'

/** The menu of the viewer's account. */
export function ProfileMenu({ user, ...open }: OpenMenu & { user: User }) {
  const { username, isAdmin } = user
  const { applicationsWaiting = 0, backupFailed } = useInitial()
  const theme = useTheme()
  const logout = useLogout()
  return (
    <MenuPopup
      {...open}
      align="end"
      items={[
        { heading: `@${username}` },
        { label: t('Settings'), icon: 'settings', href: '/settings' },
        { label: t('Profile'), icon: 'user', href: pathOfUser(username) },
        { label: t('Appeals'), icon: 'moderation', href: '/appeals' },
        { label: t('Messages to moderators'), icon: 'mail', href: '/modmail' },
        ...(isAdmin ? [{ label: t('Admin dashboard'), icon: 'admin', href: '/admin' } as const] : []),
        ...(applicationsWaiting > 0
          ? [
              {
                label: t('Applications ({count, number})', { count: applicationsWaiting }),
                icon: 'communities',
                href: '/admin/applications',
              } as const,
            ]
          : []),
        ...(backupFailed
          ? [{ label: t('Backup failed'), icon: 'admin', href: '/admin/backups' } as const]
          : []),
        {
          label: t('Dark mode'),
          icon: 'moon',
          checked: theme === 'dark',
          onChange: (dark) => setTheme(dark ? 'dark' : 'light'),
        },
        'separator',
        { label: t('Logout'), icon: 'logout', onSelect: logout },
      ]}
    />
  )
}
