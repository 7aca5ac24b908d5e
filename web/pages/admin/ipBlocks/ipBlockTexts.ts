import type { IpBlock } from '../../../../contract/entities/ipBlock.ts'
import { limits } from '../../../../contract/limits.ts'

/** How many of them are shown before 'and N more'. */
const ipBlockUsersShown = 10

/** What is wrong with the address of a block as far as the page can tell, or null. */
export function addressMistake(address: string): string | null {
  if (address.trim() === '') return 'Enter an address or a range.'
  if (address.includes('*') && !/^[^*]*((^|[.:])\*)+$/.test(address.trim())) return 'Invalid wildcard'
  return null
}

/** For how many hours a block holds, 0 for ever; null for what is no such number. */
export function parseExpiresIn(text: string): number | null {
  if (text.trim() === '') return 0
  const hours = Number(text.trim().replace(',', '.'))
  return hours > 0 && hours <= limits.ipBlockHoursMax ? hours : null
}

/** The address, or the range as admins write it. */
export const networkOf = ({ ip, maskedBits }: Pick<IpBlock, 'ip' | 'maskedBits'>): string =>
  maskedBits === 0 ? ip : `${ip}/${maskedBits}`

/** Those users of a block who are shown, and how many are not. */
export function shownUsers(names: readonly string[]): { shown: readonly string[]; more: number } {
  const shown = names.slice(0, ipBlockUsersShown)
  return { shown, more: names.length - shown.length }
}
