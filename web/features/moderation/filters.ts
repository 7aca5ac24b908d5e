import type { ReportCounts } from '../../../contract/entities/report.ts'
import { type ReportFilter, reportFilters } from '../../data/moderation/moderation.ts'

export const filterLabels: Record<ReportFilter, string> = { all: 'All', posts: 'Posts', comments: 'Comments' }

/** Which reports an address asks for; all where it does not say, or says nonsense. */
export function parseReportFilter(search: URLSearchParams): ReportFilter {
  return reportFilters.find((filter) => filter === search.get('filter')) ?? 'all'
}

/** How many reports there are under each filter. */
export const countsByFilter = ({
  noReports,
  noPostReports,
  noCommentReports,
}: ReportCounts): Record<ReportFilter, number> => ({
  all: noReports,
  posts: noPostReports,
  comments: noCommentReports,
})
