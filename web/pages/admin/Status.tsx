import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import { formatNumber } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { systemQuery } from '../../data/admin/system.ts'
import { noticesQuery } from '../../data/moderation/notices.ts'
import { queueCountsQuery } from '../../data/moderation/queue.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Status.module.css'
import { isDiskShort } from './system/systemTexts.ts'
import { pathOfScreen } from './tableParams.ts'

/** Everything that was reported on the site. */
export const reportsQuery = queueCountsQuery({
  kind: 'reported',
  sort: 'newest',
  filter: 'all',
  scope: 'all',
  communityId: null,
  reason: '',
  rule: '',
  from: null,
  page: null,
})
export const openNoticesQuery = noticesQuery({ filter: 'open', from: null })

interface Fact {
  readonly label: string
  readonly value: ReactNode
  /** Where to do something about it. */
  readonly href: string
  /** Whether an admin has to do something. */
  readonly isUrgent: boolean
}

/** What needs an admin today. */
export function Status() {
  const { applicationsWaiting = 0 } = useInitial()
  const { data: state } = useSuspenseQuery(systemQuery)
  const { data: queue } = useSuspenseQuery(reportsQuery)
  const notices = useInfiniteQuery(openNoticesQuery).data?.pages[0]
  const facts: Fact[] = [
    countFact(t('Open reports'), queue.counts.reported, '/modqueue?scope=all'),
    countFact(t('Open notices'), notices?.noOpen ?? 0, pathOfScreen('notices')),
    ...(applicationsWaiting > 0
      ? [countFact(t('Applications'), applicationsWaiting, pathOfScreen('applications'))]
      : []),
    backupFact(state),
    mailFact(state),
    countFact(t('Errors today'), state.failuresOfDay + state.jobs.failed, pathOfScreen('system')),
    ...(isDiskShort(state.disk)
      ? [{ label: t('Disk'), value: t('Almost full'), href: pathOfScreen('system'), isUrgent: true }]
      : []),
  ]
  return (
    <Card as="section" padded aria-label={t('Status')} className={styles.card}>
      <ul className={styles.facts}>
        {facts.map(({ label, value, href, isUrgent }) => (
          <li key={label}>
            <Link href={href} className={styles.fact} data-urgent={isUrgent || undefined}>
              <span className="quiet">{label}</span>
              <span className={styles.value}>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const countFact = (label: string, count: number, href: string): Fact => ({
  label,
  value: formatNumber(count),
  href,
  isUrgent: count > 0,
})

function backupFact({ backups: { last, lastMade } }: SystemState): Fact {
  const isFailed = last?.state === 'failed'
  return {
    label: t('Last backup'),
    value: isFailed ? (
      t('Failed')
    ) : lastMade ? (
      <Time at={lastMade.finishedAt ?? lastMade.askedAt} />
    ) : (
      t('None yet')
    ),
    href: pathOfScreen('backups'),
    isUrgent: isFailed || !lastMade,
  }
}

function mailFact({ mail: { isConfigured, ofDay } }: SystemState): Fact {
  const failed = ofDay.refused + ofDay.deferred + ofDay.bounced
  return {
    label: t('Email'),
    value: !isConfigured
      ? t('Not set up')
      : failed > 0
        ? t('{count, plural, one {# failure} other {# failures}} today', { count: failed })
        : t('Working'),
    href: pathOfScreen('system'),
    isUrgent: !isConfigured || failed > 0,
  }
}
