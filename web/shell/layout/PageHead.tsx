import type { ReactNode } from 'react'
import styles from './PageHead.module.css'

interface PageHeadProps {
  title: ReactNode
  /** What the page is for. */
  hint?: ReactNode
  /** Buttons at the end of the line. */
  children?: ReactNode
}

/** The title of a page, above its cards. */
export const PageHead = ({ title, hint, children }: PageHeadProps) => (
  <div className={styles.head}>
    <h1 className={styles.title}>{title}</h1>
    {children}
    {hint && <p className={styles.hint}>{hint}</p>}
  </div>
)
