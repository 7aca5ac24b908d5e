import { useInfiniteQuery } from '@tanstack/react-query'
import { type StatisticsName, statisticsNames } from '../../../../contract/words.ts'
import { type HourlyNumbers, statisticsQuery } from '../../../data/admin/statistics.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseTable } from '../tableParams.ts'
import { LineChart } from './LineChart.tsx'
import styles from './Statistics.module.css'

const labels: Record<StatisticsName, string> = {
  users_day: 'Users, day',
  users_week: 'Users, week',
  users_month: 'Users, month',
  return_users_day: 'Returning, day',
  return_users_week: 'Returning, week',
  return_users_month: 'Returning, month',
  signups: 'Accounts',
  pwa_installs: 'Installations',
  notifications_enabled: 'Push',
  posts_day: 'Posts, day',
  posts_week: 'Posts, week',
  comments_day: 'Comments, day',
  comments_week: 'Comments, week',
}

/** The same numbers as in the table, grouped by magnitude so that one scale fits each chart. */
const charts: readonly { title: string; lines: readonly (readonly [StatisticsName, string])[] }[] = [
  {
    title: 'Users who were here in the last …',
    lines: [
      ['users_day', 'day'],
      ['users_week', 'week'],
      ['users_month', 'month'],
    ],
  },
  {
    title: 'Of those, users whose account is older than that',
    lines: [
      ['return_users_day', 'day'],
      ['return_users_week', 'week'],
      ['return_users_month', 'month'],
    ],
  },
  {
    title: 'Written in the last day',
    lines: [
      ['posts_day', 'posts'],
      ['comments_day', 'comments'],
    ],
  },
  {
    title: 'Written in the last week',
    lines: [
      ['posts_week', 'posts'],
      ['comments_week', 'comments'],
    ],
  },
  { title: 'Accounts', lines: [['signups', 'accounts']] },
  {
    title: 'On devices',
    lines: [
      ['pwa_installs', 'installations'],
      ['notifications_enabled', 'push notifications'],
    ],
  },
]

/** Hourly counts of the site, as charts and as a table. */
export function Statistics() {
  const pages = useInfiniteQuery(statisticsQuery(parseTable(new URLSearchParams(useShownPage().search))))
  const hours = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <ScreenHead title="Analytics" hint="Counted once an hour; times are UTC." />
      {hours.length > 0 && <Charts hours={hours.toReversed()} />}
      <PagedTable
        caption="What was counted, the newest first"
        list={pages}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            header: 'Time',
            cell: ({ at }) => (
              <time dateTime={at} className={styles.time}>{`${at.slice(0, 10)} ${at.slice(11, 16)}`}</time>
            ),
          },
          ...statisticsNames.map((name) => ({
            header: labels[name],
            align: 'end' as const,
            cell: ({ numbers }: HourlyNumbers) => numbers[name].toLocaleString('en'),
          })),
        ]}
        empty={
          <EmptyState
            icon="activity"
            title="Nothing was counted yet"
            text="The first numbers come within an hour."
          />
        }
      />
    </>
  )
}

/** @param hours oldest first. */
function Charts({ hours }: { hours: readonly HourlyNumbers[] }) {
  const times = hours.map(({ at }) => at)
  return (
    <div className={styles.charts}>
      {charts.map(({ title, lines }) => (
        <LineChart
          key={title}
          title={title}
          times={times}
          series={lines.map(([name, label]) => ({
            label,
            values: hours.map(({ numbers }) => numbers[name]),
          }))}
        />
      ))}
    </div>
  )
}
