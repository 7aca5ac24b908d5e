import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/Card.tsx'
import styles from './System.module.css'

export type Fact = readonly [name: string, value: ReactNode]

/** A card of names and values. */
export function Facts({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly Fact[]
  children?: ReactNode
}) {
  return (
    <Card as="section" padded aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  )
}
