import { useSuspenseQuery } from '@tanstack/react-query'
import type { StatisticsSeries } from '../../../../contract/entities/statistics.ts'
import { t } from '../../../../contract/texts/t.ts'
import {
  type StatisticsName,
  type StatisticsPeriod,
  statisticsNames,
  statisticsPeriods,
} from '../../../../contract/words.ts'
import { statisticsQuery } from '../../../data/admin/statistics.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { SegmentedLinks } from '../../../ui/navigation/SegmentedLinks.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parsePeriod, pathOfScreen } from '../tableParams.ts'
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

const periodLabels: Record<StatisticsPeriod, string> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  quarter: '90 days',
  year: 'A year',
}
const stepTexts = { hour: 'every hour', day: 'every day', week: 'every week' } as const

type Point = StatisticsSeries['points'][number]

/** Counts of the site in a period, as charts and as a table. */
export function Statistics() {
  const period = parsePeriod(new URLSearchParams(useShownPage().search))
  const { data } = useSuspenseQuery(statisticsQuery(period))
  return (
    <>
      <ScreenHead
        title={t('Analytics')}
        hint={`Counted once an hour, shown ${stepTexts[data.step]}; times are UTC.`}
      />
      <div className={styles.period}>
        <SegmentedLinks
          label={t('Period')}
          items={statisticsPeriods.map((one) => ({
            label: periodLabels[one],
            href: `${pathOfScreen('bss')}?period=${one}`,
            current: one === period,
          }))}
        />
      </div>
      {data.points.length === 0 ? (
        <EmptyState
          icon="activity"
          title={t('Nothing was counted in this time')}
          text={t('The first numbers come within an hour.')}
        />
      ) : (
        <>
          <Charts points={data.points} />
          <Card>
            <Table
              caption="What was counted, the newest first"
              hideCaption
              columns={columns}
              rows={data.points.toReversed()}
              keyOf={({ at }) => at}
            />
          </Card>
        </>
      )}
    </>
  )
}

const columns = [
  {
    header: 'Time',
    cell: ({ at }: Point) => (
      <time dateTime={at} className={styles.time}>{`${at.slice(0, 10)} ${at.slice(11, 16)}`}</time>
    ),
  },
  ...statisticsNames.map((name) => ({
    header: labels[name],
    align: 'end' as const,
    cell: ({ numbers }: Point) => numbers[name].toLocaleString('en'),
  })),
]

/** @param points oldest first. */
function Charts({ points }: { points: readonly Point[] }) {
  const times = points.map(({ at }) => at)
  return (
    <div className={styles.charts}>
      {charts.map(({ title, lines }) => (
        <LineChart
          key={title}
          title={title}
          times={times}
          series={lines.map(([name, label]) => ({
            label,
            values: points.map(({ numbers }) => numbers[name]),
          }))}
        />
      ))}
    </div>
  )
}
