import { useInfiniteQuery } from '@tanstack/react-query'
import type { SecurityEvent } from '../../../../contract/entities/securityEvent.ts'
import { t } from '../../../../contract/texts/t.ts'
import { securityEventsQuery } from '../../../data/admin/securityEvents.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseSecurityEvents, pathOfScreen } from '../tableParams.ts'
import { EventsFilter } from './EventsFilter.tsx'
import { eventText } from './eventText.ts'
import styles from './SecurityEvents.module.css'

/** Failed logins, changed passwords, refused calls, and what else concerns the security of accounts. */
export function SecurityEvents() {
  const shown = parseSecurityEvents(new URLSearchParams(useShownPage().search))
  const { from: _page, ...filters } = shown
  const isNarrowed = [filters.kind, filters.of, filters.days.from, filters.days.to].some((one) => one !== '')
  return (
    <>
      <ScreenHead
        title={t('Security')}
        hint={t('Failed logins, password changes and more. Kept for 90 days.')}
      />
      <EventsFilter key={JSON.stringify(filters)} shown={shown} isNarrowed={isNarrowed} />
      <PagedTable
        caption={t('Security events')}
        stacksOnPhones
        columns={columns()}
        list={useInfiniteQuery(securityEventsQuery(shown))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        refusalOf={({ refusal }) => refusal}
        keyOf={({ kind, username, ip, detail, createdAt }) =>
          [kind, username, ip, detail, createdAt].join(' ')
        }
        empty={
          <EmptyState
            icon="lock"
            title={isNarrowed ? t('No matching events') : t('No events yet')}
            text={
              isNarrowed ? t('Try different filters.') : t('Failed logins and account changes show up here.')
            }
          />
        }
      />
    </>
  )
}

const columns = () =>
  [
    {
      header: t('Event'),
      cell: ({ kind, detail }: SecurityEvent) => (
        <>
          <span className={styles.kind}>{eventText(kind)}</span>
          {detail && <span className={styles.detail}> {detail}</span>}
        </>
      ),
    },
    {
      header: t('Account'),
      cell: ({ username }: SecurityEvent) =>
        username ? <Link href={pathOfUser(username)}>@{username}</Link> : '–',
    },
    {
      header: t('IP address'),
      cell: ({ ip }: SecurityEvent) =>
        ip ? (
          <Link href={`${pathOfScreen('users')}?q=${encodeURIComponent(ip)}`}>{ip}</Link>
        ) : (
          t('command line')
        ),
    },
    { header: t('Count'), align: 'end', cell: ({ times }: SecurityEvent) => times },
    {
      header: t('Latest'),
      cell: ({ lastAt }: SecurityEvent) => (
        <span className={styles.when}>
          <Time at={lastAt} />
        </span>
      ),
    },
  ] as const
