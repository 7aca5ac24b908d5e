import { formatNumber } from '../../../contract/texts/language.ts'

/**
 * Abbreviates a count: over 990 in thousands ("1.2k"), over 999 000 in millions ("3m"), rounded to at most one decimal, with a minus sign.
 */
export function abbreviateCount(count: number): string {
  const size = Math.abs(count)
  const sign = count < 0 ? '−' : ''
  if (size > 999_000) return `${sign}${formatNumber(oneDecimal(size / 1_000_000))}m`
  return sign + (size > 990 ? `${formatNumber(oneDecimal(size / 1000))}k` : size)
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10
