import { Type } from 'typebox'
import { PostOrComment } from '../entities/list.ts'
import { User } from '../entities/ownUser.ts'
import { described, flag, int, listOf, Nullable, oneOf, Success, text, time } from '../entities/schema.ts'
import { Badge } from '../entities/user.ts'
import { languages } from '../languages.ts'
import { aboutMeMaxLength, passwordRecentMinutes, sessionsShown } from '../limitValues.ts'
import { keysOf } from '../objects.ts'
import {
  analyticsEvents,
  badgeTypes,
  commentSorts,
  contentTypes,
  homeFeeds,
  settingsActions,
  userFeedFilters,
} from '../words.ts'
import { newPassword } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import {
  choice,
  erasedContent,
  inPath,
  markdown,
  next,
  onOff,
  optional,
  pageSize,
  render,
  requiredChoice,
} from './parameters.ts'
import { pictureErrors } from './pictureErrors.ts'

const byName = Type.Object({ username: inPath.username })
const setting = (description: string) => Type.Optional(flag(description))
const mailedToken = 'The token of the link in the email.'

export const DataExport = Type.Object({
  id: text('The id of the archive.'),
  state: oneOf(['waiting', 'ready', 'failed'], 'Whether it can be downloaded.'),
  requestedAt: time('When it was requested.'),
  expiresAt: Nullable(time('Until when it can be downloaded; null until it is ready.')),
  url: Nullable(
    text(
      'Where it can be downloaded; null until it is ready, and while you have not given your password recently.',
    ),
  ),
  bytes: Nullable(int('Its size in bytes; null until it is ready.')),
})

