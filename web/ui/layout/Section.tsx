import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './Section.module.css'

interface SectionProps {
  /** For links to the section. */
  id: string
  title: string
  /** One sentence about the section. */
  hint?: ReactNode
  /** Beside the title. */
  action?: ReactNode
  /** h3 in a `SectionGroup`. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

/** A part of a page with a heading, in a card of its own. */
export function Section({ id, title, hint, action, heading: Heading = 'h2', children }: SectionProps) {
  return (
    <Card as="section" padded className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <Heading id={`${id}-title`} className={styles.title} tabIndex={-1}>
          {title}
        </Heading>
        {action}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </Card>
  )
}
