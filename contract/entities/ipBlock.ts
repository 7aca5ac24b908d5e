import { type Static, Type } from 'typebox'
import { Int, Nullable, Time } from './schema.ts'

/** An address or a range of addresses that is shut out (API contract 2.15). */
export const IpBlock = Type.Object({
  id: Int,
  ip: Type.String({ description: 'The address, or the first one of the range.' }),
  maskedBits: Type.Integer({
    description: 'Of 32 or, for IPv6, 128 bits those that the whole range shares; 0 for a single address.',
  }),
  createdAt: Time,
  createdBy: Type.String({ description: 'Name of an admin.' }),
  expiresAt: Nullable(Time),
  cancelledAt: Nullable(Time),
  inEffect: Type.Boolean(),
  associatedUsers: Type.Array(Type.String(), {
    description: 'Names of those who were last seen there when it was blocked, the latest first.',
  }),
  note: Type.String(),
})
export type IpBlock = Static<typeof IpBlock>

/** In effect first, then the newest. */
export const IpBlockPage = Type.Object({
  blocks: Type.Array(IpBlock),
  next: Nullable(Type.String({ description: 'Cursor of the next page; null at the end.' })),
})
export type IpBlockPage = Static<typeof IpBlockPage>
