import type { ReactNode } from 'react'
import type { AutomationHit } from '../../../contract/entities/automation.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Automation.module.css'

interface CaughtProps {
  item: Pick<AutomationHit, 'type' | 'path' | 'excerpt' | 'author' | 'at'>
  /** What became of it. */
  tag: string | null
  /** Which rule did what. */
  children?: ReactNode
}

/** A post or comment that a rule applies to, as a row of a list. */
export function Caught({ item: { type, path, excerpt, author, at }, tag, children }: CaughtProps) {
  const text = excerpt === '' ? t('{type, select, comment {A comment} other {A post}}', { type }) : excerpt
  return (
    <li className={styles.caught}>
      <p className={styles.excerpt} dir="auto">
        {path === null ? isolated(text) : <Link href={path}>{isolated(text)}</Link>}
      </p>
      <p className={styles.facts}>
        {author && (
          <>
            <Link href={pathOfUser(author.username)}>@{author.username}</Link>
            {' · '}
          </>
        )}
        <Time at={at} />
        {children && ' · '}
        {children} {tag && <Tag tone="neutral">{tag}</Tag>}
      </p>
    </li>
  )
}
