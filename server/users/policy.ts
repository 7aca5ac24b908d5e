import { errors, type Refusal } from '../../contract/errors.ts'

/** Why `viewer` may not read what a user wrote, or null when they may: of who is suspended only admins. */
export function feedRefusal(viewer: { isAdmin: boolean } | null, user: { isBanned: boolean }): Refusal {
  if (!user.isBanned || viewer?.isAdmin) return null
  return viewer ? errors.notAdmin : errors.userIsBanned
}

/** Why nobody sees the detail view of a user but admins. */
export function detailsRefusal(viewer: { isAdmin: boolean } | null): Refusal {
  if (!viewer) return errors.notLoggedIn
  return viewer.isAdmin ? null : errors.notAdmin
}

/** Why `member` may not change the picture of `user`, or null when they may: it is their own. Admins may not either. */
export function pictureRefusal(member: { id: string }, user: { id: string }): Refusal {
  return member.id === user.id ? null : errors.notOwner
}

/** Why nobody can give this badge to a user or take it from them, or null when an admin can. */
export function badgeRefusal(user: { isDeleted: boolean }, badge: { isKnown: boolean }): Refusal {
  if (user.isDeleted) return errors.userDeleted
  return badge.isKnown ? null : errors.badgeTypeNotFound
}

/** Why an account cannot be deleted, or null when it can; a suspension must be lifted first. */
export function deletionRefusal(user: { deletedAt: Date | null; bannedAt: Date | null }): Refusal {
  if (user.deletedAt) return errors.userDeleted
  return user.bannedAt ? errors.userBanned : null
}
