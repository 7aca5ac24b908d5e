import type { ReactNode } from 'react'
import { Card } from '../../components/Card.tsx'
import styles from './Settings.module.css'

interface Section {
  /** Of the part of the page, for links to it. */
  id: string
  title: string
  /** What the section is about, in a sentence. */
  hint?: ReactNode
  /** Stands beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the settings, in a card of its own. */
export function Section({ id, title, hint, action, children }: Section) {
  return (
    <Card as="section" padded className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </Card>
  )
}
