import { type Static, Type } from 'typebox'
import { authorAboutMaxLength } from '../limitValues.ts'
import { homeFeeds } from '../words.ts'
import { Image } from './image.ts'
import { alwaysNull, described, flag, id, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export const Badge = Type.Object({
  id: int('The number of the badge.'),
  type: text('The type of the badge: `supporter`, or `bot` for an account that a program uses.'),
})
export type Badge = Static<typeof Badge>

const forSelf = 'You and admins see the preference itself, everyone else its default.'
const onlyAdmins = 'Only for admins'

const userFields = {
  id: id('user', 'The id of the user.'),
  username: text('The name, in upper and lower case as the user chose it; `ghost` for a deleted account.'),
  email: Nullable(text('The email address. Only for the user and for admins.')),
  emailConfirmedAt: Nullable(time('When the address was confirmed; null if it was not.')),
  aboutMe: Nullable(text('What the user says about themselves, in Markdown.')),
  points: int('The points; an account begins with 1, and votes of others change them.'),
  isAdmin: flag('Whether the user is an admin.'),
  proPic: described('The profile picture.', Nullable(Image)),
  badges: listOf(Badge, 'The badges.'),
  noPosts: int('How many posts the user wrote.'),
  noComments: int('How many comments the user wrote.'),
  lastSeenMonth: text('The month of the last visit: month and year in English; empty for deleted users.'),
  createdAt: time('When the account was created.'),
  deleted: flag('Whether the account is deleted.'),
  deletedAt: Nullable(time('When the account was deleted; null if it is not.')),
  upvoteNotificationsOff: flag(`Whether notifications of upvotes are off. ${forSelf}`),
  replyNotificationsOff: flag(`Whether notifications of comments and replies are off. ${forSelf}`),
  mentionNotificationsOff: flag(`Whether notifications of mentions are off. ${forSelf}`),
  homeFeed: oneOf(homeFeeds, 'What the front page shows the user.'),
  rememberFeedSort: flag(`Whether feeds keep the order that was last chosen. ${forSelf}`),
  embedsOff: flag(`Whether videos of other sites are not embedded. ${forSelf}`),
  hideUserProfilePictures: flag(`Whether profile pictures are hidden. ${forSelf}`),
  requireAltText: flag(`Whether the user is asked to describe uploaded images. ${forSelf}`),
  hideBots: Type.Optional(
    flag(
      "Whether the user's feeds leave out posts by bots. Only for the user and admins. An addition of ours.",
    ),
  ),
  isBotByAdmin: Type.Optional(
    flag(
      'True if an admin marked the account as a bot, so that only admins take the mark back; otherwise missing. Only for the user and admins. An addition of ours.',
    ),
  ),
  bannedAt: Nullable(time('When the user was banned from the site; null if the user is not.')),
  isBanned: flag('Whether the user is banned from the site.'),
  notificationsNewCount: int('How many notifications have come since you last looked; 0 for other users.'),
  lastSeen: Type.Optional(time(`${onlyAdmins}: when the user was last seen.`)),
  lastSeenIP: Type.Optional(Nullable(text(`${onlyAdmins}: the IP address of the last visit.`))),
  votesSlowedAt: Type.Optional(
    time(
      `${onlyAdmins}: since when the user can cast only a few votes an hour; missing if they can vote as usual.`,
    ),
  ),
  createdIP: Type.Optional(
    Nullable(text(`${onlyAdmins}: the IP address that the account was created from.`)),
  ),
}

/** A user as an author, a moderator, or a muted member: without the communities they moderate. */
export const Author = Type.Object({
  ...userFields,
  aboutMe: Nullable(
    text(`What the user says about themselves, in Markdown, cut at ${authorAboutMaxLength} characters.`),
  ),
  moddingList: alwaysNull('array', 'Always null here.'),
})
export type Author = Static<typeof Author>
