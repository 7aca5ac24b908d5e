import { type Static, Type } from 'typebox'
import { ContentType, PostOrComment } from './list.ts'
import { Id, Int, Nullable, Time } from './schema.ts'

const reportFields = {
  id: Int,
  communityId: Id,
  postId: Nullable(Id),
  reason: Type.String(),
  description: Nullable(Type.String()),
  reasonId: Int,
  type: ContentType,
  targetId: Id,
  actionTaken: Nullable(Type.String()),
  dealtAt: Nullable(Time),
  dealtBy: Nullable(Id),
  createdAt: Time,
}

/** A report as its reporter gets it back; who reported is never told (API contract 2.12). */
export const FiledReport = Type.Object({ ...reportFields, target: Type.Null() })
export type FiledReport = Static<typeof FiledReport>

/** A report as moderators read it, with what it is about, as guests see that. */
export const Report = Type.Object({ ...reportFields, target: Nullable(PostOrComment) })
export type Report = Static<typeof Report>

/** How many reports there are of each kind, whatever the filter. */
export const ReportCounts = Type.Object({ noReports: Int, noPostReports: Int, noCommentReports: Int })
export type ReportCounts = Static<typeof ReportCounts>

/** A page of the reports of a community, newest first. */
export const ReportsPage = Type.Object({
  details: ReportCounts,
  reports: Type.Array(Report),
  limit: Int,
  page: Int,
})
export type ReportsPage = Static<typeof ReportsPage>

/** Everything that was reported about one post or comment. */
export const ReportedTarget = Type.Object({
  type: ContentType,
  targetId: Id,
  communityId: Id,
  communityName: Type.String(),
  noReports: Int,
  /** Why, the most frequent reason first. */
  reasons: Type.Array(Type.Object({ reasonId: Int, title: Type.String(), noReports: Int })),
  firstReportedAt: Time,
  lastReportedAt: Time,
  /** Whether its author is banned from the community already. */
  isAuthorBanned: Type.Boolean(),
  target: Nullable(PostOrComment),
})
export type ReportedTarget = Static<typeof ReportedTarget>

/** A page of what was reported in several communities, what was reported last first; `details` count reports. */
export const QueuePage = Type.Object({
  details: ReportCounts,
  items: Type.Array(ReportedTarget),
  next: Nullable(Type.String()),
})
export type QueuePage = Static<typeof QueuePage>
