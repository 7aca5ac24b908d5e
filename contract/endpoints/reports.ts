import { Type } from 'typebox'
import { FiledReport, Report, ReportsPage, SilencedReporter } from '../entities/report.ts'
import {
  flag,
  idInput,
  idText,
  int,
  listOf,
  memberName,
  Nullable,
  Success,
  text,
} from '../entities/schema.ts'
import { reportNoteMaxLength, silencedReportersMax } from '../limitValues.ts'
import { contentTypes, reportFilters } from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, inPath, optional, pageNumber, pageSize, render } from './parameters.ts'

const filter = choice(reportFilters, {
  description: 'What was reported.',
  default: 'all',
  refusal: 'invalidFeedFilter',
})
const targetId = idInput({ kindIn: 'type' }, 'The id of the post or comment, not the public id of a post.')

export const reportEndpoints = {
  report: endpoint({
    method: 'POST',
    path: '/api/_report',
    summary: 'Reports a post or a comment to the moderators of its community.',
    who: 'member',
    needsConfirmedEmail: true,
    takesIdempotencyKey: true,
    limit: 'reports',
    body: Type.Object({
      type: choice(contentTypes, {
        description: 'What is reported.',
        default: 'post',
        refusal: 'invalidReportType',
      }),
      targetId,
      reason: Type.Optional(
        int(
          'The number of one of the `reportReasons` of `getInitial`. Needed without `ruleId` and `isUnmarkedAi`.',
        ),
      ),
      ruleId: Type.Optional(
        Nullable(int('The number of a rule of the community, in place of a reason of the site.')),
      ),
      isUnmarkedAi: Type.Optional(
        flag(
          'With `true`: it is made with AI without being marked, in place of another reason; only where `madeWithAi` of the community is not `allowed`. An addition of ours.',
        ),
      ),
      note: Type.Optional(
        Nullable(text(`What moderators should know besides. ${cutAt(reportNoteMaxLength)}`)),
      ),
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
    summary: 'Lists what members reported in a community, the newest first; for its moderators and admins.',
    who: 'member',
    params: Type.Object({ communityId: inPath.communityId }),
    query: optional({
      filter,
      page: pageNumber({ description: 'The number of the page, from 1.', default: 1 }),
      limit: pageSize(),
      render,
    }),
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
    summary: 'Closes a report without any other action.',
    who: 'member',
    limit: 'moderation',
    params: Type.Object({ communityId: inPath.communityId, reportId: text('The number of the report.') }),
    query: optional({ render }),
    response: Report,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'invalidReportId',
      'reportNotFound',
    ],
  }),
  listSilencedReporters: endpoint({
    method: 'GET',
    path: '/api/silenced_reporters',
    summary: `Lists members whose reports are not shown to moderators, the latest first, at most ${silencedReportersMax}; for moderators of the community and admins.`,
    who: 'member',
    query: optional({
      communityId: idText(
        'community',
        'Members silenced in this community. By default, on the whole site; for admins.',
      ),
    }),
    response: Type.Object({ items: listOf(SilencedReporter, 'The members.') }),
    errors: ['invalidId', 'communityNotFound', 'neitherAdminNorModerator', 'notAdmin'],
  }),
  silenceReporter: endpoint({
    method: 'PUT',
    path: '/api/silenced_reporters',
    summary:
      'Hides the reports of a member from moderators, or shows them again: in one community, or for admins, on the whole site. Earlier reports stay as they are. The member gets the same answers as others.',
    who: 'member',
    limit: 'moderation',
    body: Type.Object({
      username: memberName('The name of the member.'),
      communityId: Type.Optional(
        Nullable(idInput('community', 'The id of the community. By default the whole site; for admins.')),
      ),
      silenced: flag('Whether their reports are hidden.'),
    }),
    response: Success,
    errors: [
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
      'notAdmin',
      'userNotFound',
      'tooManySilencedReporters',
    ],
  }),
}
