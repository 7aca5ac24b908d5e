import { type Static, Type } from 'typebox'
import { Id, Int, Nullable, OneOf, Time, UserGroup } from './schema.ts'
import { Author } from './user.ts'

export const Comment = Type.Object({
  id: Id,
  postId: Id,
  postPublicId: Type.String(),
  communityId: Id,
  communityName: Type.String(),
  userId: Id,
  username: Type.String(),
  userGhostId: Type.Optional(Type.String()),
  /** The text `null` when the comment is stripped. */
  userGroup: OneOf('normal', 'mods', 'admins', 'null'),
  userDeleted: Type.Boolean(),
  parentId: Nullable(Id),
  depth: Int,
  noReplies: Int,
  noRepliesDirect: Int,
  ancestors: Nullable(Type.Array(Id)),
  body: Type.String(),
  /** Only for our own pages (`render=page`); `body` is then empty. */
  bodyHtml: Type.Optional(Type.String()),
  upvotes: Int,
  downvotes: Int,
  createdAt: Time,
  editedAt: Nullable(Time),
  /** Only for deleted comments: whether this viewer is denied the content. */
  contentStripped: Type.Optional(Type.Boolean()),
  deleted: Type.Boolean(),
  deletedAt: Nullable(Time),
  deletedAs: Type.Optional(UserGroup),
  locked: Type.Boolean(),
  lockedBy: Nullable(Id),
  lockedByGroup: Type.Optional(OneOf('mods', 'admins')),
  lockedAt: Nullable(Time),
  author: Type.Optional(Author),
  /** Only for our own pages, in place of `author`: the smallest copy of the author's picture, if there is one … */
  authorPicture: Type.Optional(Type.String()),
  /** … and the types of their badges, if they have any. */
  authorBadges: Type.Optional(Type.Array(Type.String())),
  isAuthorMuted: Type.Optional(Type.Literal(true)),
  userVoted: Nullable(Type.Boolean()),
  userVotedUp: Nullable(Type.Boolean()),
  postTitle: Type.Optional(Type.String()),
  /** Only for our own pages, beside `postTitle`: the smallest copy of the community's icon, if there is one. */
  communityPicture: Type.Optional(Type.String()),
  postDeleted: Type.Boolean(),
  postDeletedAs: Type.Optional(UserGroup),
})
export type Comment = Static<typeof Comment>
