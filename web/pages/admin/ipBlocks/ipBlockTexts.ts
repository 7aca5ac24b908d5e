import type { IpBlock } from '../../../../contract/entities/ipBlock.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'

/** How many users are shown before "and N more". */
const ipBlockUsersShown = 10

/** The mistake in the address of a block that the browser can find, or null. */
export function addressMistake(address: string): string | null {
  if (address.trim() === '') return t('Enter an address or range.')
  if (address.includes('*') && !/^[^*]*((^|[.:])\*)+$/.test(address.trim())) return t('Invalid wildcard')
  return null
}

/**
 * The /64 around a single IPv6 address, which is what a provider gives to one connection: its devices change addresses within it.
 * null for everything else, also for IPv4 in the form of IPv6.
 */
export function connectionOf(address: string): string | null {
  const [host = '', bits = '128'] = address.trim().split('/')
  if (!host.includes(':') || bits !== '128' || !URL.canParse(`http://[${host}]`)) return null
  const [before = '', after] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4)
  if (groups.every((group) => group === '0')) return null
  return `${new URL(`http://[${groups.join(':')}::]`).hostname.slice(1, -1)}/64`
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
