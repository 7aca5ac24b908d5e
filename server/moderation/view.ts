import type { Report } from '../../contract/entities/report.ts'

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

/** A report without what it is about (API contract 2.12); who reported is never told. */
export const reportView = (row: ReportRow): Report => ({
  id: Number(row.id),
  communityId: row.community_id,
  postId: row.post_id,
  reason: row.reason_title,
  description: row.reason_description,
  reasonId: row.reason_id,
  type: row.comment_id === null ? 'post' : 'comment',
  targetId: row.comment_id ?? row.post_id,
  actionTaken: null,
  dealtAt: null,
  dealtBy: null,
  createdAt: row.created_at.toISOString(),
  target: null,
})
