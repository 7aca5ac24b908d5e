import { type Static, Type } from 'typebox'
import { muteTypes } from '../words.ts'
import { Community } from './community.ts'
import { described, id, listOf, oneOf, text, time } from './schema.ts'
import { Author } from './user.ts'

/** A user or community whose content a member does not want to see. */
export const Mute = Type.Object({
  id: text('The id of the mute: `u_` or `c_` and a number.'),
  type: oneOf(muteTypes, 'What is muted.'),
  mutedUserId: Type.Optional(id('user', 'Only for users: the id.')),
  mutedCommunityId: Type.Optional(id('community', 'Only for communities: the id.')),
  createdAt: time('When it was muted.'),
  mutedUser: Type.Optional(described('Only for users: the user.', Author)),
  mutedCommunity: Type.Optional(described('Only for communities: the community.', Community)),
})
export type Mute = Static<typeof Mute>

export const Mutes = Type.Object({
  communityMutes: listOf(Mute, 'The muted communities, the oldest mute first.'),
  userMutes: listOf(Mute, 'The muted users, the oldest mute first.'),
})
export type Mutes = Static<typeof Mutes>
