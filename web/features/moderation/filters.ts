import type { ReportCounts } from '../../../contract/entities/report.ts'
import { type ReportFilter, reportFilters } from '../../data/moderation/moderation.ts'

export const filterLabels: Record<ReportFilter, string> = { all: 'All', posts: 'Posts', comments: 'Comments' }

/** Which reports the query of a URL selects; all for unknown or missing values. */
export function parseReportFilter(search: URLSearchParams): ReportFilter {
  return reportFilters.find((filter) => filter === search.get('filter')) ?? 'all'
}

/** The number of reports for each filter. */
export const countsByFilter = ({
  noReports,
  noPostReports,
  noCommentReports,
}: ReportCounts): Record<ReportFilter, number> => ({
  all: noReports,
  posts: noPostReports,
  comments: noCommentReports,
})
