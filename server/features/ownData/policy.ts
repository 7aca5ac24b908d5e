import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why an account cannot be deleted, or null when it can; a suspension must be lifted first. */
export function deletionRefusal(user: { deletedAt: Date | null; bannedAt: Date | null }): Refusal {
  if (user.deletedAt) return errors.userDeleted
  return user.bannedAt ? errors.userBanned : null
}
