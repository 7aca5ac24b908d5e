import { useContext, useState } from 'react'
import type { Initial } from '../../contract/entities/initial.ts'
import { limits } from '../../contract/limits.ts'
import { t } from '../../contract/texts/t.ts'
import { useInitial } from '../data/account/initial.ts'
import { SiteContext, useContactHref } from '../data/account/site.ts'
import { pathOfList, pathOfLists } from '../data/lists/listPaths.ts'
import { CommunityAvatar } from '../features/communities/CommunityAvatar.tsx'
import { otherFeed } from '../features/feed/homeFeed.ts'
import { useShownPage } from '../router/page.ts'
import { Icon } from '../ui/icons/Icon.tsx'
import type { IconName } from '../ui/icons/names.ts'
import { NeedsScript } from '../ui/layout/NeedsScript.tsx'
import { Link } from '../ui/navigation/Link.tsx'
import { isolated } from '../ui/text/isolated.tsx'
import styles from './LeftColumn.module.css'

const sidebarLists = 5

/** The navigation: feeds, directory, and the viewer's communities. */
export function LeftColumn() {
  const { user } = useInitial()
  const { path, content } = useShownPage()
  const ForGuests = content.kind === 'page' ? content.ForGuests : undefined
  const sort = useKeptSort()
  const other = user && otherFeed(user)
  return (
    <div className={styles.column}>
      <nav aria-label={t('Main')}>
        <ul className={styles.list}>
          <Entry href={`/${sort}`} icon="home" label={t('Home')} current={path === '/'} />
          {other && (
            <Entry
              href={other.path + sort}
              icon={other.path === '/all' ? 'all' : 'list'}
              label={other.label}
              current={path === other.path}
            />
          )}
          <Entry
            href="/communities"
            icon="communities"
            label={t('Communities')}
            current={path === '/communities'}
          />
        </ul>
      </nav>
      {!user && path === '/' && ForGuests && (
        <NeedsScript>
          <ForGuests />
        </NeedsScript>
      )}
      <Lists />
      <Moderation />
      <Communities />
      <AboutSite />
    </div>
  )
}

/** Entries that do not depend on the viewer. */
const fixedEntries: readonly string[] = [
  '/',
  '/all',
  '/subscriptions',
  '/communities',
  '/moderating',
  '/modqueue',
  '/guidelines',
  '/terms',
  '/privacy-policy',
  '/about',
]

/** Whether a path belongs to one of a member's entries, which is then marked as current. */
export const isEntry = (path: string, { communities, lists, user }: Initial): boolean =>
  fixedEntries.includes(path) ||
  communities.some(({ name }) => path === `/${name}`) ||
  (user !== null && path === pathOfLists(user.username)) ||
  lists.some((list) => path === pathOfList(list))

function Entry({
  href,
  icon,
  label,
  current,
}: {
  href: string
  icon: IconName
  label: string
  current?: boolean
}) {
  return (
    <li>
      <Link href={href} className={styles.entry} aria-current={current ? 'page' : undefined}>
        <Icon name={icon} />
        <span className={styles.name}>{label}</span>
      </Link>
    </li>
  )
}

/** The lists that the viewer saved to last, and a link to all of them. */
function Lists() {
  const { user, lists } = useInitial()
  const { path } = useShownPage()
  if (!user) return null
  const all = pathOfLists(user.username)
  return (
    <nav aria-label={t('My lists')}>
      <ul className={styles.list}>
        <Entry href={all} icon="save" label={t('My lists')} current={path === all} />
        {lists.slice(0, sidebarLists).map((list) => (
          <li key={list.id}>
            <Link
              href={pathOfList(list)}
              className={`${styles.entry} ${styles.inner}`}
              aria-current={path === pathOfList(list) ? 'page' : undefined}
            >
              <span className={styles.name} dir="auto">
                {isolated(list.displayName)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links for moderators and admins. */
function Moderation() {
  const { user, moderates } = useInitial()
  const { path } = useShownPage()
  const isModerator = moderates !== null && moderates.length > 0
  if (!isModerator && !user?.isAdmin) return null
  return (
    <nav aria-label={t('Moderation')}>
      <ul className={styles.list}>
        {isModerator && (
          <Entry
            href="/moderating"
            icon="moderation"
            label={t('Moderating')}
            current={path === '/moderating'}
          />
        )}
        <Entry href="/modqueue" icon="report" label={t('Moderation queue')} current={path === '/modqueue'} />
      </ul>
    </nav>
  )
}

/** The viewer's communities; for guests the default communities. */
function Communities() {
  const { user, communities } = useInitial()
  const { path } = useShownPage()
  const [isExpanded, setIsExpanded] = useState(false)
  const hidden = communities.length - limits.sidebarCommunities
  const shown = isExpanded ? communities : communities.slice(0, limits.sidebarCommunities)
  if (communities.length === 0) return null
  const title = user ? t('My communities') : t('Communities')
  return (
    <nav aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {shown.map((community) => (
          <li key={community.id}>
            <Link
              href={`/${community.name}`}
              className={styles.entry}
              aria-current={path === `/${community.name}` ? 'page' : undefined}
            >
              <CommunityAvatar name={community.name} size="small" picture={community.proPic} />
              <span className={styles.name}>{community.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? t('Show less') : t('Show {hidden, number} more', { hidden })}
        </button>
      )}
    </nav>
  )
}

/** Links to the pages about the site. */
function AboutSite() {
  const { sourceUrl } = useContext(SiteContext)
  const contactHref = useContactHref()
  const { path } = useShownPage()
  const page = (href: string, icon: IconName, label: string) => (
    <Entry href={href} icon={icon} label={label} current={path === href} />
  )
  return (
    <nav aria-label={t('About this site')} className={styles.site}>
      <ul className={styles.list}>
        {page('/guidelines', 'guidelines', t('Guidelines'))}
        {page('/terms', 'text', t('Terms'))}
        {page('/privacy-policy', 'lock', t('Privacy'))}
        {contactHref && (
          <Entry href={contactHref} icon="mail" label={t('Contact')} current={path === contactHref} />
        )}
        {page('/about', 'about', t('About'))}
        {sourceUrl && <Entry href={sourceUrl} icon="source" label={t('Source code')} />}
      </ul>
    </nav>
  )
}

/** Navigating between feeds keeps the order of the current one. */
function useKeptSort(): string {
  const { path } = useShownPage()
  const sort = new URLSearchParams(useShownPage().search).get('sort')
  const isFeed = path === '/' || path === '/all' || path === '/subscriptions'
  return isFeed && sort ? `?sort=${encodeURIComponent(sort)}` : ''
}
