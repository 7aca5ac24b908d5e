import { type Static, Type } from 'typebox'
import { Id, Nullable, Time } from './schema.ts'
import { Author } from './user.ts'

/** Somebody who is banned from a community, and what its moderators know about that. */
export const BannedMember = Type.Object({
  ...Author.properties,
  /** An addition of ours. */
  ban: Type.Object({
    createdAt: Time,
    /** null: until it is lifted. */
    expiresAt: Nullable(Time),
    /** For the other moderators. */
    note: Nullable(Type.String()),
    /** Who banned them; null: an account that is gone. */
    bannedBy: Nullable(Type.Object({ id: Id, username: Type.String() })),
  }),
})
export type BannedMember = Static<typeof BannedMember>
