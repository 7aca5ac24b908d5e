import type { PostOrComment } from '../../contract/entities/list.ts'
import type { FiledReport, Report } from '../../contract/entities/report.ts'

/** A report together with its reason. */
export interface ReportRow {
  id: string
  community_id: string
  post_id: string
  comment_id: string | null
  reason_id: number
  reason_title: string
  reason_description: string | null
  created_at: Date
}

const fieldsOf = (row: ReportRow) => ({
  id: Number(row.id),
  communityId: row.community_id,
  postId: row.post_id,
  reason: row.reason_title,
  description: row.reason_description,
  reasonId: row.reason_id,
  type: row.comment_id === null ? ('post' as const) : ('comment' as const),
  targetId: row.comment_id ?? row.post_id,
  actionTaken: null,
  dealtAt: null,
  dealtBy: null,
  createdAt: row.created_at.toISOString(),
})

/** A report as its reporter gets it (API contract 2.12), without what it is about; who reported is never told. */
export const filedReportView = (row: ReportRow): FiledReport => ({ ...fieldsOf(row), target: null })

/** A report as moderators read it, with what it is about. */
export const reportView = (row: ReportRow, target: PostOrComment | null): Report => ({
  ...fieldsOf(row),
  target,
})
