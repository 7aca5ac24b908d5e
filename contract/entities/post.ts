import { type Static, Type } from 'typebox'
import { Comment } from './comment.ts'
import { Community } from './community.ts'
import { Image } from './image.ts'
import { Id, Int, Nullable, OneOf, Time, UserGroup } from './schema.ts'
import { Author } from './user.ts'

export const PostType = OneOf('text', 'image', 'link')
export type PostType = Static<typeof PostType>

export const Post = Type.Object({
  id: Id,
  publicId: Type.String(),
  type: PostType,
  userId: Id,
  username: Type.String(),
  userGhostId: Type.Optional(Type.String()),
  userGroup: UserGroup,
  userDeleted: Type.Boolean(),
  isPinned: Type.Boolean(),
  isPinnedSite: Type.Boolean(),
  communityId: Id,
  communityName: Type.String(),
  communityProPic: Nullable(Image),
  communityBannerImage: Nullable(Image),
  title: Type.String(),
  body: Nullable(Type.String()),
  /** Only for our own pages (`render=page`), in place of `body`: whole on the page of the post … */
  bodyHtml: Type.Optional(Nullable(Type.String())),
  /** … and its beginning as plain text in feeds. */
  excerpt: Type.Optional(Nullable(Type.String())),
  image: Nullable(Image),
  images: Type.Array(Image),
  link: Type.Optional(Type.Object({ url: Type.String(), hostname: Type.String(), image: Nullable(Image) })),
  locked: Type.Boolean(),
  lockedBy: Nullable(Id),
  lockedByGroup: Type.Optional(OneOf('mods', 'admins')),
  lockedAt: Nullable(Time),
  upvotes: Int,
  downvotes: Int,
  hotness: Int,
  createdAt: Time,
  editedAt: Nullable(Time),
  lastActivityAt: Time,
  deleted: Type.Boolean(),
  deletedAt: Nullable(Time),
  deletedAs: Type.Optional(UserGroup),
  deletedContent: Type.Boolean(),
  deletedContentAs: Type.Optional(OneOf('normal', 'admins')),
  noComments: Int,
  comments: Nullable(Type.Array(Comment)),
  commentsNext: Nullable(Type.String()),
  userVoted: Nullable(Type.Boolean()),
  userVotedUp: Nullable(Type.Boolean()),
  lastVisitAt: Nullable(Time),
  newComments: Int,
  isAuthorMuted: Type.Boolean(),
  isCommunityMuted: Type.Boolean(),
  community: Type.Optional(Community),
  author: Type.Optional(Author),
  /** Only for our own pages, in place of `author`: the smallest copy of the author's picture, if there is one … */
  authorPicture: Type.Optional(Type.String()),
  /** … and the types of their badges, if they have any. */
  authorBadges: Type.Optional(Type.Array(Type.String())),
})
export type Post = Static<typeof Post>

/** A page of a feed. */
export const FeedPage = Type.Object({
  posts: Type.Array(Post),
  /** A number for sort=activity, otherwise text; null at the end. */
  next: Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }),
})
export type FeedPage = Static<typeof FeedPage>

/** A page of what is deleted or locked in a community, or of all there is; `noPosts` counts all pages together. */
export const ModeratedPosts = Type.Object({
  noPosts: Int,
  limit: Int,
  page: Int,
  posts: Type.Array(Post),
})
export type ModeratedPosts = Static<typeof ModeratedPosts>
