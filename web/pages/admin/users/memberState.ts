import type { Member } from '../../../../contract/entities/member.ts'
import { limits } from '../../../../contract/limits.ts'

/** Whether an account is active and younger than `newMemberDays`. */
export const isNew = (
  { createdAt, bannedAt, deletedAt }: Pick<Member, 'createdAt' | 'bannedAt' | 'deletedAt'>,
  now: Date,
): boolean =>
  !bannedAt && !deletedAt && now.getTime() - Date.parse(createdAt) < limits.newMemberDays * 86_400_000
