import { t } from '../../../contract/texts/t.ts'

const days = ['1', '3', '7', '30'] as const

export type BanLength = 'forever' | (typeof days)[number] | '365' | 'date'

/** The durations of a ban that the dialog offers. */
export const banLengths = (): { value: BanLength; label: string }[] => [
  { value: 'forever', label: t('Permanent') },
  ...days.map((value) => ({
    value,
    label: t('{days, plural, one {# day} other {# days}}', { days: Number(value) }),
  })),
  { value: '365', label: t('1 year') },
  { value: 'date', label: t('Until a date…') },
]

/**
 * When a ban that starts now ends; null for a permanent one.
 *
 * @param date for the length `date`: the last day of the ban as YYYY-MM-DD, in the viewer's time zone.
 */
export function banEnd(length: BanLength, date: string, now: Date): Date | null {
  if (length === 'forever') return null
  if (length === 'date') return startOfDayAfter(date)
  const end = new Date(now)
  end.setDate(end.getDate() + Number(length))
  return end
}

/** Midnight at the end of a day, in the viewer's time zone. */
function startOfDayAfter(date: string): Date {
  const end = new Date(`${date}T00:00:00`)
  end.setDate(end.getDate() + 1)
  return end
}

/** A day in the format of a date field, in the viewer's time zone. */
export function dayOf(moment: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}
