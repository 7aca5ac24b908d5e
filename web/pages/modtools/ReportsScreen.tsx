import { useSuspenseQuery } from '@tanstack/react-query'
import type { Report, ReportCounts } from '../../../contract/entities/report.ts'
import {
  type ReportFilter,
  reportFilters,
  reportsQuery,
  targetOf,
  useIgnoreReport,
} from '../../data/moderation/moderation.ts'
import { countsByFilter, filterLabels, parseReportFilter } from '../../features/moderation/filters.ts'
import { Reporters } from '../../features/moderation/Reporters.tsx'
import { TargetActions } from '../../features/moderation/TargetActions.tsx'
import { TargetCard } from '../../features/moderation/TargetCard.tsx'
import { useShownPage } from '../../router/page.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { NumberedList } from './NumberedList.tsx'
import { parsePage, pathOfPage } from './numberedPage.ts'
import styles from './ReportsScreen.module.css'
import type { ScreenContext, ScreenProps } from './screen.ts'
import { useNotifyToolsFailure } from './useNotifyToolsFailure.ts'

const parseReports = (search: URLSearchParams) => ({
  filter: parseReportFilter(search),
  page: parsePage(search),
})

export const prepareReports = ({ community, search, load }: ScreenContext) =>
  load(reportsQuery({ communityId: community.id, ...parseReports(search) }))

export function ReportsScreen({ community }: ScreenProps) {
  const { path, search } = useShownPage()
  const { filter, page } = parseReports(new URLSearchParams(search))
  const { data } = useSuspenseQuery(reportsQuery({ communityId: community.id, filter, page }))
  return (
    <section aria-label="Reports">
      <Filters path={path} current={filter} counts={data.details} />
      <NumberedList
        page={page}
        count={countsByFilter(data.details)[filter]}
        hrefFor={(number) => pathOfPage(path, { filter, page: number })}
        empty={
          <EmptyState
            icon="success"
            title="No reports"
            text="There is nothing here that members want you to look at."
          />
        }
      >
        {data.reports.map((report) => (
          <ReportCard key={report.id} report={report} communityName={community.name} />
        ))}
      </NumberedList>
    </section>
  )
}

function Filters({ path, current, counts }: { path: string; current: ReportFilter; counts: ReportCounts }) {
  const numbers = countsByFilter(counts)
  return (
    <div className={styles.filters}>
      <SegmentedLinks
        label="Show"
        items={reportFilters.map((filter) => ({
          label: `${filterLabels[filter]} (${numbers[filter]})`,
          href: pathOfPage(path, { filter, page: 1 }),
          current: filter === current,
        }))}
      />
    </div>
  )
}

function ReportCard({ report, communityName }: { report: Report; communityName: string }) {
  const content = targetOf(report)
  const ignore = useIgnoreReport(report)
  const toasts = useToasts()
  const notifyFailure = useNotifyToolsFailure()
  const onIgnore = async () => {
    try {
      await ignore.mutateAsync(report)
      toasts.show('Report ignored.')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <TargetCard
      content={content}
      head={
        <>
          <Tag tone="danger" icon="report">
            {report.reason}
          </Tag>
          <span>
            {report.type === 'post' ? 'Post' : 'Comment'} reported <Time at={report.createdAt} />
          </span>
          <Reporters
            namesOnly
            reports={[{ ...report, note: report.note ?? null }]}
            community={{ id: report.communityId, name: communityName }}
          />
        </>
      }
      actions={
        <TargetActions content={content} ignore={{ label: 'Ignore', busy: ignore.isPending, onIgnore }} />
      }
    />
  )
}
