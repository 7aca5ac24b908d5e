import { type Static, Type } from 'typebox'
import { moderationActs } from '../moderationActs.ts'
import { OneOf } from './schema.ts'

/** Everything that moderators and admins do and that is recorded. */
export const ModerationAct = OneOf(...moderationActs)

/** What some acts have to tell besides whom and what they are about. */
export const ModerationActDetails = Type.Object({
  /** Of a badge that was given or taken. */
  badgeType: Type.Optional(Type.String()),
  /** When a ban ends; RFC 3339. Left out where it does not end by itself. */
  expiresAt: Type.Optional(Type.String()),
  /** The names of the settings that were changed, as the API spells them. */
  changed: Type.Optional(Type.Array(Type.String())),
  /** The address or range of an IP block. */
  address: Type.Optional(Type.String()),
  /** The name that was asked for, of a request for a community. */
  communityName: Type.Optional(Type.String()),
})
export type ModerationActDetails = Static<typeof ModerationActDetails>
