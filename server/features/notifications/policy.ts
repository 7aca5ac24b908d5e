import { errors, type Refusal } from '../../../contract/errors.ts'

/** Why `member` may not see or change a notification, or null when it is theirs. */
export function ownerRefusal(member: { id: string }, notification: { userId: string }): Refusal {
  return notification.userId === member.id ? null : errors.notOwner
}
