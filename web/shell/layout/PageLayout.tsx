import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { MiniFooter } from './MiniFooter.tsx'
import styles from './PageLayout.module.css'

interface PageLayoutProps {
  children: ReactNode
  aside?: ReactNode
  /**
   * Keeps the right column down to 764 pixels; below that the page decides whether to show it. By default it is hidden
   * when there is no space for three columns.
   */
  narrowAside?: 'shown' | 'hidden'
  /** For tables: the page spans the right column, whose content comes below. */
  wide?: boolean
}

/** The middle and the right column of a page. */
export function PageLayout({ children, aside, narrowAside, wide }: PageLayoutProps) {
  return (
    <>
      <main id="main" className={styles.main} data-wide={wide} tabIndex={-1}>
        {children}
      </main>
      <aside className={styles.aside} aria-label={t('Sidebar')} data-narrow-aside={narrowAside}>
        {aside}
        <MiniFooter />
      </aside>
    </>
  )
}
