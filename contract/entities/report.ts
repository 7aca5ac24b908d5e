import { type Static, Type } from 'typebox'
import { reportsShownPerTarget } from '../limitValues.ts'
import { contentTypes } from '../words.ts'
import { PostOrComment } from './list.ts'
import { described, flag, id, idByKind, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

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
  target: Type.Null({ description: 'Always null here.' }),
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

/** All reports of one post or comment. */
export const ReportedTarget = Type.Object({
  type: oneOf(contentTypes, 'What was reported.'),
  targetId: idByKind('type', 'The id of the post or comment.'),
  communityId: id('community', 'The id of its community.'),
  communityName: text('The name of its community.'),
  noReports: int('How many reports there are about it.'),
  reasons: listOf(
    Type.Object({
      reasonId: int('The number of the reason; 0 for a rule of the community.'),
      title: text('The reason in a few words.'),
      noReports: int('How many reports give this reason.'),
    }),
    'Why it was reported, the most frequent reason first.',
  ),
  reports: listOf(
    Type.Object({
      id: int('The number of the report.'),
      reason: text('The reason in a few words.'),
      note: Nullable(text('What the reporter wrote; null if nothing.')),
      reporter,
      createdAt: time('When it was reported.'),
    }),
    `The latest reports about it, at most ${reportsShownPerTarget}.`,
  ),
  firstReportedAt: time('When it was first reported.'),
  lastReportedAt: time('When it was last reported.'),
  isAuthorBanned: flag('Whether its author is already banned from the community.'),
  target,
})
export type ReportedTarget = Static<typeof ReportedTarget>

/** A page of reported targets from several communities. */
export const QueuePage = Type.Object({
  details,
  items: listOf(ReportedTarget, 'The reported posts and comments of this page, the last reported first.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type QueuePage = Static<typeof QueuePage>

/** A member whose reports moderators do not see. */
export const SilencedReporter = Type.Object({
  username: text('The name.'),
  silencedAt: time('Since when.'),
  silencedBy: Nullable(
    text('The name of the moderator or admin who decided it; null for a deleted account.'),
  ),
})
