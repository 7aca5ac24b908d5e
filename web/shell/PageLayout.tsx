import type { ReactNode } from 'react'
import { MiniFooter } from './MiniFooter.tsx'
import styles from './PageLayout.module.css'

/** The middle and the right column of a page; where there is room for one column, only the middle. */
export function PageLayout({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <aside className={styles.aside}>
        {aside}
        <MiniFooter />
      </aside>
    </>
  )
}
