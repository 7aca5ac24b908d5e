import type { ReactNode } from 'react'
import styles from './ScreenHead.module.css'

interface ScreenHeadProps {
  title: string
  /** What the screen is about, in a sentence. */
  hint?: ReactNode
  /** Stands beside the title. */
  action?: ReactNode
}

/** What a screen of the dashboard is about, and the one thing to do there. */
export function ScreenHead({ title, hint, action }: ScreenHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.texts}>
        <h2 className={styles.title}>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {action}
    </div>
  )
}
