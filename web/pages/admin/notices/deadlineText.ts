import { t } from '../../../../contract/texts/t.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How much time is left, in whole days or hours, such as "2 days left". */
export function deadlineText(dueAt: Date, now: Date): string {
  const left = dueAt.getTime() - now.getTime()
  const days = Math.floor(Math.abs(left) / dayMs)
  const hours = Math.floor(Math.abs(left) / hourMs)
  if (left < 0) {
    if (days > 0) return t('Overdue by {count, plural, one {# day} other {# days}}', { count: days })
    if (hours > 0) return t('Overdue by {count, plural, one {# hour} other {# hours}}', { count: hours })
    return t('Overdue by less than an hour')
  }
  if (days > 0) return t('{count, plural, one {# day} other {# days}} left', { count: days })
  if (hours > 0) return t('{count, plural, one {# hour} other {# hours}} left', { count: hours })
  return t('Less than an hour left')
}
