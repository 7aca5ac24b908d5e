import { formatNumber } from '../../../contract/texts/language.ts'

const units = ['bytes', 'kB', 'MB', 'GB']

/** A size in decimal units: '999 bytes', '1.2 MB'. */
export function byteSize(bytes: number): string {
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** unit
  const shown = unit > 0 && amount < 10 ? Math.floor(amount * 10) / 10 : Math.floor(amount)
  return `${formatNumber(shown)} ${units[unit]}`
}
