import { useEffect } from 'react'
import { Badge } from '../components/Badge.tsx'
import { Icon } from '../components/icons/Icon.tsx'
import type { IconName } from '../components/icons/names.ts'
import { Link } from '../components/Link.tsx'
import { useViewer } from '../data/initial.ts'
import { useNavigator, useShown } from '../navigation.ts'
import styles from './BottomBar.module.css'
import { bellLabel } from './notifications/Bell.tsx'

interface BarEntry {
  readonly href: string
  readonly icon: IconName
  readonly label: string
}

const entries: readonly BarEntry[] = [
  { href: '/', icon: 'home', label: 'Home' },
  { href: '/communities', icon: 'communities', label: 'Communities' },
  { href: '/new', icon: 'add', label: 'New post' },
]

/** The bar at the bottom of phones. */
export function BottomBar() {
  const newCount = useViewer()?.notificationsNewCount ?? 0
  return (
    <nav aria-label="Bottom" className={styles.bar}>
      {entries.map((entry) => (
        <Entry key={entry.href} {...entry} />
      ))}
      <Entry href="/search" icon="search" label="Search" />
      <Entry href="/notifications" icon="bell" label={bellLabel(newCount)} badge={newCount} />
    </nav>
  )
}

/** What was asked of a place when it was last looked at. */
const lastSearches = new Map<string, string>()

/** Goes on where this place was left; a tap on where one is already leads back to its top. */
function Entry({ href, icon, label, badge = 0 }: BarEntry & { badge?: number }) {
  const { path, search } = useShown()
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
      <span className={styles.drawing}>
        <Icon name={icon} size={23} />
        <Badge count={badge} />
      </span>
    </Link>
  )
}
