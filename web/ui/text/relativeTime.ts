import { perLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const year = 365 * day

const format = perLanguage((locale) => new Intl.RelativeTimeFormat(locale))

/** The elapsed time in its largest unit: "just now", "5 minutes ago", "1 year ago". */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  const ago = (unit: Intl.RelativeTimeFormatUnit, ms: number) => format().format(-Math.floor(age / ms), unit)
  if (age < minute) return t('just now')
  if (age < hour) return ago('minute', minute)
  if (age < day) return ago('hour', hour)
  if (age < week) return ago('day', day)
  if (age < year) return ago('week', week)
  return ago('year', year)
}
