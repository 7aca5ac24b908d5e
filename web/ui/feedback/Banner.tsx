import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import styles from './Banner.module.css'

interface BannerProps {
  tone?: 'info' | 'warning' | 'danger'
  icon?: IconName
  children: ReactNode
  /** A button or link at the end. */
  action?: ReactNode
}

const icons = { info: 'info', warning: 'warning', danger: 'error' } as const

/** A message about the whole page or card. */
export function Banner({ tone = 'info', icon = icons[tone], children, action }: BannerProps) {
  return (
    <div className={`${styles.banner} ${styles[tone]}`}>
      <Icon name={icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
