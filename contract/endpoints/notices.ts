import { Type } from 'typebox'
import { Notice, SentNotice } from '../entities/notice.ts'
import { flag, int, listOf, Nullable, text } from '../entities/schema.ts'
import {
  emailMaxLength,
  moderationReasonMaxLength,
  noticeCountryMaxLength,
  noticeGroundMaxLength,
  noticeMaxLength,
  noticeNameMaxLength,
  noticesCountedMax,
  noticesPerPage,
} from '../limitValues.ts'
import { banKinds, noticeActs, noticeFilters } from '../words.ts'
import { captchaToken } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, next, nextPage, optional, requiredChoice } from './parameters.ts'

const address = text(
  'The address of what it is about, as a URL of this site or its path: of a post, a comment, a profile, a community, or a message with moderators (`/modmail?conversation=1#message-2`).',
)
const why = text(`Why; required. ${cutAt(noticeMaxLength)}`)
const key = Type.Optional(text('The key of the secret link, for senders who are not logged in.'))
const numbered = Type.Object({ number: text('The number of the notice.') })

/** Notices to the admins of the site; additions to the original API. */
export const noticeEndpoints = {
  sendNotice: endpoint({
    method: 'POST',
    path: '/api/notices',
    summary:
      'Notifies the admins of unlawful content (Regulation (EU) 2022/2065, article 16), also without an account. The same notice of a guest within a day is stored once.',
    who: 'all',
    openInPrivateForum: true,
    takesIdempotencyKey: true,
    limit: 'notices',
    body: Type.Object({
      address,
      text: why,
      ground: Type.Optional(text(`The law, if the sender knows it. ${cutAt(noticeGroundMaxLength)}`)),
      country: Type.Optional(text(`Where it is unlawful. ${cutAt(noticeCountryMaxLength)}`)),
      isChildAbuse: Type.Optional(
        flag(
          'Whether it is sexual abuse of children (Directive 2011/93/EU, articles 3 to 7). Then name and email are optional.',
        ),
      ),
      name: Type.Optional(text(`The name of a guest. ${cutAt(noticeNameMaxLength)}`)),
      email: Type.Optional(text(`The email address of a guest, at most ${emailMaxLength} characters.`)),
      isInGoodFaith: flag(
        'Confirms that the notice is accurate and complete, as far as the sender knows. Must be `true`.',
      ),
      captchaToken: Type.Optional(captchaToken),
    }),
    response: Type.Object({
      number: int('The number of the notice.'),
      key: Nullable(text('The key of its secret link, for guests; null for members.')),
    }),
    errors: [
      'noticeTextMissing',
      'noticeNotInGoodFaith',
      'noticeContactMissing',
      'noticeSubjectNotFound',
      'captchaRefused',
    ],
  }),
  reportToAdmins: endpoint({
    method: 'POST',
    path: '/api/notices/rules',
    summary:
      'Reports a member, a community or a message with moderators to the admins, as against the rules of the site. Posts and comments are reported to the moderators of their community.',
    who: 'member',
    needsConfirmedEmail: true,
    takesIdempotencyKey: true,
    limit: 'reports',
    body: Type.Object({
      address,
      reason: int('The number of one of the `reportReasons` of `getInitial`.'),
      text: why,
    }),
    response: Type.Object({ number: int('The number of the notice.') }),
    errors: [
      'noticeTextMissing',
      'noticeSubjectNotFound',
      'ownContent',
      'invalidReportReason',
      'alreadyReportedToAdmins',
    ],
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/api/notices/:number',
    summary: 'Returns a notice to the member who sent it, or to everyone who has its secret link.',
    who: 'all',
    openInPrivateForum: true,
    params: numbered,
    query: optional({ key: text('The key of the secret link.') }),
    response: SentNotice,
    errors: ['noticeNotFound'],
  }),
  complain: endpoint({
    method: 'POST',
    path: '/api/notices/:number/complaint',
    summary:
      'Complains about the decision on a notice, once, within six months. Another admin decides about it, unless there is none.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'notices',
    params: numbered,
    body: Type.Object({
      key,
      text: text(`What is wrong with the decision; required. ${cutAt(noticeMaxLength)}`),
    }),
    response: SentNotice,
    errors: ['complaintEmpty', 'noticeNotFound', 'complaintNotPossible'],
  }),
  listNotices: endpoint({
    method: 'GET',
    path: '/api/notices',
    summary: `Lists notices, ${noticesPerPage} at a time: open ones with the first due first, others with the newest first.`,
    who: 'admin',
    query: optional({
      filter: choice(noticeFilters, {
        description: 'Only open ones, only decided ones, or only those with a complaint.',
        default: 'open',
        refusal: 'invalidAction',
      }),
      next,
    }),
    response: Type.Object({
      items: listOf(Notice, 'The notices.'),
      noOpen: int(`How many are open, counted up to ${noticesCountedMax.toLocaleString('en')}.`),
      noOverdue: int('How many of them are overdue, counted as far.'),
      next: nextPage,
    }),
    errors: ['invalidAction', 'invalidCursor'],
  }),
  decideNotice: endpoint({
    method: 'PUT',
    path: '/api/notices/:number',
    summary:
      'Decides about a notice, or about the complaint, and does at once what was decided. The sender is notified; so is the member it is about, as of every such action.',
    who: 'admin',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: numbered,
    body: Type.Object({
      act: requiredChoice(noticeActs, {
        description:
          'What to do. `keep`: nothing, or about a complaint, the first decision stays. `lock`, `remove` and `erase`: of posts and comments. `ban`: the member it is about, or whose text. `other`: you have done something else.',
        refusal: 'invalidNoticeDecision',
      }),
      reasons: text(
        `Why; required. For the sender, for the author, and if something is done, for the moderation log. ${cutAt(moderationReasonMaxLength)}`,
      ),
      banKind: Type.Optional(
        choice(banKinds, {
          description: 'With `ban`: what it forbids. By default, a suspension.',
          refusal: 'invalidBanKind',
        }),
      ),
      expires: Type.Optional(
        Nullable(text('With `ban`: when it ends, RFC 3339. By default, it has no end.')),
      ),
    }),
    response: Notice,
    errors: [
      'invalidNoticeDecision',
      'noticeNotFound',
      'noticeDecided',
      'ownNotice',
      'invalidBanKind',
      'invalidExpiry',
      'postAlreadyDeleted',
      'commentDeleted',
      'contentGone',
      'adminNotBannable',
      'userDeleted',
    ],
  }),
}
