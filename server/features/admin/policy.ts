import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why nobody can ban a user from the site, or null when an admin can. */
export function banRefusal(user: { isAdmin: boolean; isBuiltIn: boolean }): Refusal {
  // Theirs is what many people wrote.
  if (user.isBuiltIn) return errors.userDeleted
  return user.isAdmin ? errors.adminNotBannable : null
}
