import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why `member` may not change the picture of `user`, or null when they may. Not even admins may change that of others. */
export function pictureRefusal(member: { id: string }, user: { id: string }): Refusal {
  return member.id === user.id ? null : errors.notOwner
}

/** Why not even an admin can give this badge to a user or take it from them, or null when they can. */
export function badgeRefusal(user: { isDeleted: boolean }, badge: { isKnown: boolean }): Refusal {
  if (user.isDeleted) return errors.userDeleted
  return badge.isKnown ? null : errors.badgeTypeNotFound
}
