import { type Static, Type } from 'typebox'
import { Id, Int, Nullable, OneOf, Time } from './schema.ts'

/** A report as its reporter gets it back; who reported is never told (API contract 2.12). */
export const Report = Type.Object({
  id: Int,
  communityId: Id,
  postId: Nullable(Id),
  reason: Type.String(),
  description: Nullable(Type.String()),
  reasonId: Int,
  type: OneOf('post', 'comment'),
  targetId: Id,
  actionTaken: Nullable(Type.String()),
  dealtAt: Nullable(Time),
  dealtBy: Nullable(Id),
  createdAt: Time,
  target: Type.Null(),
})
export type Report = Static<typeof Report>
