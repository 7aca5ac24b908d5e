import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why nobody can ban a user from the site, or null when an admin can. */
export function banRefusal(user: { isAdmin: boolean; isBuiltIn: boolean }): Refusal {
  // They stand for many people.
  if (user.isBuiltIn) return errors.userDeleted
  return user.isAdmin ? errors.adminNotBannable : null
}
