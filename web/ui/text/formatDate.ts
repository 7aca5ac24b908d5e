const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Day, month name, year in UTC, so that server and browser write the same: "5 March 2023". */
export function formatDate(at: Date): string {
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** The date with its time of day: "5 March 2023, 07:04 UTC". */
export function formatDateTime(at: Date): string {
  return `${formatDate(at)}, ${at.toISOString().slice(11, 16)} UTC`
}

/** Month and year, where the day is private: "March 2023". */
export function formatMonth(at: Date): string {
  return `${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}