export const userEndpoints = {
  getUser: endpoint({
    method: 'GET',
    path: '/api/users/:username',
    summary: 'Returns one user; a 404 means that the name is free.',
    who: 'all',
    params: byName,
    query: optional({
      adminsView: onOff({
        description: 'With `true`, for admins: with everything that only admins may see.',
      }),
      render,
    }),
    response: User,
    errors: ['userNotFound', 'notLoggedIn', 'notAdmin'],
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:username',
    summary:
      'Deletes an account for good; requires your password. With `content`, erases all that is known of the member, in the background; admins can do that to banned and deleted members, too.',
    who: 'member',
    changesWhatGuestsSee: true,
    params: byName,
    body: Type.Object({
      password: Type.String({
        default: '',
        description: 'Your password, also where an admin deletes another account.',
      }),
      content: erasedContent,
    }),
    response: Success,
    errors: [
      'wrongOwnPassword',
      'invalidErasedContent',
      'notAdmin',
      'userNotFound',
      'lastAdmin',
      'userDeleted',
      'userBanned',
    ],
  }),
  getUserFeed: endpoint({
    method: 'GET',
    path: '/api/users/:username/feed',
    summary: 'Lists what a user wrote, the newest first.',
    who: 'all',
    sharedByGuests: true,
    params: byName,
    query: optional({
      filter: choice(userFeedFilters, {
        description: 'Only posts or only comments; by default both.',
        refusal: 'invalidUserFeedFilter',
      }),
      limit: pageSize(),
      next,
      render,
    }),
    response: Type.Object({
      items: listOf(
        Type.Object({
          item: described('The post or comment.', PostOrComment),
          type: oneOf(contentTypes, 'Which of the two it is.'),
        }),
        'The posts and comments of this page.',
      ),
      next: Nullable(text('The cursor of the next page; null at the end.')),
    }),
    errors: [
      'userNotFound',
      'userIsBanned',
      'notAdmin',
      'limitNotANumber',
      'limitOutOfRange',
      'invalidCursor',
      'invalidUserFeedFilter',
    ],
  }),
  setProfilePicture: endpoint({
    method: 'POST',
    path: '/api/users/:username/pro_pic',
    summary: 'Replaces your profile picture.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'uploads',
    params: byName,
    upload: true,
    response: User,
    errors: ['userNotFound', 'notOwner', ...pictureErrors],
  }),
  deleteProfilePicture: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/pro_pic',
    summary: 'Removes your profile picture. It also succeeds if there is none.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'settings',
    params: byName,
    response: User,
    errors: ['userNotFound', 'notOwner'],
  }),
  addBadge: endpoint({
    method: 'POST',
    path: '/api/users/:username/badges',
    summary: 'Gives a user a badge; returns all badges of the user. Giving it again changes nothing.',
    who: 'member',
    changesWhatGuestsSee: true,
    params: byName,
    body: Type.Object({
      type: requiredChoice(badgeTypes, {
        description: 'The type of the badge.',
        refusal: 'badgeTypeNotFound',
      }),
      owner: Type.Optional(
        Nullable(
          text(
            'With `bot`: the username of the member who runs the account; null or empty for none. Without it, that stays as it is. An addition of ours.',
          ),
        ),
      ),
    }),
    response: Type.Array(Badge),
    errors: ['userNotAdmin', 'userNotFound', 'userDeleted', 'badgeTypeNotFound', 'botOwnerNotFound'],
  }),
  removeBadge: endpoint({
    method: 'DELETE',
    path: '/api/users/:username/badges/:badgeId',
    summary: 'Takes a badge from a user, by the number of the badge or by its type.',
    who: 'member',
    changesWhatGuestsSee: true,
    params: Type.Object({
      username: inPath.username,
      badgeId: text('The number of the badge, or with `byType=true`, its type.'),
    }),
    query: optional({ byType: onOff({ description: 'With `true`, `badgeId` is the type of the badge.' }) }),
    response: Success,
    errors: ['badgeNotAdmin', 'userNotFound', 'invalidBadgeId', 'userDeleted', 'badgeTypeNotFound'],
  }),
  answerBotOwner: endpoint({
    method: 'PUT',
    path: '/api/users/:username/bot_owner',
    summary:
      'Answers a bot that names you as the member who runs it: its profile shows you once you confirm that, and no longer when you deny it. An addition of ours.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'settings',
    params: byName,
    body: Type.Object({ isMine: Type.Boolean({ description: 'Whether you run it.' }) }),
    response: Success,
    errors: ['userNotFound', 'notBotOwner', 'botByAdmin'],
  }),
  updateSettings: endpoint({
    method: 'POST',
    path: '/api/_settings',
    summary: 'Changes your profile and preferences, or your password.',
    who: 'member',
    changesWhatGuestsSee: true,
    limit: 'settings',
    query: optional({
      action: choice(settingsActions, { description: 'What to change.', refusal: 'invalidAction' }),
    }),
    /** Clients may send whole user objects; only these keys are used, and missing ones stay unchanged. */
    body: Type.Object({
      aboutMe: Type.Optional(Nullable(text(markdown(aboutMeMaxLength)))),
      email: Type.Optional(
        Nullable(
          text('An email address; null or empty: none. Another one than before needs a recent password.'),
        ),
      ),
      homeFeed: Type.Optional(oneOf(homeFeeds, 'What the front page shows.')),
      commentSort: Type.Optional(oneOf(commentSorts, 'In which order you read comments.')),
      language: Type.Optional(
        Nullable(
          oneOf(keysOf(languages), 'The language of your pages and mails; null: that of your browser.'),
        ),
      ),
      upvoteNotificationsOff: setting('Whether upvotes are not notified.'),
      replyNotificationsOff: setting('Whether comments and replies are not notified.'),
      mentionNotificationsOff: setting('Whether mentions are not notified.'),
      rememberFeedSort: setting('Whether feeds keep the order that was last chosen.'),
      embedsOff: setting('Whether videos of other sites are not embedded.'),
      hideUserProfilePictures: setting('Whether profile pictures are hidden.'),
      requireAltText: setting('Whether you are asked to describe the images that you upload.'),
      hideBots: setting('Whether your feeds leave out posts by bots. An addition of ours.'),
      isBot: setting(
        'Whether your account is marked as a bot, with the badge `bot`. Only admins take back a mark by an admin. An addition of ours.',
      ),
      botOwner: Type.Optional(
        Nullable(
          text(
            'For a bot: the username of the member who runs it; null or empty for none. It is shown once they confirm it. Only admins change that of a bot that an admin labeled. An addition of ours.',
          ),
        ),
      ),
      password: Type.Optional(text('With `changePassword`: your current password.')),
      newPassword: Type.Optional(text(`With \`changePassword\`: ${newPassword}`)),
      repeatPassword: Type.Optional(text('With `changePassword`: the new password again.')),
    }),
    response: User,
    errors: [
      'invalidAction',
      'passwordsDiffer',
      'wrongPassword',
      'passwordEmpty',
      'passwordTooShort',
      'passwordCommon',
      'passwordGuessable',
      'invalidEmail',
      'emailNeeded',
      'mailDomainRefused',
      'botByAdmin',
      'botOwnerNotFound',
      'notBot',
      'passwordNeeded',
    ],
  }),
  confirmPassword: endpoint({
    method: 'POST',
    path: '/api/_password',
    summary: `Confirms your password in this session, for calls that need it within the last ${passwordRecentMinutes} minutes. Logging in does so, too.`,
    who: 'member',
    body: Type.Object({ password: Type.String({ default: '', description: 'Your password.' }) }),
    response: Success,
    errors: ['wrongOwnPassword'],
  }),
  recordEvent: endpoint({
    method: 'POST',
    path: '/api/analytics',
    summary: 'Records that the installed application is used, once a session.',
    who: 'all',
    limit: 'analytics',
    body: Type.Object({
      event: requiredChoice(analyticsEvents, { description: 'What happened.', refusal: 'badEvent' }),
    }),
    response: Success,
    errors: ['badEvent'],
  }),
  subscribeToPush: endpoint({
    method: 'POST',
    path: '/api/push_subscriptions',
    summary: 'Subscribes the browser of this session to push notifications.',
    who: 'member',
    limit: 'pushSubscriptions',
    body: Type.Object({
      endpoint: Type.String({
        maxLength: 2048,
        description: 'The URL at which the push service of the browser accepts messages.',
      }),
      keys: described(
        'The keys of the subscription, as the browser gives them.',
        Type.Object({
          auth: Type.String({ maxLength: 200, description: 'The authentication secret.' }),
          p256dh: Type.String({ maxLength: 200, description: 'The public key.' }),
        }),
      ),
    }),
    response: Success,
    errors: [],
  }),
  unsubscribeFromPush: endpoint({
    method: 'DELETE',
    path: '/api/push_subscriptions',
    summary: 'Ends the push subscription of this session. It also succeeds if there is none.',
    who: 'member',
    limit: 'pushSubscriptions',
    response: Success,
    errors: [],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/_sessions',
    summary: `Lists your sessions: where you are logged in. This one comes first, then the ones last used; at most ${sessionsShown}.`,
    who: 'member',
    response: Type.Array(
      Type.Object({
        id: text('The id of the session.'),
        isCurrent: flag('Whether it is the session of this request.'),
        userAgent: Nullable(text('The user agent; null if it is not known.')),
        lastSeenIP: Nullable(text('The IP address of the last request; null if it is not known.')),
        lastSeen: time('When it was last used.'),
        createdAt: time('When it began.'),
      }),
    ),
    errors: [],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/_sessions',
    summary: 'Ends all your other sessions, or one of them.',
    who: 'member',
    limit: 'settings',
    query: optional({
      id: text('The id of the session to end; by default all but the one of this request.'),
    }),
    response: Success,
    errors: ['invalidId'],
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/_export',
    summary: 'Requests an archive of everything that you wrote and set; needs a recent password.',
    who: 'member',
    response: DataExport,
    errors: ['passwordNeeded'],
  }),
  getExport: endpoint({
    method: 'GET',
    path: '/api/_export',
    summary: 'Returns the state of your archive; null if none was requested.',
    who: 'member',
    response: Type.Object({ export: described('The archive.', Nullable(DataExport)) }),
    errors: [],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/_email_confirmation',
    summary: 'Confirms an email address with a token, or without one, sends you the email with it.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'mails',
    body: Type.Object({ token: Type.Optional(Nullable(text(mailedToken))) }),
    bodyOptional: true,
    response: Success,
    errors: ['notLoggedIn', 'mailNotConfigured', 'noEmail', 'invalidToken'],
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/_password_reset',
    summary:
      'Sends an email with a link to set a new password, if the account has a confirmed address. The answer is always the same.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'mails',
    body: Type.Object({
      username: Type.String({
        default: '',
        description: 'The name of the account, or its confirmed address.',
        isMemberName: true,
      }),
    }),
    response: Success,
    errors: ['mailNotConfigured'],
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/api/_password_reset',
    summary: 'Sets a new password with the token of an email, and ends all sessions.',
    who: 'all',
    openInPrivateForum: true,
    limit: 'mails',
    body: Type.Object({
      token: Type.String({ default: '', description: mailedToken }),
      newPassword: Type.String({ default: '', description: newPassword }),
    }),
    response: Success,
    errors: ['invalidToken', 'passwordEmpty', 'passwordTooShort', 'passwordCommon', 'passwordGuessable'],
  }),
}
