import { formatDay } from '../../../contract/formatDay.ts'
import { perLanguage } from '../../../contract/texts/language.ts'

// In UTC, so that server and browser render the same text.
const monthIn = (month: 'long' | 'short') =>
  perLanguage((locale) => new Intl.DateTimeFormat(locale, { month, year: 'numeric', timeZone: 'UTC' }))
const month = monthIn('long')
const shortMonth = monthIn('short')
const minutes = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const utc = perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...minutes, timeZone: 'UTC' }))
const local = perLanguage((locale) => new Intl.DateTimeFormat(locale, minutes))

/** "5 March 2023", in UTC. */
export const formatDate = (at: Date): string => formatDay(at)

/** "5 March 2023, 07:04 UTC". */
export const formatDateTime = (at: Date): string => withComma(utc().format(at))

/** "5 March 2023, 12:34 GMT+5:30", in the time zone of this device: for what is written after hydration. */
export const formatLocalTime = (at: Date): string => withComma(local().format(at))

/** Month and year, where the day is private: "March 2023". */
export const formatMonth = (at: Date): string => month().format(at)

/** The same where space is scarce: "Mar 2023". */
export const formatShortMonth = (at: Date): string => shortMonth().format(at)

/** English alone is written in two ways, depending on the version of ICU. */
const withComma = (text: string) => text.replace(' at ', ', ')
