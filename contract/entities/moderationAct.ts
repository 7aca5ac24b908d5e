import { type Static, Type } from 'typebox'
import { moderationActs } from '../moderationActs.ts'
import { listOf, oneOf, text } from './schema.ts'

/** Every action of moderators and admins that is recorded. */
export const ModerationAct = oneOf(moderationActs, 'What was done.')

/** What some actions have to say besides whom and what they are about. */
export const ModerationActDetails = Type.Object({
  badgeType: Type.Optional(text('The type of the badge that was given or taken.')),
  expiresAt: Type.Optional(text('When the ban ends; RFC 3339. Absent if it does not end by itself.')),
  changed: Type.Optional(
    listOf(
      text('The name of a setting.'),
      'The settings that were changed, named as in `SiteSettings` and `Community`.',
    ),
  ),
  address: Type.Optional(text('The address or range of the IP block.')),
  communityName: Type.Optional(text('The name of the community that was requested.')),
})
export type ModerationActDetails = Static<typeof ModerationActDetails>
