import { Type } from 'typebox'
import { Appeal, AppealableAct } from '../entities/appeal.ts'
import {
  described,
  idInput,
  idText,
  int,
  listOf,
  memberName,
  Nullable,
  oneOf,
  Success,
  text,
  time,
} from '../entities/schema.ts'
import { appealMaxLength, appealsCountedMax, appealsPerPage } from '../limitValues.ts'
import {
  actionBases,
  appealActs,
  appealFilters,
  appealOutcomes,
  appealScopes,
  contentTypes,
} from '../words.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, erasedContent, next, optional, proofOfWork, requiredChoice } from './parameters.ts'
import { DataExport } from './users.ts'

const appealText = text(`What you say against it; required. ${cutAt(appealMaxLength)}`)

/** The account that is suspended: it has no session. */
const suspended = {
  username: memberName('Your name, in upper or lower case.'),
  password: text('Your password.'),
  captchaToken: proofOfWork,
}
const suspensionErrors = ['captchaRefused', 'wrongPassword', 'notSuspended'] as const

/** What members say against removals, locks and bans, and what suspended members can do; additions to the original API. */
export const appealEndpoints = {
  createAppeal: endpoint({
    method: 'POST',
    path: '/api/appeals',
    summary:
      'Appeals against a removal or lock of something that you wrote, or a ban. One appeal is possible for each action.',
    who: 'member',
    limit: 'appeals',
    body: Type.Object({
      act: requiredChoice(appealActs, {
        description: 'What the appeal is against.',
        refusal: 'invalidAppeal',
      }),
      type: Type.Optional(
        choice(contentTypes, {
          description: 'Of a removal or lock: whether it was a post or a comment.',
          refusal: 'invalidAppeal',
        }),
      ),
      targetId: Type.Optional(
        idInput(
          { kindIn: 'type' },
          'Of a removal or lock: the id of the post or comment, not its public id.',
        ),
      ),
      communityId: Type.Optional(
        idInput(
          'community',
          'Of a ban: the community that you are banned from; missing for a ban from the whole site.',
        ),
      ),
      text: appealText,
    }),
    response: Appeal,
    errors: ['invalidAppeal', 'nothingToAppeal', 'alreadyAppealed'],
  }),
  listAppeals: endpoint({
    method: 'GET',
    path: '/api/appeals',
    summary: `Lists appeals, ${appealsPerPage} at a time: your own, those in a community for its moderators, or for admins all. Open ones come with the oldest first, others with the newest first.`,
    who: 'member',
    query: optional({
      of: choice(appealScopes, {
        description: 'Your own appeals, or for admins, those of everyone.',
        default: 'me',
        refusal: 'invalidAction',
      }),
      communityId: idText(
        'community',
        'Appeals in this community, regardless of `of`; for its moderators and admins.',
      ),
      filter: choice(appealFilters, {
        description: 'Only open or only answered appeals. Your own are listed together.',
        default: 'open',
        refusal: 'invalidAction',
      }),
      next,
    }),
    response: Type.Object({
      items: listOf(Appeal, 'The appeals.'),
      noOpen: int(`How many are open, counted up to ${appealsCountedMax.toLocaleString('en')}.`),
      next: Nullable(text('The cursor of the next page; null after the last.')),
    }),
    errors: [
      'invalidAction',
      'invalidCursor',
      'notAdmin',
      'invalidId',
      'communityNotFound',
      'neitherAdminNorModerator',
    ],
  }),
  listAppealable: endpoint({
    method: 'GET',
    path: '/api/appeals/possible',
    summary: `Lists what moderators or admins did to you that is still in force and against which you have not appealed, the newest first, at most ${appealsPerPage}.`,
    who: 'member',
    response: Type.Object({ items: listOf(AppealableAct, 'What was done.') }),
    errors: [],
  }),
  answerAppeal: endpoint({
    method: 'PUT',
    path: '/api/appeals/:appealId',
    summary:
      'Answers an appeal: the action stays, or is reversed at once. For admins, and for moderators of the community if a moderator acted. The one who acted may not answer, unless nobody else can.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'moderation',
    params: Type.Object({ appealId: text('The number of the appeal.') }),
    body: Type.Object({
      outcome: requiredChoice(appealOutcomes, {
        description: 'Whether the action stays (`upheld`) or is reversed (`overturned`).',
        refusal: 'invalidAppealAnswer',
      }),
      text: text(`What the member is answered; required. ${cutAt(appealMaxLength)}`),
    }),
    response: Appeal,
    errors: [
      'invalidAppealAnswer',
      'appealNotFound',
      'ownAppeal',
      'neitherAdminNorModerator',
      'notAdmin',
      'ownAct',
      'appealAnswered',
    ],
  }),
  getSuspension: endpoint({
    method: 'POST',
    path: '/api/_suspension',
    summary:
      'Returns the start, end and reason of the suspension of your account, what led to it, and your appeal. For suspended members, who have no session.',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object(suspended),
    response: Type.Object({
      username: text('Your name.'),
      suspendedAt: time('Since when the account is suspended.'),
      expiresAt: Nullable(time('When the suspension ends; null if it lasts until it is lifted.')),
      reason: Nullable(text('Why; null if no reason was given.')),
      basis: Nullable(
        oneOf(
          actionBases,
          'What led to it: `notice` if a notice to the admins did; null where it is not recorded.',
        ),
      ),
      noPosts: int('How many of your posts were removed with it.'),
      noComments: int('How many of your comments were removed with it.'),
      appeal: described('Your appeal against it; null if you made none.', Nullable(Appeal)),
    }),
    errors: suspensionErrors,
  }),
  appealSuspension: endpoint({
    method: 'POST',
    path: '/api/_suspension/appeal',
    summary: 'Appeals against the suspension of your account; once for each suspension.',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object({ ...suspended, text: appealText }),
    response: Appeal,
    errors: [...suspensionErrors, 'invalidAppeal', 'nothingToAppeal', 'alreadyAppealed'],
  }),
  exportSuspended: endpoint({
    method: 'POST',
    path: '/api/_suspension/export',
    summary: 'Requests an archive of everything that you wrote and set, or returns the existing one.',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object(suspended),
    response: DataExport,
    errors: suspensionErrors,
  }),
  deleteSuspended: endpoint({
    method: 'DELETE',
    path: '/api/_suspension',
    summary: 'Deletes your suspended account for good.',
    who: 'all',
    openInPrivateForum: true,
    changesWhatGuestsSee: true,
    body: Type.Object({ ...suspended, content: erasedContent }),
    response: Success,
    errors: [...suspensionErrors, 'invalidErasedContent'],
  }),
}
