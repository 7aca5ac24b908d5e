import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why `viewer` may not read what a user wrote, or null when they may: of who is suspended only admins. */
export function feedRefusal(viewer: { isAdmin: boolean } | null, user: { isBanned: boolean }): Refusal {
  if (!user.isBanned || viewer?.isAdmin) return null
  return viewer ? errors.notAdmin : errors.userIsBanned
}
