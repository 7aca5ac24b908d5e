import { type Static, Type } from 'typebox'
import { flag, int, listOf, Nullable, text, time } from './schema.ts'

/** An IP address or a range of addresses that is blocked. */
export const IpBlock = Type.Object({
  id: int('The number of the block.'),
  ip: text('The address, or the first address of the range.'),
  maskedBits: int(
    'The length of the prefix that all addresses of the range share, of 32 or, for IPv6, 128 bits; 0 for a single address.',
  ),
  createdAt: time('When the block was created.'),
  createdBy: text('The name of the admin who created it.'),
  expiresAt: Nullable(time('When it ends; null if it does not.')),
  cancelledAt: Nullable(time('When an admin ended it; null if no admin did.')),
  inEffect: flag('Whether it blocks anyone now.'),
  associatedUsers: listOf(
    text('The name of a user.'),
    'The users who were last seen at these addresses when the block was created, the latest first.',
  ),
  note: text('A note for the other admins; may be empty.'),
})
export type IpBlock = Static<typeof IpBlock>

export const IpBlockPage = Type.Object({
  blocks: listOf(IpBlock, 'Blocks in effect first, then the newest.'),
  next: Nullable(text('The cursor of the next page; null at the end.')),
})
export type IpBlockPage = Static<typeof IpBlockPage>
