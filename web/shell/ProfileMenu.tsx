import type { User } from '../../contract/entities/ownUser.ts'
import type { OpenMenu } from '../components/MenuButton.tsx'
import { MenuPopup } from '../components/MenuPopup.tsx'
import { addressOfUser } from '../data/userAddress.ts'
import { setTheme, useTheme } from '../device/theme.ts'
import { useLogout } from './useLogout.ts'

/** What members find behind their own name. */
export function ProfileMenu({ user, ...open }: OpenMenu & { user: User }) {
  const { username, isAdmin } = user
  const theme = useTheme()
  const logout = useLogout()
  return (
    <MenuPopup
      {...open}
      align="end"
      items={[
        { heading: `@${username}` },
        { label: 'Settings', icon: 'settings', href: '/settings' },
        { label: 'Profile', icon: 'user', href: addressOfUser(username) },
        ...(isAdmin ? [{ label: 'Admin dashboard', icon: 'admin', href: '/admin' } as const] : []),
        {
          label: 'Dark mode',
          icon: 'moon',
          checked: theme === 'dark',
          onChange: (dark) => setTheme(dark ? 'dark' : 'light'),
        },
        'separator',
        { label: 'Logout', icon: 'logout', onSelect: logout },
      ]}
    />
  )
}
