import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import styles from './Tag.module.css'

interface TagProps {
  /** `accent` for roles and pins, `new` for what the viewer has not seen, `danger` for what was deleted. */
  tone?: 'accent' | 'new' | 'neutral' | 'danger'
  icon?: IconName
  children: ReactNode
}

export function Tag({ tone = 'accent', icon, children }: TagProps) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      {icon && <Icon name={icon} size={12} />}
      <span>{children}</span>
    </span>
  )
}
