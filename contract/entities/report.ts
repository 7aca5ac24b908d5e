import { type Static, Type } from 'typebox'
import { contentTypes } from '../words.ts'
import { PostOrComment } from './list.ts'
import { alwaysNull, described, id, idByKind, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

const target = described(
  'The reported post or comment as guests see it; null if it no longer exists.',
  Nullable(PostOrComment),
)

const reportFields = {
  id: int('The number of the report.'),
  communityId: id('community', 'The community of the post.'),
  postId: Nullable(id('post', 'The post, or the post that the comment belongs to.')),
  reason: text('The reason in a few words.'),
  description: Nullable(text('An explanation of the reason; null if there is none.')),
  reasonId: int('The number of the reason; 0 for a rule of the community.'),
  ruleId: Type.Optional(
    int('The number of the rule of the community that was reported as broken; absent for other reasons.'),
  ),
  note: Type.Optional(text('What the reporter wrote; absent if nothing.')),
  type: oneOf(contentTypes, 'What was reported.'),
  targetId: idByKind('type', 'The id of the post or comment.'),
  actionTaken: Nullable(text('Always null.')),
  dealtAt: Nullable(time('Always null.')),
  dealtBy: Nullable(id('user', 'Always null.')),
  createdAt: time('When it was reported.'),
}

/** A report for its reporter. It does not say who reported. */
export const FiledReport = Type.Object({
  ...reportFields,
  target: alwaysNull('object', 'Always null here.'),
})
export type FiledReport = Static<typeof FiledReport>

const reporter = described(
  'Who reported it; null for a deleted account.',
  Nullable(Type.Object({ username: text('The name.') })),
)

/** A report for moderators. */
export const Report = Type.Object({ ...reportFields, reporter, target })
export type Report = Static<typeof Report>

export const ReportCounts = Type.Object({
  noReports: int('How many reports there are.'),
  noPostReports: int('How many of them are about posts.'),
  noCommentReports: int('How many of them are about comments.'),
})
export type ReportCounts = Static<typeof ReportCounts>

const details = described('How many reports there are, whatever the filter.', ReportCounts)

/** A page of the reports of a community. */
export const ReportsPage = Type.Object({
  details,
  reports: listOf(Report, 'The reports of this page, the newest first.'),
  limit: int('How many reports a page has at most.'),
  page: int('The number of this page, from 1.'),
})
export type ReportsPage = Static<typeof ReportsPage>

/** A member whose reports moderators do not see. */
export const SilencedReporter = Type.Object({
  username: text('The name.'),
  silencedAt: time('Since when.'),
  silencedBy: Nullable(
    text('The name of the moderator or admin who decided it; null for a deleted account.'),
  ),
})
