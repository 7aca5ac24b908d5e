import { Type } from 'typebox'
import { Application, ReceivedApplication } from '../entities/application.ts'
import { Invitation } from '../entities/invitation.ts'
import { int, listOf, Nullable, text } from '../entities/schema.ts'
import {
  applicationQuestionsMax,
  applicationsCountedMax,
  applicationsPerPage,
  applicationTextMaxLength,
  approvalAnswerMaxLength,
  approvalQuestionsMax,
  decidedApplicationDays,
  emailMaxLength,
  invitationDaysMax,
  invitationsPerMemberMax,
  invitationsPerPage,
  invitationUsesMax,
  invitationUsesOfMembersMax,
  usernameMaxLength,
  usernameMinLength,
} from '../limitValues.ts'
import { applicationDecisions, applicationFilters, invitationsOf } from '../words.ts'
import { captchaToken, newAccountErrors, newPassword } from './accounts.ts'
import { agreementErrors, givenAgreement } from './agreements.ts'
import { endpoint } from './endpoint.ts'
import { choice, cutAt, nameOf, next, optional, proofOfWork, requiredChoice } from './parameters.ts'

const code = text('The code of the invitation.')
const applicationId = text('The number of the application.')

/** How people become members besides signing up: with an invitation, or by approval. */
export const accessEndpoints = {
  createInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations',
    summary: `Makes a link with which people join. Members who are not admins need the permission of the site (\`membersMayInvite\` of \`getInitial\`), and have at most ${invitationsPerMemberMax} links that can be used.`,
    who: 'member',
    takesIdempotencyKey: true,
    limit: 'invitations',
    body: Type.Object({
      uses: int(
        `How many people can join with it: 1 to ${invitationUsesMax}, for members who are not admins, to ${invitationUsesOfMembersMax}.`,
      ),
      days: int(`After how many days it ends: 1 to ${invitationDaysMax}.`),
    }),
    response: Invitation,
    errors: ['mayNotInvite', 'invalidInvitation', 'tooManyInvitations'],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    summary: `Lists your invitations, or for admins all, the newest first, ${invitationsPerPage} at a time.`,
    who: 'member',
    query: optional({
      of: choice(invitationsOf, {
        description: 'Your own invitations, or for admins, those of everyone.',
        default: 'me',
        refusal: 'invalidAction',
      }),
      next,
    }),
    response: Type.Object({
      items: listOf(Invitation, 'The invitations.'),
      next: Nullable(text('The cursor of the next page; null after the last.')),
    }),
    errors: ['invalidAction', 'invalidCursor', 'notAdmin'],
  }),
  getInvitation: endpoint({
    method: 'GET',
    path: '/api/invitations/:code',
    summary: 'Returns who made an invitation, for someone who has the link.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'applications',
    params: Type.Object({ code }),
    response: Type.Object({
      invitedBy: text('The name of the member who made the invitation.'),
    }),
    errors: ['invitationNotFound'],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/api/invitations/:code',
    summary:
      'Withdraws an invitation of yours, or for admins any. Members who joined with it stay. It also succeeds if it was withdrawn before.',
    who: 'member',
    limit: 'invitations',
    params: Type.Object({ code }),
    response: null,
    errors: ['invitationNotFound'],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/_application',
    summary: 'Applies for an account where admins approve who joins (`joining` of `getInitial`).',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object({
      username: Type.String({ default: '', description: nameOf(usernameMinLength, usernameMaxLength) }),
      email: Type.Optional(
        Nullable(
          text(
            `An email address, to which the decision is mailed. It is required only if \`emailNeeded\` of \`getInitial\` says so. It has at most ${emailMaxLength} characters.`,
          ),
        ),
      ),
      password: Type.String({ default: '', description: newPassword }),
      captchaToken: Type.Optional(Nullable(captchaToken)),
      answers: Type.Optional(
        Type.Array(Type.String({ description: 'An answer.' }), {
          maxItems: approvalQuestionsMax,
          description: `An answer to each of \`approvalQuestions\` of \`getInitial\`, in their order. ${cutAt(approvalAnswerMaxLength)}`,
        }),
      ),
      ...givenAgreement,
    }),
    response: Application,
    successStatus: 201,
    errors: [
      'alreadyLoggedIn',
      'signupsDisabled',
      'approvalNotNeeded',
      'invitationNeeded',
      ...newAccountErrors,
      ...agreementErrors,
      'answersMissing',
    ],
  }),
  openApplication: endpoint({
    method: 'POST',
    path: '/api/_application/login',
    summary:
      'Opens your application on this session, where `login` says `application-waiting`. Until there is an account, it lets you do nothing else.',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object({
      username: Type.String({
        default: '',
        description: 'The name, in upper or lower case.',
        isMemberName: true,
      }),
      password: Type.String({ default: '', description: 'The password.' }),
      captchaToken: proofOfWork,
    }),
    response: Application,
    errors: ['alreadyLoggedIn', 'captchaRefused', 'wrongPassword'],
  }),
  getApplication: endpoint({
    method: 'GET',
    path: '/api/_application',
    summary: 'Returns your application.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'applications',
    response: Application,
    errors: ['noApplication'],
  }),
  answerApplication: endpoint({
    method: 'PUT',
    path: '/api/_application',
    summary: 'Answers the question of an admin about your application.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'applications',
    body: Type.Object({
      answer: Type.String({ default: '', description: `The answer. ${cutAt(approvalAnswerMaxLength)}` }),
    }),
    response: Application,
    errors: ['noApplication', 'applicationDecided', 'noQuestion', 'answersMissing'],
  }),
  withdrawApplication: endpoint({
    method: 'DELETE',
    path: '/api/_application',
    summary: 'Withdraws your application and deletes all of it.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'applications',
    response: null,
    errors: ['noApplication'],
  }),
  listApplications: endpoint({
    method: 'GET',
    path: '/api/applications',
    summary: `Lists applications, ${applicationsPerPage} at a time: waiting ones, the oldest first, or those decided in the last ${decidedApplicationDays} days, the latest first.`,
    who: 'admin',
    query: optional({
      filter: choice(applicationFilters, {
        description: 'Which ones.',
        default: 'waiting',
        refusal: 'invalidAction',
      }),
      next,
    }),
    response: Type.Object({
      items: listOf(ReceivedApplication, 'The applications.'),
      waiting: int(`How many wait, at most ${applicationsCountedMax.toLocaleString('en')}.`),
      next: Nullable(text('The cursor of the next page; null after the last.')),
    }),
    errors: ['invalidAction', 'invalidCursor'],
  }),
  decideApplication: endpoint({
    method: 'PUT',
    path: '/api/applications/:applicationId',
    summary: `Approves or declines an application, or asks the applicant a question, at most ${applicationQuestionsMax} times. The applicant gets a mail where the site sends some.`,
    who: 'admin',
    limit: 'moderation',
    params: Type.Object({ applicationId }),
    body: Type.Object({
      action: requiredChoice(applicationDecisions, {
        description: 'What to do.',
        refusal: 'invalidAction',
      }),
      text: Type.Optional(
        Type.String({
          description: `The question, or what a declined applicant reads. ${cutAt(applicationTextMaxLength)}`,
        }),
      ),
    }),
    response: ReceivedApplication,
    errors: [
      'invalidAction',
      'applicationNotFound',
      'applicationDecided',
      'applicantNameTaken',
      'questionEmpty',
      'questionOpen',
      'tooManyQuestions',
    ],
  }),
}
