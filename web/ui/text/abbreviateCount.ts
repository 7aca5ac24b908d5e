/**
 * Abbreviates a count: over 990 in thousands ("1.2k"), over 999 000 in millions ("3m"), rounded to at most one decimal.
 */
export function abbreviateCount(count: number): string {
  const size = Math.abs(count)
  if (size > 999_000) return `${oneDecimal(count / 1_000_000)}m`
  if (size > 990) return `${oneDecimal(count / 1000)}k`
  return String(count)
}

function oneDecimal(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10
}
