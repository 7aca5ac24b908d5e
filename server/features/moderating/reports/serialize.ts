import type { PostOrComment } from '../../../../contract/entities/list.ts'
import type { FiledReport, Report } from '../../../../contract/entities/report.ts'
import type { ListedReportsRow } from './listedReports.sql.ts'

/** A report together with its reason. */
type ReportRow = Omit<ListedReportsRow, 'reporter'>

const fieldsOf = (row: ReportRow) => ({
  id: Number(row.id),
  communityId: row.community_id,
  postId: row.post_id,
  reason: row.reason,
  description: row.description,
  reasonId: row.reason_id ?? 0,
  ...(row.rule_id !== null && { ruleId: Number(row.rule_id) }),
  ...(row.note !== null && { note: row.note }),
  type: row.comment_id === null ? ('post' as const) : ('comment' as const),
  targetId: row.comment_id ?? row.post_id,
  actionTaken: null,
  dealtAt: null,
  dealtBy: null,
  createdAt: row.created_at.toISOString(),
})

/** A report for its reporter, without its target. */
export const filedReportView = (row: ReportRow): FiledReport => ({ ...fieldsOf(row), target: null })

/** A report for moderators, with its target. */
export const reportView = (row: ListedReportsRow, target: PostOrComment | null): Report => ({
  ...fieldsOf(row),
  reporter: row.reporter === null ? null : { username: row.reporter },
  target,
})
