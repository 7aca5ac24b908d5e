import { useContext } from 'react'
import type { User } from '../../contract/entities/ownUser.ts'
import type { Site } from '../../contract/pages.ts'
import { t } from '../../contract/texts/t.ts'
import { useInitial } from '../data/account/initial.ts'
import { SiteContext } from '../data/account/site.ts'
import { UserAvatar } from '../features/authors/UserAvatar.tsx'
import { useDialogs } from '../features/dialogs/dialogs.tsx'
import { Bell } from '../features/notifications/Bell.tsx'
import { SearchBox } from '../features/search/SearchBox.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { plainAct } from '../ui/buttons/plainAct.ts'
import { Logo } from '../ui/icons/Logo.tsx'
import { copyNamed } from '../ui/media/imageCopies.ts'
import { Link } from '../ui/navigation/Link.tsx'
import { MenuButton } from '../ui/overlays/MenuButton.tsx'
import { abbreviateCount } from '../ui/text/abbreviateCount.ts'
import { isolated } from '../ui/text/isolated.tsx'
import styles from './Navbar.module.css'
import { ThemeButton } from './ThemeButton.tsx'

export function Navbar() {
  const site = useContext(SiteContext)
  const initial = useInitial()
  const { user } = initial
  // Guests of a private forum cannot search. The cached markup of members does not depend on other settings.
  const isBare = !user && initial.privateForum
  const dialogs = useDialogs()
  return (
    <header className={styles.bar}>
      <div className={styles.inside}>
        <span className={styles.back}>
          <IconButton icon="back" label={t('Back')} onClick={() => history.back()} />
        </span>
        {!isBare && (
          <span className={styles.menu}>
            <IconButton icon="menu" label={t('Menu')} onClick={() => dialogs.open('menu')} />
          </span>
        )}
        <Link href="/" className={styles.logo}>
          {site.logo ? <SiteLogo logo={site.logo} /> : <Logo />}
          <span className={styles.siteName} dir="auto">
            {isolated(site.name)}
          </span>
        </Link>
        {!isBare && <SearchBox />}
        {user ? <MemberControls user={user} /> : <GuestControls />}
      </div>
    </header>
  )
}

const logoHeight = 28
const logoMaxWidth = 140

function SiteLogo({ logo: { path, width, height } }: { logo: NonNullable<Site['logo']> }) {
  const shown = Math.min(1, logoMaxWidth / ((logoHeight * width) / height)) * logoHeight
  return (
    <img
      src={`${path}logo.png`}
      alt=""
      width={Math.round((shown * width) / height)}
      height={Math.round(shown)}
    />
  )
}

function GuestControls() {
  const dialogs = useDialogs()
  return (
    <div className={styles.controls}>
      <span className={styles.theme}>
        <ThemeButton />
      </span>
      <Button
        href="/login"
        variant="soft"
        onClick={(event) => {
          event.preventDefault()
          dialogs.open('login')
        }}
      >
        {t('Login')}
      </Button>
      <span className={styles.signup}>
        <Button variant="main" onClick={() => dialogs.open('signup')}>
          {t('Create account')}
        </Button>
      </span>
    </div>
  )
}

function MemberControls({ user }: { user: User }) {
  const { username, points, proPic, notificationsNewCount } = user
  return (
    <div className={styles.controls}>
      <span className={styles.create}>
        <Button href="/new" variant="main" icon="add">
          <span className={styles.createText}>{t('Create post')}</span>
        </Button>
      </span>
      <Bell newCount={notificationsNewCount} />
      <MenuButton
        label={t('Profile')}
        className={styles.profile ?? ''}
        {...(import.meta.env.SSR && { without: plainAct('account', '1') })}
        load={loadMenu}
        render={(ProfileMenu, open) => open && <ProfileMenu {...open} user={user} />}
      >
        <UserAvatar username={username} picture={proPic && copyNamed(proPic, 'tiny')} />
        <span
          className={styles.points}
          title={t('{points, plural, one {# point} other {# points}}', { points })}
        >
          {abbreviateCount(points)}
        </span>
        <span className={styles.username}>@{username}</span>
      </MenuButton>
    </div>
  )
}

async function loadMenu() {
  const { ProfileMenu } = await import('./ProfileMenu.tsx')
  return ProfileMenu
}
