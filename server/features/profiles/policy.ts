import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why `member` may not change the picture of `user`, or null when they may. Not even admins may change that of others. */
export function pictureRefusal(member: { id: string }, user: { id: string }): Refusal {
  return member.id === user.id ? null : errors.notOwner
}

/** Why not even an admin can give badges to a user or take them away, or null when they can. */
export function badgeRefusal(user: { isDeleted: boolean }): Refusal {
  return user.isDeleted ? errors.userDeleted : null
}
