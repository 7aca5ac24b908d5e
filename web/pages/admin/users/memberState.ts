import type { Member } from '../../../../contract/entities/member.ts'
import { limits } from '../../../../contract/limits.ts'

/** Whether an account is active and younger than `newMemberDays`. */
export const isNew = (
  { createdAt, bannedAt, deletedAt }: Pick<Member, 'createdAt' | 'bannedAt' | 'deletedAt'>,
  now: Date,
): boolean =>
  !bannedAt && !deletedAt && now.getTime() - Date.parse(createdAt) < limits.newMemberDays * 86_400_000

/** The results for several accounts, as a sentence. */
export function summaryOf(results: readonly { changed: boolean; refusal: object | null }[]): string {
  const changed = results.filter((result) => result.changed).length
  const refused = results.filter((result) => result.refusal).length
  const same = results.length - changed - refused
  return [
    `${changed} of ${results.length} changed.`,
    ...(same > 0 ? [`${same} ${same === 1 ? 'was' : 'were'} so already.`] : []),
    ...(refused > 0 ? [`${refused} could not be changed:`] : []),
  ].join(' ')
}
