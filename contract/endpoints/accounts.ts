import { Type } from 'typebox'
import { Initial } from '../entities/initial.ts'
import { User } from '../entities/ownUser.ts'
import { Nullable } from '../entities/schema.ts'
import { endpoint } from './endpoint.ts'

export const accountEndpoints = {
  getInitial: endpoint({
    method: 'GET',
    path: '/api/_initial',
    summary: 'What an application needs before it can show anything.',
    who: 'all',
    response: Initial,
    errors: ['userNotFound'],
  }),
  getOwnUser: endpoint({
    method: 'GET',
    path: '/api/_user',
    summary: 'The logged-in user, polled every few seconds.',
    who: 'member',
    response: User,
    errors: ['userNotFound'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/_login',
    summary: 'Logs in, or with action=logout out.',
    who: 'all',
    query: Type.Object({ action: Type.Optional(Type.String()) }),
    /** Not looked at when logging out. */
    body: Type.Object({ username: Type.Optional(Type.String()), password: Type.Optional(Type.String()) }),
    bodyOptional: true,
    /** An empty body after logging out. */
    response: Nullable(User),
    errors: ['wrongPassword', 'accountSuspended', 'invalidAction'],
  }),
  signup: endpoint({
    method: 'POST',
    path: '/api/_signup',
    summary: 'Creates an account and logs it in.',
    who: 'all',
    body: Type.Object({
      username: Type.String({ default: '' }),
      email: Type.Optional(Nullable(Type.String())),
      password: Type.String({ default: '' }),
      captchaToken: Type.Optional(Nullable(Type.String())),
    }),
    response: User,
    successStatus: 201,
    errors: [
      'alreadyLoggedIn',
      'signupsDisabled',
      'captchaUnreachable',
      'captchaRefused',
      'usernameTaken',
      'usernameEmpty',
      'usernameTooShort',
      'usernameTooLong',
      'usernameCharacters',
      'passwordEmpty',
      'passwordTooShort',
      'invalidEmail',
    ],
  }),
  getCaptcha: endpoint({
    method: 'GET',
    path: '/api/_captcha',
    summary: 'A proof-of-work challenge for the sign-up form (ALTCHA).',
    who: 'all',
    limit: 'captcha',
    response: Type.Object({ challenge: Type.String({ description: 'The challenge as JSON text.' }) }),
    errors: [],
  }),
}
