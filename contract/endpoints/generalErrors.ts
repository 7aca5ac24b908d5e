import type { ErrorName } from '../errors.ts'
import type { Endpoint } from './endpoint.ts'

/** The part of a call that determines which general errors it can return. */
export type DescribedEndpoint = Pick<
  Endpoint,
  | 'method'
  | 'who'
  | 'params'
  | 'query'
  | 'body'
  | 'upload'
  | 'takesIdempotencyKey'
  | 'openInPrivateForum'
  | 'needsConfirmedEmail'
  | 'needsAgreement'
> & {
  /** Whether it has a rate limit. */
  readonly isLimited: boolean
}

export interface GeneralError {
  readonly error: ErrorName
  /** What it means, as Markdown after a colon. */
  readonly meaning: string
  readonly isOf: (endpoint: DescribedEndpoint) => boolean
}

const every = () => true
const hasBody = ({ body, upload }: DescribedEndpoint) => body !== undefined || upload === true
const takesPassword = ({ body }: DescribedEndpoint) =>
  ['password', 'newPassword'].some((field) => body && Object.hasOwn(body.properties, field))

const takesKey = ({ takesIdempotencyKey }: DescribedEndpoint) => takesIdempotencyKey === true

/** Errors that calls return besides their own, in the order of the description of the API. */
export const generalErrors: readonly GeneralError[] = [
  {
    error: 'unauthorized',
    meaning: 'the token is missing or wrong.',
    isOf: ({ method }) => method !== 'GET',
  },
  {
    error: 'notLoggedIn',
    meaning: 'guests may not use the call; in a private forum, they may use only a few.',
    isOf: ({ who, openInPrivateForum }) => who !== 'all' || !openInPrivateForum,
  },
  {
    error: 'notAdmin',
    meaning: 'only admins may use the call.',
    isOf: ({ who }) => who === 'admin',
  },
  {
    error: 'emailNotConfirmed',
    meaning:
      'the site wants a confirmed email address of those who write (`confirmedEmailToPost` of `getInitial`).',
    isOf: ({ needsConfirmedEmail }) => needsConfirmedEmail === true,
  },
  {
    error: 'agreementNeeded',
    meaning:
      'the member has to accept the terms or declare the minimum age first (`termsToAccept` and `ageToDeclare` of `getInitial`, `agree`).',
    isOf: ({ needsAgreement }) => needsAgreement === true,
  },
  {
    error: 'tooManyRequests',
    meaning: 'too many calls; see below. `Retry-After` is the time until the window ends.',
    isOf: ({ isLimited }) => isLimited,
  },
  {
    error: 'invalidJson',
    meaning: 'the body is missing, no JSON, or one of its values is of the wrong type.',
    isOf: ({ body }) => body !== undefined,
  },
  {
    error: 'unstorableText',
    meaning: 'a text in the path, the query or the body has a NUL, or half of a surrogate pair.',
    isOf: ({ params, query, body }) => Boolean(params ?? query ?? body),
  },
  {
    error: 'requestTooLarge',
    meaning: 'a body of more than 1 MiB; images have a limit of their own.',
    isOf: hasBody,
  },
  {
    error: 'requestTimeout',
    meaning: 'the body took longer than 30 seconds to arrive.',
    isOf: hasBody,
  },
  {
    error: 'invalidIdempotencyKey',
    meaning: 'the `Idempotency-Key` is none; see below.',
    isOf: takesKey,
  },
  {
    error: 'idempotencyKeyReused',
    meaning: 'the `Idempotency-Key` was used for another request.',
    isOf: takesKey,
  },
  {
    error: 'tooBusy',
    meaning: 'too many passwords are waiting to be hashed.',
    isOf: takesPassword,
  },
  { error: 'internal', meaning: 'an error of the server.', isOf: every },
  {
    error: 'databaseUnavailable',
    meaning: 'the database does not answer. This and every other 503 has `Retry-After`.',
    isOf: every,
  },
  {
    error: 'serverBusy',
    meaning: 'the server is overloaded. Guests are refused first, then members, admins never.',
    isOf: every,
  },
  {
    error: 'serverStopping',
    meaning: 'the server is being restarted.',
    isOf: every,
  },
  {
    error: 'diskFull',
    meaning: 'the storage is full. Reading usually still works.',
    isOf: every,
  },
  {
    error: 'readOnly',
    meaning: 'admins have made the site read-only. It holds for members and guests.',
    isOf: ({ method, who }) => method !== 'GET' && who !== 'admin',
  },
]
