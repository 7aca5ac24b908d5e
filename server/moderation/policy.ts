import { errors, type Refusal } from '../../contract/errors.ts'

/** Why `member` may not report what `target.authorId` wrote, or null when they may. */
export function reportRefusal(
  member: { id: string },
  target: { authorId: string; isMemberBanned: boolean },
): Refusal {
  if (target.isMemberBanned) return errors.bannedFromCommunity
  return target.authorId === member.id ? errors.ownContent : null
}
