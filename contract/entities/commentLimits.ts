import { type Static, Type } from 'typebox'
import { commenterGroups } from '../words.ts'
import { described, int, Nullable, oneOf, time } from './schema.ts'

const until = Nullable(time('When it ends, which may be over; null if it lasts until someone ends it.'))

/** What limits comments on a post, or on every post of a community. Moderators and admins are exempt. */
export const CommentLimits = Type.Object({
  slowMode: described(
    'How often a member may comment; null for no limit.',
    Nullable(Type.Object({ seconds: int('A member may comment once in this many seconds.'), until })),
  ),
  commenters: described(
    'Who may comment; null for everyone.',
    Nullable(
      Type.Object({
        who: oneOf(
          commenterGroups,
          '`members`: members of the community. `trust1` to `trust4`: members with this trust level or a higher one.',
        ),
        until,
      }),
    ),
  ),
})
export type CommentLimits = Static<typeof CommentLimits>
