import type { ReactNode } from 'react'
import styles from './ScreenHead.module.css'

interface ScreenHeadProps {
  title: string
  /** One sentence about the screen. */
  hint?: ReactNode
  /** The main button of the screen, beside the title. */
  action?: ReactNode
}

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
