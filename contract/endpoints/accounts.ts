import { Type } from 'typebox'
import { Initial } from '../entities/initial.ts'
import { User } from '../entities/ownUser.ts'
import { flag, memberName, Nullable, text } from '../entities/schema.ts'
import { emailMaxLength, passwordMinLength, usernameMaxLength, usernameMinLength } from '../limitValues.ts'
import { agreementErrors, givenAgreement } from './agreements.ts'
import { endpoint } from './endpoint.ts'
import { choice, inPath, nameOf, optional, proofOfWork } from './parameters.ts'

export const newPassword = `A password of at least ${passwordMinLength} characters; everything beyond 72 bytes is ignored.`

export const captchaToken = text(
  'If `captcha` of `getInitial` is `pow`: the base64 of the JSON `{"challenge", "solution"}` of ALTCHA. If it is `hcaptcha`: the token of hCaptcha.',
)

/** Why there can be no account with the name, password and address that someone wants. */
export const newAccountErrors = [
  'captchaUnreachable',
  'captchaRefused',
  'usernameTaken',
  'usernameEmpty',
  'usernameTooShort',
  'usernameTooLong',
  'usernameCharacters',
  'usernameReserved',
  'passwordEmpty',
  'passwordTooShort',
  'passwordCommon',
  'passwordGuessable',
  'invalidEmail',
  'emailNeeded',
  'mailDomainRefused',
] as const

export const accountEndpoints = {
  getInitial: endpoint({
    method: 'GET',
    path: '/api/_initial',
    sharedByGuests: true,
    summary: 'Returns what an application needs before it can show anything.',
    who: 'all',
    openInPrivateForum: true,
    response: Initial,
    errors: ['userNotFound'],
  }),
  getOwnUser: endpoint({
    method: 'GET',
    path: '/api/_user',
    summary: 'Returns the logged-in user; applications poll it every few seconds.',
    who: 'member',
    response: User,
    errors: ['userNotFound'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/_login',
    summary: 'Logs in, or with `action=logout`, logs out.',
    who: 'all',
    openInPrivateForum: true,
    query: optional({
      action: choice(['logout'], {
        description: 'With `logout`, it logs out and ignores the body.',
        refusal: 'invalidAction',
      }),
    }),
    body: Type.Object({
      username: Type.Optional(memberName('The name, in upper or lower case.')),
      password: Type.Optional(text('The password.')),
      captchaToken: proofOfWork,
    }),
    bodyOptional: true,
    /** An empty body after logging out. */
    response: Nullable(User),
    errors: ['wrongPassword', 'accountSuspended', 'applicationWaiting', 'invalidAction', 'captchaRefused'],
  }),
  signup: endpoint({
    method: 'POST',
    path: '/api/_signup',
    summary: 'Creates an account and logs in to it.',
    who: 'all',
    openInPrivateForum: true,
    body: Type.Object({
      username: Type.String({ default: '', description: nameOf(usernameMinLength, usernameMaxLength) }),
      email: Type.Optional(
        Nullable(
          text(
            `An email address. It is required only if \`emailNeeded\` of \`getInitial\` says so, and must not have signs that separate addresses, such as commas. It has at most ${emailMaxLength} characters.`,
          ),
        ),
      ),
      password: Type.String({ default: '', description: newPassword }),
      captchaToken: Type.Optional(Nullable(captchaToken)),
      invitation: Type.Optional(
        Nullable(
          text('The code of an invitation, where one is needed to join, or to join without approval.'),
        ),
      ),
      ...givenAgreement,
    }),
    response: User,
    successStatus: 201,
    errors: [
      'alreadyLoggedIn',
      'signupsDisabled',
      'approvalNeeded',
      'invitationNeeded',
      'invitationNotFound',
      'firstAdminLinkNeeded',
      ...newAccountErrors,
      ...agreementErrors,
    ],
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/api/usernames/:username',
    summary: 'Says whether a name is free, so that a sign-up form can do so while it is filled in.',
    who: 'all',
    params: Type.Object({ username: inPath.username }),
    response: Type.Object({
      isFree: flag(
        'Whether neither an account nor an application has it, in upper or lower case. Whether it may be a name is checked by `signup`.',
      ),
    }),
    errors: [],
  }),
  getCaptcha: endpoint({
    method: 'GET',
    path: '/api/_captcha',
    summary: 'Returns a proof-of-work challenge for signing up (ALTCHA).',
    who: 'all',
    openInPrivateForum: true,
    limit: 'captcha',
    response: Type.Object({ challenge: text('The challenge as JSON text.') }),
    errors: [],
  }),
}
