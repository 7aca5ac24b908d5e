import { Type } from 'typebox'
import { FiledReport, QueuePage, Report, ReportsPage } from '../entities/report.ts'
import { IdInput, Int } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

const filter = Type.Optional(Type.String())
const limit = Type.Optional(Type.String())
/** `page`: our own pages, which get rendered HTML in place of Markdown sources, and more about a target. */
const render = Type.Optional(Type.String())

export const reportEndpoints = {
  report: endpoint({
    method: 'POST',
    path: '/api/_report',
    summary: 'Tells the moderators of a community about a post or a comment.',
    who: 'member',
    limit: 'reports',
    body: Type.Object({
      type: Type.String({ default: 'post' }),
      targetId: IdInput,
      reason: Type.Integer(),
    }),
    response: FiledReport,
    errors: [
      'invalidReportType',
      'postNotFound',
      'commentNotFound',
      'bannedFromCommunity',
      'ownContent',
      'invalidReportReason',
      'alreadyReported',
    ],
  }),
  listReports: endpoint({
    method: 'GET',
    path: '/api/communities/:communityId/reports',
    summary: 'What members reported in a community, newest first; for its moderators and admins.',
    who: 'member',
    params: Type.Object({ communityId: Type.String() }),
    query: Type.Object({ filter, page: Type.Optional(Type.String()), limit, render }),
    response: ReportsPage,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidPage',
      'invalidFeedFilter',
    ],
  }),
  ignoreReport: endpoint({
    method: 'DELETE',
    path: '/api/communities/:communityId/reports/:reportId',
    summary: 'Closes a report without doing anything about what it is about.',
    who: 'member',
    limit: 'moderation',
    params: Type.Object({ communityId: Type.String(), reportId: Type.String() }),
    query: Type.Object({ render }),
    response: Report,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'invalidReportId',
      'reportNotFound',
    ],
  }),
  listQueue: endpoint({
    method: 'GET',
    path: '/api/modqueue',
    summary:
      'What members reported in all communities that the caller moderates, or with scope=all, for admins, anywhere: everything about one post or comment together.',
    who: 'member',
    query: Type.Object({
      filter,
      /** `moderating` unless given, or `all`. */
      scope: Type.Optional(Type.String()),
      limit,
      next: Type.Optional(Type.String()),
      render,
    }),
    response: QueuePage,
    errors: [
      'limitNotANumber',
      'limitOutOfRange',
      'invalidFeedFilter',
      'invalidFeedType',
      'invalidCursor',
      'notAdmin',
    ],
  }),
  ignoreReports: endpoint({
    method: 'DELETE',
    path: '/api/modqueue',
    summary: 'Closes all reports about a post or a comment without doing anything about it.',
    who: 'member',
    limit: 'moderation',
    body: Type.Object({ type: Type.String(), targetId: IdInput }),
    response: Type.Object({ noReports: Int }),
    errors: ['invalidReportType', 'postNotFound', 'commentNotFound', 'neitherAdminNorModerator'],
  }),
}
