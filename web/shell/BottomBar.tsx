import { useEffect } from 'react'
import { t } from '../../contract/texts/t.ts'
import { useViewer } from '../data/account/initial.ts'
import { bellLabel } from '../features/notifications/Bell.tsx'
import { useNavigator } from '../router/navigator.ts'
import { useShownPage } from '../router/page.ts'
import { Badge } from '../ui/buttons/Badge.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import type { IconName } from '../ui/icons/names.ts'
import { Link } from '../ui/navigation/Link.tsx'
import styles from './BottomBar.module.css'

interface BarEntryProps {
  readonly href: string
  readonly icon: IconName
  readonly label: string
}

const entriesOf = (): readonly BarEntryProps[] => [
  { href: '/', icon: 'home', label: t('Home') },
  { href: '/communities', icon: 'communities', label: t('Communities') },
  { href: '/new', icon: 'add', label: t('New post') },
  { href: '/search', icon: 'search', label: t('Search') },
]

export const isTab = (path: string): boolean =>
  path === '/notifications' || entriesOf().some(({ href }) => path === href)

/** The bottom bar of phones. */
export function BottomBar() {
  const newCount = useViewer()?.notificationsNewCount ?? 0
  return (
    <nav aria-label={t('Bottom bar')} className={styles.bar}>
      {entriesOf().map((entry) => (
        <Entry key={entry.href} {...entry} />
      ))}
      <Entry href="/notifications" icon="bell" label={bellLabel(newCount)} badge={newCount} />
    </nav>
  )
}

/** The search part of each tab's URL when it was last shown. */
const lastSearches = new Map<string, string>()

/** Resumes the tab where it was left; a tap on the current tab scrolls to its top. */
function Entry({ href, icon, label, badge = 0 }: BarEntryProps & { badge?: number }) {
  const { path, search } = useShownPage()
  const { navigate } = useNavigator()
  useEffect(() => {
    if (path === href) lastSearches.set(href, search)
  }, [path, href, search])
  return (
    <Link
      href={href}
      className={styles.entry}
      aria-label={label}
      aria-current={path === href ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (path === href) scrollTo({ top: 0, behavior: 'smooth' })
        else navigate(href + (lastSearches.get(href) ?? ''), { resume: true })
      }}
    >
      <span className={styles.icon}>
        <Icon name={icon} size={23} />
        <Badge count={badge} />
      </span>
    </Link>
  )
}
