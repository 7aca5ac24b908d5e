import { type Static, Type } from 'typebox'
import { flag, int, Nullable, text, time } from './schema.ts'

/** A requested community: pending until it exists or an admin denies it. */
export const CommunityRequest = Type.Object({
  id: int('The number of the request.'),
  byUser: text('The name of the member who made the request.'),
  communityName: text('The name that the community should have.'),
  communityExists: flag('Whether a community of that name exists now.'),
  note: Nullable(text('A note for the admins; null if there is none.')),
  createdAt: time('When the request was made.'),
  deniedNote: Nullable(text('The answer to the member; null if there is none.')),
  deniedBy: Nullable(text('The name of the admin who denied it; null while it is open.')),
  deniedAt: Nullable(time('When it was denied; null while it is open.')),
})
export type CommunityRequest = Static<typeof CommunityRequest>
