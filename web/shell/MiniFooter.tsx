import { useContext } from 'react'
import { RenderedAt } from '../components/clock.ts'
import styles from './MiniFooter.module.css'
import { SiteContext } from './site.ts'

/** The last words of every page: where to write to, where the source is, and whose it is. */
export function MiniFooter() {
  const site = useContext(SiteContext)
  const year = new Date(useContext(RenderedAt) ?? Date.now()).getUTCFullYear()
  return (
    <footer className={styles.footer}>
      {(site.contactEmail || site.sourceUrl) && (
        <p className={styles.links}>
          {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>Contact</a>}
          {site.sourceUrl && <a href={site.sourceUrl}>Source code</a>}
        </p>
      )}
      <p>
        © {year} {site.name}
      </p>
    </footer>
  )
}
