import { useContext } from 'react'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { RenderedAt } from '../../ui/text/clock.ts'
import styles from './MiniFooter.module.css'

/** The footer of every page: links to the pages about the site; for guests of a private forum, to those that they may read. */
export function MiniFooter() {
  const site = useContext(SiteContext)
  const dialogs = useDialogs()
  const { privateForum, user } = useInitial()
  const isBare = privateForum && !user
  const year = new Date(useContext(RenderedAt) ?? Date.now()).getUTCFullYear()
  return (
    <footer className={styles.footer}>
      <p className={styles.links}>
        {!isBare && <Link href="/about">About</Link>}
        <Link href="/terms">Terms</Link>
        <Link href="/privacy-policy">Privacy</Link>
        {!isBare && (
          <>
            <Link href="/guidelines">Guidelines</Link>
            <Link href="/modlog">Moderation log</Link>
            <Link href={site.docsUrl || '/markdown_guide'}>Docs</Link>
            <a href="/api/docs">API</a>
          </>
        )}
        {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>Contact</a>}
        {!isBare && (
          <button type="button" className={styles.shortcuts} onClick={() => dialogs.open('shortcuts')}>
            Keyboard shortcuts
          </button>
        )}
      </p>
      <p>
        © {year} {site.name}
      </p>
    </footer>
  )
}
