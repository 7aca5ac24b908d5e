import { type Static, Type } from 'typebox'
import { Community } from './community.ts'
import { Id, OneOf, Time } from './schema.ts'
import { Author } from './user.ts'

/** What a member does not want to see (API contract 2.11); ids are `u_12` and `c_3`. */
export const Mute = Type.Object({
  id: Type.String(),
  type: OneOf('user', 'community'),
  mutedUserId: Type.Optional(Id),
  mutedCommunityId: Type.Optional(Id),
  createdAt: Time,
  mutedUser: Type.Optional(Author),
  mutedCommunity: Type.Optional(Community),
})
export type Mute = Static<typeof Mute>

/** Oldest first. */
export const Mutes = Type.Object({
  communityMutes: Type.Array(Mute),
  userMutes: Type.Array(Mute),
})
export type Mutes = Static<typeof Mutes>
