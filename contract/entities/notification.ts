import { type Static, Type } from 'typebox'
import { Comment } from './comment.ts'
import { Community } from './community.ts'
import { User } from './ownUser.ts'
import { Post } from './post.ts'
import { Id, Int, Nullable, OneOf, Time } from './schema.ts'

export const NotificationType = OneOf(
  'new_comment',
  'comment_reply',
  'new_votes',
  'deleted_post',
  'mod_add',
  'new_badge',
  'welcome',
  'announcement',
  'denied_comm',
)
export type NotificationType = Static<typeof NotificationType>

/** What happened, in the fields of its type (API contract 2.7). */
export const NotificationFacts = Type.Object({
  postId: Type.Optional(Id),
  commentId: Type.Optional(Id),
  parentCommentId: Type.Optional(Id),
  noComments: Type.Optional(Int),
  commentAuthor: Type.Optional(Type.String()),
  firstCreatedAt: Type.Optional(Time),
  targetType: Type.Optional(OneOf('post', 'comment')),
  targetId: Type.Optional(Id),
  noVotes: Type.Optional(Int),
  deletedAs: Type.Optional(OneOf('mods', 'admins')),
  communityName: Type.Optional(Type.String()),
  addedBy: Type.Optional(Type.String()),
  badgeType: Type.Optional(Type.String()),
  body: Type.Optional(Type.String()),
  post: Type.Optional(Post),
  comment: Type.Optional(Comment),
  community: Type.Optional(Community),
  user: Type.Optional(User),
})
export type NotificationFacts = Static<typeof NotificationFacts>

/**
 * One notification. Raw it has `notif`; rendered (`render=true`) it has the fields from `version` on instead
 * (API contract 2.7 and 2.8).
 */
export const Notification = Type.Object({
  id: Int,
  type: NotificationType,
  notif: Type.Optional(Nullable(NotificationFacts)),
  version: Type.Optional(Int),
  textFormat: Type.Optional(OneOf('html', '')),
  title: Type.Optional(Type.String()),
  body: Type.Optional(Type.String()),
  icons: Type.Optional(Type.Array(Type.String())),
  toURL: Type.Optional(Type.String()),
  seen: Type.Boolean(),
  seenAt: Nullable(Time),
  createdAt: Time,
  updatedAt: Type.Optional(Time),
})
export type Notification = Static<typeof Notification>
