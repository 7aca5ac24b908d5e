import { type Static, Type } from 'typebox'
import { Int, Nullable, Time } from './schema.ts'

/** A community that a member would like to have (API contract 2.13): pending while there is none and it is not denied. */
export const CommunityRequest = Type.Object({
  id: Int,
  byUser: Type.String(),
  communityName: Type.String(),
  communityExists: Type.Boolean(),
  note: Nullable(Type.String()),
  createdAt: Time,
  deniedNote: Nullable(Type.String()),
  deniedBy: Nullable(Type.String()),
  deniedAt: Nullable(Time),
})
export type CommunityRequest = Static<typeof CommunityRequest>
