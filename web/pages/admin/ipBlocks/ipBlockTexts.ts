import type { IpBlock } from '../../../../contract/entities/ipBlock.ts'
import { limits } from '../../../../contract/limits.ts'

/** How many users are shown before "and N more". */
const ipBlockUsersShown = 10

/** The mistake in the address of a block that the browser can find, or null. */
export function addressMistake(address: string): string | null {
  if (address.trim() === '') return 'Enter an address or a range.'
  if (address.includes('*') && !/^[^*]*((^|[.:])\*)+$/.test(address.trim())) return 'Invalid wildcard'
  return null
}

/** The duration of a block in hours, 0 for permanent; null for invalid input. */
export function parseExpiresIn(text: string): number | null {
  if (text.trim() === '') return 0
  const hours = Number(text.trim().replace(',', '.'))
  return hours > 0 && hours <= limits.ipBlockHoursMax ? hours : null
}

/** The address, or the range in CIDR notation. */
export const networkOf = ({ ip, maskedBits }: Pick<IpBlock, 'ip' | 'maskedBits'>): string =>
  maskedBits === 0 ? ip : `${ip}/${maskedBits}`

/** The users of a block to show, and how many more there are. */
export function shownUsers(names: readonly string[]): { shown: readonly string[]; more: number } {
  const shown = names.slice(0, ipBlockUsersShown)
  return { shown, more: names.length - shown.length }
}
