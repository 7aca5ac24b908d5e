import { Icon } from '../components/icons/Icon.tsx'
import type { IconName } from '../components/icons/names.ts'
import { Link } from '../components/Link.tsx'
import { useShown } from '../navigation.ts'
import styles from './BottomBar.module.css'
import { useDialogs } from './dialogs.tsx'

const entries: readonly { href: string; icon: IconName; label: string }[] = [
  { href: '/', icon: 'home', label: 'Home' },
  { href: '/communities', icon: 'communities', label: 'Communities' },
  { href: '/new', icon: 'add', label: 'New post' },
]

/** The bar at the bottom of phones. A tap on where one is already leads back to its top. */
export function BottomBar() {
  const { path } = useShown()
  const dialogs = useDialogs()
  return (
    <nav aria-label="Bottom" className={styles.bar}>
      {entries.map(({ href, icon, label }) => (
        <Link
          key={href}
          href={href}
          className={styles.entry}
          aria-label={label}
          aria-current={path === href ? 'page' : undefined}
          onClick={(event) => {
            if (path !== href) return
            event.preventDefault()
            scrollTo({ top: 0, behavior: 'smooth' })
          }}
        >
          <Icon name={icon} size={23} />
        </Link>
      ))}
      <button
        type="button"
        className={styles.entry}
        aria-label="Search"
        onClick={() => dialogs.open('search')}
      >
        <Icon name="search" size={23} />
      </button>
    </nav>
  )
}
