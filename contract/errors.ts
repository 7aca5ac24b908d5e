/** Every refusal of the API. Programs match on `code`, people read `message`; an entry never changes. */
export interface ApiError {
  readonly status: number
  /** Missing where the API has none. */
  readonly code?: string
  readonly message: string
  /** The message of an answer says more than this one: what was refused, and why. */
  readonly isExplained?: true
}

export const errors = {
  // The server
  unauthorized: { status: 401, message: 'Unauthorized.' },
  notLoggedIn: { status: 401, code: 'not_logged_in', message: 'User is not logged in.' },
  tooManyRequests: { status: 429, message: 'Too Many Requests.' },
  endpointNotFound: { status: 404, message: 'API endpoint not found' },
  staticPageNotFound: { status: 404, code: 'page_not_found', message: 'Page not found.' },
  wrongMethod: { status: 400, message: 'HTTP method not allowed' },
  internal: { status: 500, message: 'Internal Server Error' },
  databaseUnavailable: {
    status: 503,
    code: 'database_unavailable',
    message: 'The database does not answer. Please try again in a moment.',
  },
  tooBusy: {
    status: 503,
    code: 'too_busy',
    message: 'The server has too much to do. Please try again in a moment.',
  },
  serverBusy: {
    status: 503,
    code: 'server_busy',
    message: 'Too many people are here at the moment. Please try again in a moment.',
  },
  serverStopping: {
    status: 503,
    code: 'server_stopping',
    message: 'The site is being restarted. Please try again in a moment.',
  },
  diskFull: {
    status: 507,
    code: 'disk_full',
    message: 'The site has no room left to store anything. Reading goes on; please try again later.',
  },
  readOnly: {
    status: 403,
    code: 'read_only',
    message: 'This site is read-only at the moment, so nothing can be changed. Please try again later.',
  },
  requestTooLarge: { status: 413, code: 'request_too_large', message: 'Request body too large.' },
  requestTimeout: { status: 408, code: 'request_timeout', message: 'The request took too long to arrive.' },
  badRequest: { status: 400, code: 'bad_request', message: 'Bad request.' },

  // What is sent, in any call
  invalidIdempotencyKey: {
    status: 400,
    code: 'invalid_idempotency_key',
    message: 'Idempotency-Key must be 1 to 64 letters, digits or -_.:+/=, with or without quotation marks.',
  },
  idempotencyKeyReused: {
    status: 422,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was sent before with another request.',
  },
  unknownSetting: {
    status: 404,
    code: 'unknown_setting',
    message: 'There is no such setting.',
    isExplained: true,
  },
  settingLocked: {
    status: 409,
    code: 'setting_locked',
    message: 'The setting is set by an environment variable.',
    isExplained: true,
  },
  invalidSetting: {
    status: 400,
    code: 'invalid_setting',
    message: 'The setting cannot have this value.',
    isExplained: true,
  },
  staticPageTooLong: { status: 400, code: 'page_too_long', message: 'The text of the page is too long.' },
  staticPageLocked: {
    status: 409,
    code: 'page_locked',
    message: 'The text of the page is in a file of the data directory.',
  },
  staticPageChanged: {
    status: 409,
    code: 'page_changed',
    message: 'Someone else has changed the page meanwhile.',
  },
  unstorableText: {
    status: 400,
    code: 'unstorable_text',
    message: 'A text has a character that cannot be stored: NUL, or half of a surrogate pair.',
  },
  invalidJson: { status: 400, code: 'invalid_json', message: 'Invalid JSON body.' },
  invalidId: { status: 400, code: 'invalid_id', message: 'Invalid ID.' },
  invalidDay: { status: 400, code: 'invalid_day', message: 'Days look like 2026-03-31.' },
  invalidYear: { status: 400, code: 'invalid_year', message: 'There are no counts of that year.' },
  invalidAction: { status: 400, code: 'invalid_action', message: 'Unsupported action.' },
  invalidAdminAction: { status: 400, code: 'invalid_action', message: 'Unsupported admin action.' },
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
  invalidCommentSort: { status: 400, code: 'invalid-sort', message: 'Invalid comment sort.' },
  invalidFeedType: { status: 400, code: 'invalid-feed-type', message: 'Invalid feed type.' },
  communityIsEmpty: {
    status: 400,
    code: 'community-is-empty',
    message: "The query parameter 'community' cannot be empty.",
  },

  // Permissions
  notAdmin: { status: 403, code: 'not_admin', message: 'You are not an admin.' },
  // For what admins may not do as such: rules, settings of a community, acting as a moderator.
  notModerator: { status: 403, code: 'not_mod', message: 'You are not a moderator.' },
  trustTooLow: {
    status: 403,
    code: 'trust_too_low',
    message: 'This site asks for a higher trust level. Your settings show what is missing.',
    isExplained: true,
  },
  invalidTrustLevel: {
    status: 400,
    code: 'invalid_trust_level',
    message: 'Levels of trust are 0 to 4.',
  },
  mayNotVouch: {
    status: 403,
    code: 'may_not_vouch',
    message: 'Members of trust level 3 and up can vouch for others.',
  },
  vouchForYourself: {
    status: 400,
    code: 'vouch_for_yourself',
    message: 'You cannot vouch for yourself.',
  },
  notAuthor: { status: 403, code: 'not_author', message: 'You are not the author.' },
  bannedFromCommunity: {
    status: 403,
    code: 'banned_from_community',
    message: 'User is banned from the community.',
  },
  postLocked: { status: 403, code: 'post-locked', message: 'Post is locked.' },
  commentersLimited: {
    status: 403,
    code: 'commenters_limited',
    message: 'Only some members can comment here at the moment.',
  },
  madeWithAiRefused: {
    status: 403,
    code: 'made_with_ai_refused',
    message: 'This community does not accept posts and comments that are made with AI.',
  },
  madeWithAiByStaff: {
    status: 403,
    code: 'made_with_ai_by_staff',
    message: 'Moderators marked this as made with AI. Only they can remove the mark.',
  },
  slowMode: {
    status: 429,
    code: 'slow_mode',
    message: 'Slow mode is on. Please wait before you comment again; `Retry-After` says how many seconds.',
  },
  commentLocked: { status: 403, code: 'comment_locked', message: 'Comment is locked.' },
  commentDeleted: { status: 403, code: 'comment_deleted', message: 'Comment(s) deleted.' },

  // What does not exist
  userNotFound: { status: 404, code: 'user_not_found', message: 'User not found.' },
  communityNotFound: { status: 404, code: 'community/not-found', message: 'Community not found.' },
  postNotFound: { status: 404, code: 'post/not-found', message: 'Post(s) not found.' },
  commentNotFound: { status: 404, code: 'comment_not_found', message: 'Comment(s) not found.' },

  // Accounts, invitations and applications
  wrongPassword: {
    status: 401,
    code: 'wrong-password',
    message: 'Username and password do not match.',
  },
  accountSuspended: { status: 403, code: 'account_suspended', message: 'User account suspended.' },
  alreadyLoggedIn: { status: 400, code: 'already_logged_in', message: 'You are already logged in' },
  signupsDisabled: { status: 403, code: 'signups-disabled', message: 'Creating new accounts is disabled.' },
  approvalNeeded: {
    status: 403,
    code: 'approval-needed',
    message: 'Admins approve who joins this site. Please apply on its pages.',
  },
  approvalNotNeeded: {
    status: 400,
    code: 'approval-not-needed',
    message: 'This site takes no applications at the moment.',
  },
  invitationNeeded: {
    status: 403,
    code: 'invitation-needed',
    message: 'You need an invitation to join this site.',
  },
  invitationNotFound: {
    status: 404,
    code: 'invitation-not-found',
    message: 'This invitation is used up, withdrawn or too old.',
  },
  mayNotInvite: { status: 403, code: 'may-not-invite', message: 'Only admins invite people to this site.' },
  tooManyInvitations: {
    status: 403,
    code: 'too-many-invitations',
    message: 'You have as many invitations as one member can have at a time. Withdraw one first.',
  },
  invalidInvitation: {
    status: 400,
    code: 'invalid-invitation',
    message: 'An invitation needs a number of uses and of days within the limits.',
  },
  answersMissing: { status: 400, code: 'answers-missing', message: 'Please answer every question.' },
  applicationWaiting: {
    status: 403,
    code: 'application-waiting',
    message: 'You have applied for this account. It is not open yet.',
  },
  noApplication: { status: 401, code: 'no-application', message: 'There is no application of yours.' },
  applicationNotFound: { status: 404, code: 'application-not-found', message: 'Application not found.' },
  applicationDecided: {
    status: 409,
    code: 'application-decided',
    message: 'This application has been decided.',
  },
  applicantNameTaken: {
    status: 409,
    code: 'user_exists',
    message: 'Someone else has an account of this name meanwhile.',
  },
  questionEmpty: { status: 400, code: 'question-empty', message: 'The question is empty.' },
  questionOpen: {
    status: 409,
    code: 'question-open',
    message: 'There is a question that the applicant has not answered yet.',
  },
  tooManyQuestions: {
    status: 403,
    code: 'too-many-questions',
    message: 'This applicant was asked as often as one can be.',
  },
  noQuestion: { status: 409, code: 'no-question', message: 'There is no question to answer.' },
  termsNotAccepted: {
    status: 400,
    code: 'terms-not-accepted',
    message: 'To have an account here, please read and accept the terms.',
  },
  ageNotDeclared: {
    status: 403,
    code: 'age-not-declared',
    message: 'You need to have reached the minimum age of this site to have an account here.',
    isExplained: true,
  },
  agreementNeeded: {
    status: 403,
    code: 'agreement-needed',
    message: 'This site has a question for you first. Answer it at /-/agree, then try again.',
  },
  emailNeeded: { status: 400, code: 'email-needed', message: 'This site needs your e-mail address.' },
  mailDomainRefused: {
    status: 403,
    code: 'mail-domain-refused',
    message: 'This site does not accept e-mail addresses of that domain.',
  },
  emailNotConfirmed: {
    status: 403,
    code: 'email-not-confirmed',
    message: 'Please confirm your e-mail address first: in your settings.',
  },
  firstAdminLinkNeeded: {
    status: 403,
    code: 'first_admin_link_needed',
    message:
      'Nobody has signed up yet. The first account becomes the admin: open the link that the server printed at its start.',
  },
  captchaUnreachable: {
    status: 403,
    code: 'captcha_verify_fail_1',
    message: 'Captcha verification failed.',
  },
  captchaRefused: { status: 403, code: 'captcha_verify_fail_2', message: 'Captcha verification failed.' },
  usernameTaken: { status: 409, code: 'user_exists', message: 'A user with username {name} already exists.' },
  usernameEmpty: { status: 400, code: 'invalid-username', message: 'Username is empty.' },
  usernameTooShort: { status: 400, code: 'invalid-username', message: 'Username is too short.' },
  usernameTooLong: { status: 400, code: 'invalid-username', message: 'Username is too long.' },
  usernameCharacters: {
    status: 400,
    code: 'invalid-username',
    message: 'Username contains disallowed characters.',
  },
  usernameReserved: { status: 400, code: 'invalid-username', message: 'Username is reserved.' },
  passwordEmpty: { status: 400, code: 'invalid-password', message: 'Password empty.' },
  passwordTooShort: { status: 400, code: 'invalid-password', message: 'Password too short.' },
  passwordCommon: {
    status: 400,
    code: 'invalid-password',
    message: 'Too many people have this password. Please choose another one.',
  },
  passwordGuessable: {
    status: 400,
    code: 'invalid-password',
    message: 'A password should not be your username or the name of this site. Please choose another one.',
  },
  invalidEmail: { status: 400, code: 'invalid-email', message: 'Please enter a valid email.' },
  passwordNeeded: {
    status: 403,
    code: 'password_needed',
    message: 'Please confirm your password to do this.',
  },
  wrongOwnPassword: { status: 403, code: 'wrong_password', message: 'Wrong password.' },
  noOwnEmail: {
    status: 400,
    code: 'no_own_email',
    message: 'Please give your account an e-mail address first, in your settings.',
  },
  passwordsDiffer: { status: 400, code: 'password_not_match', message: 'Passwords do not match.' },
  mailNotConfigured: {
    status: 403,
    code: 'mail_not_configured',
    message: 'This site does not send mail.',
  },
  noEmail: { status: 400, code: 'no_email', message: 'There is no e-mail address to confirm.' },
  invalidToken: {
    status: 400,
    code: 'invalid_token',
    message: 'This link is used up or too old. Please ask for a new one.',
  },

  // Communities, their rules and moderators
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
  communityNameKept: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. This site keeps it for itself.',
  },
  communityNameReserved: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It is the address of a page of this site.',
  },
  communityNameOfficial: {
    status: 400,
    code: 'invalid-community-name',
    message: 'Community name invalid. It could be taken for the site itself.',
  },
  tooManyMemberships: {
    status: 403,
    code: 'too-many-memberships',
    message: 'You have joined as many communities as one member can join.',
  },
  notEnoughPointsForCommunity: {
    status: 403,
    code: 'not_enough_points',
    message: "You don't have enough points to create a community.",
  },
  tooManyCommunitiesAtOnce: {
    status: 400,
    code: 'too_many_communities_at_once',
    message: 'Too many communities at once.',
  },
  tooManyCommunities: {
    status: 403,
    code: 'max_limit_reached',
    message: "You've reached the maximum number of communities you can create, for the time being.",
  },
  invalidCommunityLimit: { status: 400, code: 'invalid_limit', message: 'Invalid limit.' },
  invalidCommunitySort: { status: 400, code: 'invalid-sort', message: 'Invalid community sort option.' },
  emptyRule: { status: 400, code: 'empty_rule', message: 'The text of a rule cannot be empty.' },
  tooManyRules: {
    status: 403,
    code: 'too-many-rules',
    message: 'This community has as many rules as a community can have.',
  },
  invalidQueueView: {
    status: 400,
    code: 'invalid-queue-view',
    message: 'Each view needs a name of its own.',
  },
  cannotMoveDeleted: { status: 403, code: 'cannot-move-deleted', message: 'Deleted posts cannot be moved.' },
  alreadyThere: { status: 409, code: 'already-there', message: 'The post is in this community already.' },
  moveProposed: { status: 409, code: 'move-proposed', message: 'A move of this post waits for an answer.' },
  moveNotFound: { status: 404, code: 'move-not-found', message: 'There is no such move.' },
  moveDecided: {
    status: 409,
    code: 'move-decided',
    message: 'Someone decided about this move, or moved the post, meanwhile.',
  },
  cannotMergeDeleted: {
    status: 403,
    code: 'cannot-merge-deleted',
    message: 'Deleted posts cannot be merged.',
  },
  mergeOfSamePost: {
    status: 400,
    code: 'merge-of-same-post',
    message: 'A post cannot be merged into itself.',
  },
  mergeElsewhere: {
    status: 409,
    code: 'merge-elsewhere',
    message: 'Both posts must be in the same community.',
  },
  mergeTooLarge: {
    status: 409,
    code: 'merge-too-large',
    message: 'A post with more than 10,000 comments cannot be merged.',
  },
  mergeNotFound: { status: 404, code: 'merge-not-found', message: 'There is no such merge.' },
  mergeUndone: {
    status: 409,
    code: 'merge-undone',
    message:
      'This merge cannot be undone: it is undone already, the other post was merged later, or a post has moved.',
  },
  invalidCommunitySetting: {
    status: 400,
    code: 'invalid-community-setting',
    message: 'The community has no such setting.',
  },
  botsCannotVote: {
    status: 403,
    code: 'bots-cannot-vote',
    message: 'This account is marked as a bot. Bots cannot vote here.',
  },
  botByAdmin: {
    status: 403,
    code: 'bot-by-admin',
    message: 'An admin marked this account as a bot. Only admins can take that back.',
  },
  botOwnerNotFound: {
    status: 404,
    code: 'bot-owner-not-found',
    message: 'There is no other member with the name of the owner.',
  },
  notBot: {
    status: 400,
    code: 'not-a-bot',
    message: 'Only accounts that are marked as bots can name who runs them.',
  },
  notBotOwner: {
    status: 404,
    code: 'not-bot-owner',
    message: 'This account does not name you as the member who runs it.',
  },
  tooManyVotesOnMember: {
    status: 429,
    code: 'too-many-votes-on-member',
    message: 'You voted on many posts and comments by this member today. Try again tomorrow.',
  },
  votingSlowed: {
    status: 429,
    code: 'voting-slowed',
    message: 'You can only cast a few votes an hour. Try again later.',
  },
  downvotesOff: { status: 403, code: 'downvotes-off', message: 'There are no downvotes here.' },
  downvotesForMembers: {
    status: 403,
    code: 'downvotes-for-members',
    message: 'Only members of this community can downvote. Join it first.',
  },
  downvotesNeedTrust: {
    status: 403,
    code: 'downvotes-need-trust',
    message: 'You need a higher trust level to downvote in this community.',
  },
  removalReasonRequired: {
    status: 400,
    code: 'removal-reason-required',
    message: 'This community removes nothing without a reason. Choose a rule, or write a reason.',
  },
  ruleNotFound: { status: 404, code: 'rule_not_found', message: 'Rule not found.' },
  automationNotFound: { status: 404, code: 'automation_not_found', message: 'There is no such rule.' },
  invalidAutomation: {
    status: 400,
    code: 'invalid_automation',
    message: 'The rule is not complete.',
    isExplained: true,
  },
  tooManyAutomations: {
    status: 403,
    code: 'too_many_automations',
    message: 'There are as many rules here as there can be.',
  },
  rulesNotFound: { status: 404, code: 'rules-not-found', message: 'Community rules not found.' },
  emptyUsername: { status: 400, code: 'empty_username', message: 'Empty username.' },
  lowerModerator: { status: 403, code: 'lower-mod', message: 'User is lower on the mod hierarchy.' },
  notAModerator: {
    status: 404,
    code: 'not-a-moderator',
    message: 'This user does not moderate the community.',
  },
  permissionNotOwn: {
    status: 403,
    code: 'permission-not-own',
    message: 'You can only give permissions that you have yourself.',
  },
  tooManyModerators: {
    status: 403,
    code: 'too-many-mods',
    message: 'This community has as many moderators as a community can have.',
  },
  requestedCommunityExists: {
    status: 409,
    code: 'community-already-exists',
    message: "The community you're requesting to create already exists",
  },
  communityAlreadyRequested: {
    status: 409,
    code: 'community-already-requested',
    message: 'You already have a pending request for that community',
  },
  invalidRequestId: { status: 400, code: 'invalid_id', message: 'Invalid request ID.' },
  invalidCommunityRequestId: { status: 400, code: 'invalid_id', message: 'Invalid community request ID.' },
  requestAlreadyDenied: { status: 400, code: 'already_denied', message: 'Community was already denied.' },
  requestAlreadyCreated: {
    status: 409,
    code: 'community-already-exists',
    message: 'The community was created meanwhile.',
  },

  // Posts, feeds and votes
  unsupportedPostType: { status: 400, code: 'post-type/unsupported', message: 'Unsupported post type.' },
  postRemoved: {
    status: 403,
    code: 'post-removed',
    message: 'The post was removed, so it cannot be edited.',
  },
  historyHidden: {
    status: 403,
    code: 'history-hidden',
    message: 'What this text was before is not shown to you.',
  },
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
  invalidUrl: { status: 400, code: 'invalid-url', message: 'Invalid URL.' },
  urlTooLong: { status: 400, code: 'url_too_long', message: 'The URL is longer than 2,048 characters.' },
  cannotPinDeleted: { status: 403, code: 'cannot-pin-deleted-post', message: 'Cannot pin deleted posts.' },
  cannotPinReply: {
    status: 403,
    code: 'cannot-pin-reply',
    message: 'Only comments on the post itself can be pinned, not replies.',
  },
  pinLimitReached: { status: 403, code: 'limit-reached', message: 'Max pinned post limit reached.' },
  alreadyAnnounced: { status: 409, code: 'duplicate', message: 'Post was already announced' },
  invalidPostId: { status: 400, code: 'invalid-post-id', message: 'Invalid post id.' },
  invalidVote: { status: 400, code: 'invalid_vote', message: "set must be one of 'up', 'down' or 'none'." },

  // Comments
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

  // Images
  noImagePosts: { status: 403, code: 'no_image_posts', message: 'Image posts are not allowed' },
  noUploads: { status: 403, code: 'no_image_posts', message: 'Image posts are not all allowed.' },
  notEnoughPointsForMedia: {
    status: 403,
    code: 'not_enough_points',
    message: 'Not enough points to post image or link posts.',
  },
  invalidImageId: { status: 400, code: 'invalid_image_id', message: 'Invalid image ID.' },
  tooManyImages: { status: 400, code: 'too-many-images', message: 'Maximum images count exceeded.' },
  imageNotFound: { status: 404, code: 'image-not-found', message: 'Image not found.' },
  imageOfSomeoneElse: {
    status: 403,
    code: 'permission_denied',
    message: "you don't have permission to edit this image's alt text.",
  },
  fileSizeExceeded: { status: 400, code: 'file_size_exceeded', message: 'Max file size exceeded.' },
  unsupportedImage: {
    status: 400,
    code: 'unsupported_image',
    message:
      'The uploaded file is of an unsupported type. JPEG, PNG, WebP, GIF and AVIF are accepted. Save it as JPEG or PNG.',
  },
  /** What `_uploads` has always called it; applications know it by this code there. */
  unsupportedImageFormat: {
    status: 400,
    code: 'unsupported-image-format',
    message:
      'The uploaded file is of an unsupported type. JPEG, PNG, WebP, GIF and AVIF are accepted. Save it as JPEG or PNG.',
  },
  heicImage: {
    status: 400,
    code: 'heic_image',
    message:
      'HEIC is not accepted. Save it as JPEG, or choose JPEG in the settings of the camera (“Most Compatible” on an iPhone).',
  },
  tooManyPixels: {
    status: 400,
    code: 'too_many_pixels',
    message: 'The picture has too many pixels.',
    isExplained: true,
  },
  damagedImage: {
    status: 400,
    code: 'damaged_image',
    message: 'The picture is damaged or incomplete. Try to save or download it again.',
  },
  animationTooLarge: {
    status: 400,
    code: 'animation_too_large',
    message: 'The animation is too large.',
    isExplained: true,
  },
  animationFormat: {
    status: 400,
    code: 'animation_format',
    message:
      'Animations are accepted as GIF or WebP, not as PNG or AVIF. Save it as GIF or WebP, or a single picture of it as JPEG or PNG.',
  },
  emptyImage: { status: 400, code: 'empty_image', message: 'The file is empty.' },
  blockedPicture: {
    status: 403,
    code: 'blocked-picture',
    message: 'This picture cannot be uploaded here.',
  },
  invalidPictureHash: {
    status: 400,
    code: 'invalid-picture-hash',
    message: 'A hash of a picture has 16 hexadecimal digits.',
  },
  tooManyBlockedPictures: {
    status: 400,
    code: 'too-many-blocked-pictures',
    message: 'There can be at most 5000 blocked pictures.',
  },

  // Review
  heldForReview: {
    status: 403,
    code: 'held_for_review',
    message: 'It is waiting for review by a moderator. You will be notified.',
  },
  alreadyWaiting: {
    status: 409,
    code: 'already_waiting',
    message: 'You have sent this already. It is waiting for review by a moderator.',
  },
  refusedByRule: {
    status: 403,
    code: 'refused_by_rule',
    message: 'A rule of this community does not allow this.',
    isExplained: true,
  },
  editedSinceHeld: {
    status: 409,
    code: 'edited_since_held',
    message: 'Its author has edited it again in the meantime.',
  },
  movedSinceHeld: {
    status: 409,
    code: 'moved_since_held',
    message: 'The post has moved to another community in the meantime.',
  },
  onlyAdminsApprove: {
    status: 403,
    code: 'only-admins-approve',
    message: 'An image looks like one that admins have blocked. Only they can approve this.',
  },
  heldItemNotFound: {
    status: 404,
    code: 'held_item_not_found',
    message: 'It does not wait for review any more.',
  },
  invalidHoldLevel: {
    status: 400,
    code: 'invalid_hold_level',
    message: 'There is no such choice of what is held for review.',
  },

  // Moderation
  notRemoved: {
    status: 409,
    code: 'not-removed',
    message: 'It is not removed. Perhaps someone else has restored it meanwhile.',
  },
  contentGone: {
    status: 409,
    code: 'content-gone',
    message: 'Its content is already deleted for good.',
  },
  tooManySilencedReporters: {
    status: 403,
    code: 'too-many-silenced',
    message: 'You cannot hide the reports of any more members. Show some again first.',
  },
  removalTemplatesChanged: {
    status: 409,
    code: 'templates-changed',
    message: 'Someone else has changed the templates meanwhile.',
  },
  invalidRemovalTemplate: {
    status: 400,
    code: 'invalid-template',
    message: 'A template needs a name of its own and a text.',
  },
  // For calls that change moderators or unlock something. The reference has this code there.
  notModeratorNorAdmin: {
    status: 403,
    code: 'not-mod-not-admin',
    message: 'User is neither a moderator nor an admin.',
  },
  invalidReportType: { status: 400, code: 'invalid_report_type', message: 'Invalid report type.' },
  invalidReportReason: { status: 400, code: 'invalid_reason', message: 'Invalid report reason.' },
  ownContent: { status: 403, code: 'own-content', message: 'You cannot report your own content.' },
  moderatorsNotNamed: {
    status: 403,
    code: 'moderators_not_named',
    message: 'This community does not tell which of its moderators did what.',
  },
  alreadyReported: { status: 409, code: 'already-voted', message: 'User has already voted.' },
  // For all other calls for moderators and admins.
  neitherAdminNorModerator: {
    status: 403,
    code: 'not_admin_nor_mod',
    message: 'User neither an admin nor a mod.',
  },
  invalidAppeal: {
    status: 400,
    code: 'invalid_appeal',
    message: 'An appeal needs a text, and is against a removal or lock of a post or comment, or a ban.',
  },
  nothingToAppeal: {
    status: 404,
    code: 'nothing_to_appeal',
    message: 'Moderators or admins have done nothing to you there that is still in force.',
  },
  alreadyAppealed: {
    status: 409,
    code: 'already_appealed',
    message: 'There is an appeal against this already.',
  },
  appealNotFound: { status: 404, code: 'appeal_not_found', message: 'There is no such appeal.' },
  appealAnswered: {
    status: 409,
    code: 'appeal_answered',
    message: 'Someone else has answered this appeal.',
  },
  ownAppeal: { status: 403, code: 'own_appeal', message: 'Someone else answers your appeals.' },
  ownAct: {
    status: 403,
    code: 'own_act',
    message: 'Another moderator answers appeals against what you did, or an admin.',
  },
  noticeSubjectNotFound: {
    status: 404,
    code: 'notice_subject_not_found',
    message: 'There is nothing at this address that you can see. Copy the address of the page itself.',
  },
  noticeTextMissing: {
    status: 400,
    code: 'notice_text_missing',
    message: 'Please explain why.',
  },
  noticeContactMissing: {
    status: 400,
    code: 'notice_contact_missing',
    message: 'Please give your name and a valid email address.',
  },
  noticeNotInGoodFaith: {
    status: 400,
    code: 'notice_not_in_good_faith',
    message: 'Please confirm that what you write is accurate and complete, as far as you know.',
  },
  alreadyReportedToAdmins: {
    status: 409,
    code: 'notice_exists',
    message: 'You have reported this already. The admins will decide about it.',
  },
  noticeNotFound: { status: 404, code: 'notice_not_found', message: 'There is no such notice.' },
  complaintEmpty: {
    status: 400,
    code: 'complaint_empty',
    message: 'Please explain what is wrong with the decision.',
  },
  complaintNotPossible: {
    status: 409,
    code: 'complaint_not_possible',
    message: 'You can complain once, within six months of the decision.',
  },
  invalidNoticeDecision: {
    status: 400,
    code: 'invalid_notice_decision',
    message: 'Choose an action that fits the notice, and give reasons.',
  },
  ownNotice: {
    status: 403,
    code: 'own_notice',
    message: 'Another admin has to decide: this notice is from you, about you, or about your decision.',
  },
  noticeDecided: {
    status: 409,
    code: 'notice_decided',
    message: 'Another admin has decided about this notice.',
  },
  invalidAlerts: {
    status: 400,
    code: 'invalid-alerts',
    message: 'This is no number of reports or hours of which moderators can be notified.',
  },
  invalidQuietHours: {
    status: 400,
    code: 'invalid-quiet-hours',
    message: 'Quiet hours have two different hours, 0 to 23, and a time zone that exists.',
  },
  invalidAppealAnswer: {
    status: 400,
    code: 'invalid_answer',
    message: 'An answer says whether the act stays or is taken back, and has a text.',
  },
  notSuspended: { status: 403, code: 'not_suspended', message: 'This account is not suspended.' },
  emptyMessage: {
    status: 400,
    code: 'empty_message',
    message: 'A message needs a text, and the first one a subject.',
  },
  conversationNotFound: {
    status: 404,
    code: 'conversation_not_found',
    message: 'There is no such conversation.',
  },
  messageToOneself: { status: 400, code: 'message_to_oneself', message: 'That is you.' },
  tooManyConversations: {
    status: 409,
    code: 'too_many_conversations',
    message: 'You have too many open conversations with these moderators. Please go on in one of them.',
  },
  emptyMemberNote: { status: 400, code: 'empty_note', message: 'A note needs a text.' },
  noteAboutYourself: {
    status: 403,
    code: 'note_about_yourself',
    message: 'Notes about you are for the other moderators.',
  },
  tooManyMemberNotes: {
    status: 409,
    code: 'too_many_notes',
    message: 'There are too many notes about this member. Please delete one first.',
  },
  memberNoteNotFound: { status: 404, code: 'note_not_found', message: 'There is no such note.' },
  invalidPage: { status: 400, code: 'invalid_page', message: 'Invalid page.' },
  invalidReportId: { status: 400, code: 'invalid_report_id', message: 'Invalid report ID.' },
  reportNotFound: { status: 404, code: 'report-not-found', message: 'Report not found.' },
  noUsername: { status: 400, code: 'no_username', message: 'No username.' },
  cannotBanStaff: {
    status: 403,
    code: 'not_admin_nor_mod',
    message: 'Neither an admin nor a mod.',
  },
  invalidExpiry: { status: 400, code: 'invalid_expires', message: 'Invalid expires.' },
  alreadyBanned: { status: 409, code: 'conflict', message: "There's a duplicate row." },
  notBanned: { status: 404, code: 'not_banned', message: 'The user is not banned.' },
  invalidErasedContent: {
    status: 400,
    code: 'invalid_erased_content',
    message: "content must be one of 'keep', 'blank' or 'remove'.",
  },
  invalidBanKind: { status: 400, code: 'invalid_ban_kind', message: 'There is no such kind of ban.' },
  userIsBanned: { status: 401, code: 'user_banned', message: 'User is banned.' },

  // The site, for admins
  invalidChecklistItem: {
    status: 400,
    code: 'invalid_checklist_item',
    message: 'The checklist has no such item.',
  },
  userDeleted: {
    status: 403,
    code: 'user-deleted',
    message: 'Cannot continue because the user is deleted.',
  },
  userBanned: { status: 403, code: 'user-banned', message: 'Cannot continue because the user is banned.' },
  adminNotBannable: { status: 403, code: 'no_ban_admin', message: "Admin can't ban another admin, yo!" },
  lastAdmin: { status: 403, code: 'last_admin', message: 'The site needs another admin first.' },
  invalidMemberFilter: {
    status: 400,
    code: 'invalid_filter',
    message: 'There is no such state, role or sort order of accounts.',
  },
  invalidMemberRange: {
    status: 400,
    code: 'invalid_filter',
    message: 'Check the filters: a time, IP address or range, email domain or number is invalid.',
  },
  invalidContentFilter: {
    status: 400,
    code: 'invalid_content_filter',
    message: 'Check the filters: a time, domain or text is invalid.',
  },
  foundOthers: {
    status: 409,
    code: 'found_others',
    message: 'The accounts have changed meanwhile. Check them and confirm again.',
  },
  tooManyAccounts: {
    status: 400,
    code: 'too_many_accounts',
    message: 'A bulk action can have at most 10,000 accounts. Narrow the filters.',
  },
  tooManyContents: {
    status: 400,
    code: 'too_many_contents',
    message: 'A bulk action can remove at most 20,000 posts and comments. Narrow the filters.',
  },
  contentNotFound: {
    status: 404,
    code: 'content_not_found',
    message: 'No posts or comments match.',
  },
  bulkActionNotFound: {
    status: 404,
    code: 'bulk_action_not_found',
    message: 'There is no such bulk action.',
  },
  notUndoable: {
    status: 409,
    code: 'not_undoable',
    message: 'Only bans of the last 30 days can be undone, once they have ended.',
  },
  invalidEventKind: { status: 400, code: 'invalid_filter', message: 'There is no such kind of event.' },
  invalidStatisticsPeriod: {
    status: 400,
    code: 'invalid_period',
    message: 'There are statistics of a day, week, month, quarter or year.',
  },
  noConfirmedEmail: {
    status: 400,
    code: 'no_confirmed_email',
    message: 'This account has no confirmed e-mail address.',
  },
  userNotAdmin: { status: 403, code: 'not_admin', message: 'User not admin.' },
  badgeNotAdmin: { status: 403, code: 'not_admin', message: 'Not admin.' },
  badgeTypeNotFound: { status: 404, code: 'badge_type_not_found', message: 'Badge type not found.' },
  invalidBadgeId: { status: 400, code: 'bad_badge_id', message: 'Bad badge id.' },
  badEvent: { status: 400, code: 'bad_event', message: 'Bad event.' },
  backupNotFound: { status: 404, code: 'backup_not_found', message: 'There is no such backup.' },
  backupUnderWay: { status: 409, code: 'backup_under_way', message: 'A backup is being made already.' },
  badIp: {
    status: 400,
    code: 'bad-ip',
    message: 'Error parsing IP address: it is neither an address nor a range of addresses.',
  },
  invalidWildcard: { status: 400, code: 'bad-ip', message: 'Invalid wildcard' },
  subnetTooLarge: { status: 400, code: 'bad-ip', message: 'IP subnet too large.' },
  ownIp: { status: 400, code: 'own-ip', message: 'You would shut yourself out: your own address is in it.' },
  ownTorExit: {
    status: 400,
    code: 'own-ip',
    message: 'You would shut yourself out: you are here through the Tor network.',
  },
  invalidExpiresIn: { status: 400, code: 'invalid-expires-in', message: 'Invalid expires in value' },
  ipBlockDuplicate: { status: 400, code: 'block-duplicate', message: 'IP block already exists.' },
  invalidIpBlockId: { status: 400, code: 'invalid-block-id', message: 'Invalid block ID.' },
  ipBlockNotFound: { status: 404, code: 'block-not-found', message: 'IP block not found.' },
  ipBlockNotInEffect: {
    status: 400,
    code: 'block-not-in-effect',
    message: 'The block has ended already.',
  },
  invalidIpBlockLimit: { status: 400, code: 'invalid-limit', message: 'Invalid limit value.' },
  invalidIpBlockCursor: { status: 400, code: 'invalid-next-value', message: 'Invalid next value.' },
  invalidStatisticsLimit: { status: 400, code: 'invalid-limit', message: 'Invalid limit parameter.' },
  invalidStatisticsCursor: { status: 400, code: 'invalid-next-value', message: 'Invalid next parameter.' },

  // What members keep for themselves
  notOwner: { status: 403, code: 'not_owner', message: 'Forbidden.' },
  invalidUserFeedFilter: {
    status: 400,
    code: 'invalid-filter',
    message: "filter must be one of 'posts' or 'comments' or it must be empty",
  },
  exportNotFound: { status: 404, code: 'export_not_found', message: 'There is no such archive.' },
  invalidMuteType: { status: 400, code: 'invalid_mute_type', message: 'Invalid mute type.' },
  tooManyMutes: {
    status: 403,
    code: 'too-many-mutes',
    message: 'You have muted as many as one member can mute.',
  },
  invalidRenderFormat: { status: 400, code: 'invalid-render-format', message: 'Invalid render format.' },
  notificationNotFound: { status: 404, code: 'notif_not_found', message: 'Notification not found.' },
  invalidDraftPlace: {
    status: 400,
    code: 'invalid-draft-place',
    message: 'This is no place of a draft.',
  },
  emptyDraft: { status: 400, code: 'empty-draft', message: 'The draft is empty.' },
  listNotFound: { status: 404, code: 'list-not-found', message: 'List not found.' },
  invalidListId: { status: 400, code: 'invalid-list-id', message: 'Invalid list id.' },
  notListOwner: { status: 403, code: 'not-list-owner', message: 'Not list owner.' },
  notYourList: { status: 403, code: 'not-your-list', message: 'Not your list.' },
  invalidListsSort: { status: 400, code: 'invalid-lists-sort', message: 'Invalid lists sort.' },
  invalidListsFilter: { status: 400, code: 'invalid-lists-filter', message: 'Invalid lists filter.' },
  listNameEmpty: { status: 400, code: 'list-name-empty', message: 'List name cannot be empty.' },
  listNameTooShort: { status: 400, code: 'invalid-list-name', message: 'list name is too short.' },
  listNameTooLong: { status: 400, code: 'invalid-list-name', message: 'list name is too long.' },
  listNameCharacters: {
    status: 400,
    code: 'invalid-list-name',
    message: 'list name contains disallowed characters.',
  },
  listExists: { status: 409, code: 'duplicate-list', message: 'A list with that name already exists.' },
  tooManyLists: {
    status: 403,
    code: 'too-many-lists',
    message: 'You have as many lists as one member can have.',
  },
  listFull: { status: 403, code: 'list-full', message: 'This list holds as much as a list can hold.' },
  invalidListLimit: { status: 400, code: 'invalid-limit', message: 'Invalid limit value.' },
  invalidListItemSort: { status: 400, code: 'invalid-list-sort', message: 'Invalid list sort.' },
  invalidSearchKind: { status: 400, code: 'invalid-search-kind', message: 'There is no search in that.' },
  invalidSearchSort: { status: 400, code: 'invalid-sort', message: 'Invalid search sort option.' },
  badListItem: { status: 400, message: 'Bad JSON body.' },
  invalidListItemId: { status: 400, code: 'invalid-item-id', message: 'Invalid item id.' },
  listItemNotFound: { status: 404, code: 'list-item-not-found', message: 'List item not found.' },
  invalidTargetId: { status: 400, code: 'invalid-target-id', message: 'Invalid target id.' },
  invalidContentType: { status: 400, code: 'invalid-content-type', message: 'Invalid content type.' },
} as const satisfies Record<string, ApiError>

export type ErrorName = keyof typeof errors
/** Why something is refused, or null when it is allowed. */
export type Refusal = ApiError | null

/** The error with a name inserted for `{name}` in its message. */
export const withName = (error: ApiError, name: string): ApiError => ({
  ...error,
  message: error.message.replace('{name}', () => name),
})
