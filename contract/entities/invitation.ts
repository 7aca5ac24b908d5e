import { type Static, Type } from 'typebox'
import { invitedMembersShown } from '../limitValues.ts'
import { int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export const invitationStates = ['usable', 'used_up', 'expired', 'withdrawn'] as const

/** A link with which people join. */
export const Invitation = Type.Object({
  code: text('The code. The link is `/invite/` with the code.'),
  state: oneOf(invitationStates, 'Whether people can still join with it.'),
  createdBy: text('The name of the member who made it.'),
  uses: int('How many people can join with it.'),
  used: int('How many have.'),
  createdAt: time('When it was made.'),
  expiresAt: time('When it ends.'),
  withdrawnAt: Nullable(time('When it was withdrawn; null if it was not.')),
  joined: listOf(
    Type.Object({
      username: Nullable(text('The name; null if the account is deleted.')),
      joinedAt: time('When they joined.'),
    }),
    `Who joined with it, the latest first, at most ${invitedMembersShown}.`,
  ),
})
export type Invitation = Static<typeof Invitation>
