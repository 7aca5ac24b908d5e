import { errors, type Refusal } from '../../contract/errors.ts'

/** Why nobody can ban a user from the site, or null when an admin can. */
export function banRefusal(user: { isAdmin: boolean }): Refusal {
  return user.isAdmin ? errors.adminNotBannable : null
}
