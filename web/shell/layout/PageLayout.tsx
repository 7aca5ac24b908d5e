import type { ReactNode } from 'react'
import { MiniFooter } from './MiniFooter.tsx'
import styles from './PageLayout.module.css'

interface PageLayoutProps {
  children: ReactNode
  aside?: ReactNode
  /**
   * For pages that keep the right column down to 764 pixels, and below that let the reader choose: whether it is shown
   * there. Otherwise there is only the middle where there is no room for three columns.
   */
  narrowAside?: 'shown' | 'hidden'
  /** For tables: the page also takes the place of the right column, what would be there comes below. */
  wide?: boolean
}

/** The middle and the right column of a page. */
export function PageLayout({ children, aside, narrowAside, wide }: PageLayoutProps) {
  return (
    <>
      <main id="main" className={styles.main} data-wide={wide} tabIndex={-1}>
        {children}
      </main>
      <aside className={styles.aside} aria-label="Sidebar" data-narrow-aside={narrowAside}>
        {aside}
        <MiniFooter />
      </aside>
    </>
  )
}
