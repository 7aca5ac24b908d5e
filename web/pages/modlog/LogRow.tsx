import type { ReactNode } from 'react'
import { commentersName } from '../../../contract/commentLimitNames.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { namesOfPermissions } from '../../../contract/permissionNames.ts'
import { t } from '../../../contract/texts/t.ts'
import { bannedFromText } from '../../features/moderation/banTexts.ts'
import { Link } from '../../ui/navigation/Link.tsx'
import { durationText } from '../../ui/text/durationText.ts'
import { formatDate } from '../../ui/text/formatDate.ts'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './LogRow.module.css'
import { LogSentence, namesCommunity } from './LogSentence.tsx'
import { settingNames } from './wordings.ts'

interface LogRowProps {
  entry: ModerationLogEntry
  /** Whether the entry names its community. */
  showsCommunity: boolean
}

/** One entry of the log: actor, action, target, details, reason, community and time. */
export function LogRow({ entry, showsCommunity }: LogRowProps) {
  const { community, reason, details } = entry
  const facts = factsOf(entry)
  return (
    <li className={styles.row}>
      <p className={styles.entry}>
        <LogSentence entry={entry} />
      </p>
      {facts.length > 0 && <p className={styles.reason}>{facts.join(' · ')}</p>}
      {details.rule && (
        <Why>{rich('Rule: {rule}', { rule: <span dir="auto">{isolated(details.rule)}</span> })}</Why>
      )}
      {reason !== null && (
        <Why>{rich('Reason: {reason}', { reason: <span dir="auto">{isolated(reason)}</span> })}</Why>
      )}
      <p className={styles.time}>
        {showsCommunity && community && !namesCommunity(entry) && (
          <>
            <Link href={`/${community.name}`} className={styles.target}>
              {community.name}
            </Link>
            {' · '}
          </>
        )}
        <Time at={entry.createdAt} />
      </p>
    </li>
  )
}

const Why = ({ children }: { children: ReactNode }) => <p className={styles.reason}>{children}</p>

/** What a change was to, how long a ban lasts, what it removed. */
function factsOf({ action, details }: ModerationLogEntry): string[] {
  const { kind, expiresAt, changed, permissions, noPosts, noComments, seconds, commenters } = details
  const facts: string[] = []
  if (kind && (action === 'change_community_ban' || action === 'change_site_ban'))
    facts.push(t('Now: {restriction}', { restriction: bannedFromText(kind) }))
  if (seconds !== undefined) facts.push(t('{duration} between comments', { duration: durationText(seconds) }))
  if (commenters) facts.push(commentersName(commenters))
  if (expiresAt) facts.push(t('Until {date}', { date: formatDate(new Date(expiresAt)) }))
  if (permissions?.length)
    facts.push(t('New permissions: {permissions}', { permissions: namesOfPermissions(permissions) }))
  if (changed?.length) facts.push(t('Changed: {settings}', { settings: settingNames(changed) }))
  if (noPosts !== undefined && noComments !== undefined)
    facts.push(
      t(
        '{posts, plural, one {# post} other {# posts}} and {comments, plural, one {# comment} other {# comments}}',
        { posts: noPosts, comments: noComments },
      ),
    )
  return facts
}
