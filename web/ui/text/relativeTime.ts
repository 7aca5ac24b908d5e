const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const year = 365 * day

/** The elapsed time in its largest unit: "just now", "5 minutes ago", "1 year ago". */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < minute) return 'just now'
  if (age < hour) return ago(age / minute, 'minute')
  if (age < day) return ago(age / hour, 'hour')
  if (age < week) return ago(age / day, 'day')
  if (age < year) return ago(age / week, 'week')
  return ago(age / year, 'year')
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
