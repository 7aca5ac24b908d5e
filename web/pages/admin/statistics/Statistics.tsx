import { useSuspenseQuery } from '@tanstack/react-query'
import type { StatisticsSeries } from '../../../../contract/entities/statistics.ts'
import { formatNumber } from '../../../../contract/texts/language.ts'
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

const labels = (): Record<StatisticsName, string> => ({
  users_day: t('Daily users'),
  users_week: t('Weekly users'),
  users_month: t('Monthly users'),
  return_users_day: t('Daily returning users'),
  return_users_week: t('Weekly returning users'),
  return_users_month: t('Monthly returning users'),
  signups: t('Accounts'),
  pwa_installs: t('App installs'),
  notifications_enabled: t('Push'),
  posts_day: t('Daily posts'),
  posts_week: t('Weekly posts'),
  comments_day: t('Daily comments'),
  comments_week: t('Weekly comments'),
})

/** The same numbers as in the table, grouped by magnitude so that one scale fits each chart. */
const charts = (): readonly {
  title: string
  lines: readonly (readonly [StatisticsName, string])[]
}[] => [
  {
    title: t('Active users by period'),
    lines: [
      ['users_day', t('day')],
      ['users_week', t('week')],
      ['users_month', t('month')],
    ],
  },
  {
    title: t('Returning users by period'),
    lines: [
      ['return_users_day', t('day')],
      ['return_users_week', t('week')],
      ['return_users_month', t('month')],
    ],
  },
  {
    title: t('Posted in the last day'),
    lines: [
      ['posts_day', t('posts')],
      ['comments_day', t('comments')],
    ],
  },
  {
    title: t('Posted in the last week'),
    lines: [
      ['posts_week', t('posts')],
      ['comments_week', t('comments')],
    ],
  },
  { title: t('Accounts'), lines: [['signups', t('accounts')]] },
  {
    title: t('Devices'),
    lines: [
      ['pwa_installs', t('app installs')],
      ['notifications_enabled', t('push notifications')],
    ],
  },
]

function periodLabel(period: StatisticsPeriod): string {
  switch (period) {
    case 'day':
      return t('24 hours')
    case 'week':
      return t('7 days')
    case 'month':
      return t('30 days')
    case 'quarter':
      return t('90 days')
    case 'year':
      return t('1 year')
  }
}

type Point = StatisticsSeries['points'][number]

/** Counts of the site in a period, as charts and as a table. */
export function Statistics() {
  const period = parsePeriod(new URLSearchParams(useShownPage().search))
  const { data } = useSuspenseQuery(statisticsQuery(period))
  return (
    <>
      <ScreenHead
        title={t('Analytics')}
        hint={t('{step, select, hour {Hourly counts} day {Daily counts} other {Weekly counts}}, in UTC.', {
          step: data.step,
        })}
      />
      <div className="filters">
        <SegmentedLinks
          label={t('Period')}
          items={statisticsPeriods.map((one) => ({
            label: periodLabel(one),
            href: `${pathOfScreen('bss')}?period=${one}`,
            current: one === period,
          }))}
        />
      </div>
      {data.points.length === 0 ? (
        <EmptyState
          icon="activity"
          title={t('No data for this period')}
          text={t('The first numbers appear within an hour.')}
        />
      ) : (
        <>
          <Charts points={data.points} />
          <Card>
            <Table
              caption={t('Counts, newest first')}
              hideCaption
              columns={columns()}
              rows={data.points.toReversed()}
              keyOf={({ at }) => at}
            />
          </Card>
        </>
      )}
    </>
  )
}

const columns = () => [
  {
    header: t('Time'),
    cell: ({ at }: Point) => (
      <time dateTime={at} className={styles.time}>{`${at.slice(0, 10)} ${at.slice(11, 16)}`}</time>
    ),
  },
  ...statisticsNames.map((name) => ({
    header: labels()[name],
    align: 'end' as const,
    cell: ({ numbers }: Point) => formatNumber(numbers[name]),
  })),
]

/** @param points oldest first. */
function Charts({ points }: { points: readonly Point[] }) {
  const times = points.map(({ at }) => at)
  return (
    <div className={styles.charts}>
      {charts().map(({ title, lines }) => (
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
