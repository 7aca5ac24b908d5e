import { type Static, Type } from 'typebox'
import { Image } from './image.ts'
import { Id, Int, Nullable, Time } from './schema.ts'
import { Author } from './user.ts'

export const Rule = Type.Object({
  id: Int,
  rule: Type.String(),
  description: Nullable(Type.String()),
  communityId: Id,
  zIndex: Int,
  createdBy: Id,
  createdAt: Time,
})
export type Rule = Static<typeof Rule>

export const Community = Type.Object({
  id: Id,
  userId: Id,
  name: Type.String(),
  nsfw: Type.Boolean(),
  about: Nullable(Type.String()),
  /** Only for our own pages (`render=page`). */
  aboutHtml: Type.Optional(Nullable(Type.String())),
  noMembers: Int,
  proPic: Nullable(Image),
  bannerImage: Nullable(Image),
  postingRestricted: Type.Boolean(),
  createdAt: Time,
  deletedAt: Nullable(Time),
  isDefault: Type.Optional(Type.Boolean()),
  /** Whether the moderation log names its moderators; like `isDefault` only where one community is asked for. */
  moderationLogNames: Type.Optional(Type.Boolean()),
  userJoined: Nullable(Type.Boolean()),
  userMod: Nullable(Type.Boolean()),
  isMuted: Type.Boolean(),
  mods: Nullable(Type.Array(Author)),
  rules: Nullable(Type.Array(Rule)),
  ReportsDetails: Type.Null(),
})
export type Community = Static<typeof Community>
