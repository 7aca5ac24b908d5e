/** Every refusal of the API. Programs match on `code`, people read `message`; an entry never changes. */
export interface ApiError {
  readonly status: number
  /** Left out where the contract gives none. */
  readonly code?: string
  readonly message: string
}

export const errors = {
  unauthorized: { status: 401, message: 'Unauthorized.' },
  notLoggedIn: { status: 401, code: 'not_logged_in', message: 'User is not logged in.' },
  tooManyRequests: { status: 429, message: 'Too Many Requests.' },
  endpointNotFound: { status: 404, message: 'API endpoint not found' },
  wrongMethod: { status: 400, message: 'HTTP method not allowed' },
  internal: { status: 500, message: 'Internal Server Error' },
  databaseUnavailable: {
    status: 503,
    code: 'database_unavailable',
    message: 'The database does not answer. Please try again in a moment.',
  },
  requestTooLarge: { status: 413, code: 'request_too_large', message: 'Request body too large.' },
  requestTimeout: { status: 408, code: 'request_timeout', message: 'The request took too long to arrive.' },
  badRequest: { status: 400, code: 'bad_request', message: 'Bad request.' },

  invalidJson: { status: 400, code: 'invalid_json', message: 'Invalid JSON body.' },
  invalidId: { status: 400, code: 'invalid_id', message: 'Invalid ID.' },
  invalidAction: { status: 400, code: 'invalid_action', message: 'Unsupported action.' },
  invalidGroup: { status: 400, code: 'user/invalid-group', message: 'Invalid user-group.' },
  limitNotANumber: {
    status: 400,
    code: 'invalid_limit',
    message: 'Invalid feed limit (limit is not a number).',
  },
  limitOutOfRange: {
    status: 400,
    code: 'invalid_limit',
    message: 'Invalid feed limit (not within the valid range).',
  },
  invalidCursor: { status: 400, code: 'invalid_cursor', message: 'Invalid feed pagination cursor.' },
  invalidFeedFilter: { status: 400, code: 'invalid_filter', message: 'Invalid feed filter.' },
  invalidFeedSort: { status: 400, code: 'invalid-sort', message: 'Invalid feed sort.' },
  invalidFeedType: { status: 400, code: 'invalid-feed-type', message: 'Invalid feed type.' },
  communityIsEmpty: {
    status: 400,
    code: 'community-is-empty',
    message: "The query parameter 'community' cannot be empty.",
  },

  notAdmin: { status: 403, code: 'not_admin', message: 'You are not an admin.' },
  notModerator: { status: 403, code: 'not_mod', message: 'You are not a moderator.' },
  notAuthor: { status: 403, code: 'not_author', message: 'You are not the author.' },
  bannedFromCommunity: {
    status: 403,
    code: 'banned_from_community',
    message: 'User is banned from the community.',
  },
  postLocked: { status: 403, code: 'post-locked', message: 'Post is locked.' },
  commentLocked: { status: 403, code: 'comment_locked', message: 'Comment is locked.' },
  commentDeleted: { status: 403, code: 'comment_deleted', message: 'Comment(s) deleted.' },

  userNotFound: { status: 404, code: 'user_not_found', message: 'User not found.' },
  communityNotFound: { status: 404, code: 'community/not-found', message: 'Community not found.' },
  postNotFound: { status: 404, code: 'post/not-found', message: 'Post(s) not found.' },
  commentNotFound: { status: 404, code: 'comment_not_found', message: 'Comment(s) not found.' },

  wrongPassword: {
    status: 401,
    code: 'wrong-password',
    message: 'Username and password do not match.',
  },
  accountSuspended: { status: 403, code: 'account_suspended', message: 'User account suspended.' },
  alreadyLoggedIn: { status: 400, code: 'already_logged_in', message: 'You are already logged in' },
  signupsDisabled: { status: 403, code: 'signups-disabled', message: 'Creating new accounts is disabled.' },
  captchaUnreachable: {
    status: 403,
    code: 'captcha_verify_fail_1',
    message: 'Captha verification failed.',
  },
  captchaRefused: { status: 403, code: 'captcha_verify_fail_2', message: 'Captha verification failed.' },
  usernameTaken: { status: 409, code: 'user_exists', message: 'A user with username {name} already exists.' },
  usernameEmpty: { status: 400, code: 'invalid-username', message: 'Username is empty.' },
  usernameTooShort: { status: 400, code: 'invalid-username', message: 'Username is too short.' },
  usernameTooLong: { status: 400, code: 'invalid-username', message: 'Username is too long.' },
  usernameCharacters: {
    status: 400,
    code: 'invalid-username',
    message: 'Username contains disallowed characters.',
  },
  passwordEmpty: { status: 400, code: 'invalid-password', message: 'Password empty.' },
  passwordTooShort: { status: 400, code: 'invalid-password', message: 'Password too short.' },
  invalidEmail: { status: 400, code: 'invalid-email', message: 'Please enter a valid email.' },

  communityExists: {
    status: 409,
    code: 'community-exists',
    message: 'A community with name {name} already exists.',
  },
  communityNameEmpty: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It is empty.',
  },
  communityNameTooShort: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It is too short.',
  },
  communityNameTooLong: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It is too long.',
  },
  communityNameCharacters: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It contains disallowed characters.',
  },
  communityNameReserved: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It is the address of a page of this site.',
  },
  notEnoughPointsForCommunity: {
    status: 403,
    code: 'not_enough_points',
    message: "You don't have enough points to create a community.",
  },
  tooManyCommunities: {
    status: 403,
    code: 'max_limit_reached',
    message: "You've reached the maximum number of communities you can create, for the time being.",
  },
  invalidCommunityLimit: { status: 400, code: 'invalid_limit', message: 'Invalid limit.' },
  invalidCommunitySort: { status: 400, code: 'invalid-sort', message: 'Invalid community sort option.' },

  unsupportedPostType: { status: 400, code: 'post-type/unsupported', message: 'Unsupported post type.' },
  titleTooShort: { status: 400, code: 'post/title-too-short', message: 'Title too short.' },
  postingRestricted: {
    status: 403,
    code: 'posting-restricted',
    message: 'Posting in this community is restricted.',
  },
  deleteContentNotBoolean: { status: 400, message: 'deleteContent must be a bool.' },
  postAlreadyDeleted: { status: 409, code: 'already-deleted', message: 'Post is already deleted.' },
  moderatorsKeepContent: {
    status: 403,
    code: 'mod-cannot-delete-content',
    message:
      'Moderators cannot delete the content of a post. They can only delete a post from their community.',
  },

  emptyComment: { status: 400, code: 'empty-comment', message: 'Message body cannot be empty.' },
  replyToDeleted: {
    status: 400,
    code: 'comment-reply-to-deleted',
    message: 'Cannot reply to a deleted comment.',
  },
  threadTooDeep: {
    status: 400,
    code: 'comment-max-depth-reached',
    message: 'Cannot reply because match depth is reached.',
  },
} as const satisfies Record<string, ApiError>

export type ErrorName = keyof typeof errors
/** Why something is refused, or null when it is allowed. */
export type Refusal = ApiError | null

/** The error with a name put where its message has `{name}`. */
export const withName = (error: ApiError, name: string): ApiError => ({
  ...error,
  message: error.message.replace('{name}', () => name),
})
