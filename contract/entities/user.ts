import { type Static, Type } from 'typebox'
import { Image } from './image.ts'
import { Id, Int, Nullable, OneOf, Time } from './schema.ts'

export const Badge = Type.Object({ id: Int, type: Type.String() })
export type Badge = Static<typeof Badge>

export const HomeFeed = OneOf('all', 'subscriptions')

const userFields = {
  id: Id,
  username: Type.String(),
  /** Only for the user themself and for admins. */
  email: Nullable(Type.String()),
  emailConfirmedAt: Nullable(Time),
  aboutMe: Nullable(Type.String()),
  points: Int,
  isAdmin: Type.Boolean(),
  proPic: Nullable(Image),
  badges: Type.Array(Badge),
  noPosts: Int,
  noComments: Int,
  lastSeenMonth: Type.String(),
  createdAt: Time,
  deleted: Type.Boolean(),
  deletedAt: Nullable(Time),
  upvoteNotificationsOff: Type.Boolean(),
  replyNotificationsOff: Type.Boolean(),
  homeFeed: HomeFeed,
  rememberFeedSort: Type.Boolean(),
  embedsOff: Type.Boolean(),
  hideUserProfilePictures: Type.Boolean(),
  requireAltText: Type.Boolean(),
  bannedAt: Nullable(Time),
  isBanned: Type.Boolean(),
  notificationsNewCount: Int,
  /** Only when an admin looks. */
  lastSeen: Type.Optional(Time),
  lastSeenIP: Type.Optional(Nullable(Type.String())),
  createdIP: Type.Optional(Nullable(Type.String())),
}

/** A user as an author, a moderator, a muted member: without the communities they moderate. */
export const Author = Type.Object({ ...userFields, moddingList: Type.Null() })
export type Author = Static<typeof Author>
