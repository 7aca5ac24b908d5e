import { type Static, Type } from 'typebox'
import { ModerationAct, ModerationActDetails } from './moderationAct.ts'
import { Id, Nullable, OneOf, Time } from './schema.ts'

/** Somebody named in the moderation log; a deleted account is the ghost, but for admins. */
const Named = Type.Object({ username: Type.String(), userDeleted: Type.Boolean() })

/** Something that a moderator or an admin did, as everybody may read it; an addition of ours. */
export const ModerationLogEntry = Type.Object({
  id: Id,
  action: ModerationAct,
  actedAs: OneOf('mods', 'admins'),
  /** null: the community does not tell by whom. */
  moderator: Nullable(Named),
  /** null: it concerns the whole site. */
  community: Nullable(Type.Object({ id: Id, name: Type.String() })),
  /** What it is about, or what the comment stands under. The title is null once the post is deleted. */
  post: Nullable(Type.Object({ publicId: Type.String(), title: Nullable(Type.String()) })),
  comment: Nullable(Type.Object({ id: Id })),
  /** Whom it is about. */
  user: Nullable(Named),
  reason: Nullable(Type.String()),
  details: ModerationActDetails,
  createdAt: Time,
})
export type ModerationLogEntry = Static<typeof ModerationLogEntry>
