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
  /** `h1` where it is the only content of the page. */
  heading?: 'h1' | 'h2' | 'p'
}

/** Shown instead of an empty list, with a hint at what to do. */
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
