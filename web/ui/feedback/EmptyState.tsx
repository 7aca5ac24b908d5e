import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  icon?: IconName
  /** The next step: a button or link. */
  action?: ReactNode
  /** `h1` where this is all the page has to say. */
  heading?: 'h1' | 'h2' | 'p'
}

/** Stands where there is nothing to show, and says what to do instead. */
export function EmptyState({ title, text, icon = 'empty', action, heading: Heading = 'p' }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text && <div className={styles.text}>{text}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
