import { type Static, Type } from 'typebox'
import { Nullable, text, time } from './schema.ts'

export const BlockedPicture = Type.Object({
  hash: text('Its perceptual hash (dHash of 64 bits), as 16 hexadecimal digits.'),
  note: text('A note for the other admins.'),
  addedAt: time('When it was blocked.'),
  addedBy: Nullable(text('Who blocked it; null if their account was erased.')),
})
export type BlockedPicture = Static<typeof BlockedPicture>
