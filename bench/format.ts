import type { Disturbance } from './cpu.ts'

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** At least three significant digits. */
export const milliseconds = (value: number) => number(value, value >= 10 ? 1 : value >= 1 ? 2 : 3)
export const kilobytes = (bytes: number) => number(bytes / 1000, 1)
export const percent = (share: number) => `${number(share * 100)} %`

export const ratio = (value: number) => number(value, value < 0.1 ? 3 : 2)

export const disturbance = ({ steal, others }: Disturbance) => `${percent(steal)} + ${percent(others)}`

/** A line of a Markdown table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
