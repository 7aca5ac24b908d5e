import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why `viewer` may not read a user's posts and comments, or null when they may. Those of a suspended user are for admins only. */
export function feedRefusal(viewer: { isAdmin: boolean } | null, user: { isBanned: boolean }): Refusal {
  if (!user.isBanned || viewer?.isAdmin) return null
  return viewer ? errors.notAdmin : errors.userIsBanned
}
