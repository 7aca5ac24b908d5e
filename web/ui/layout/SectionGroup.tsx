import type { ReactNode } from 'react'
import styles from './SectionGroup.module.css'

/** Cards of a page that belong together, under a heading. */
export function SectionGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.group}>
      <h2 id={`${id}-title`} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
