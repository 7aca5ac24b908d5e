import { t } from '../../../contract/texts/t.ts'

/** A duration in its largest unit: `3 minutes`. */
export function durationText(seconds: number): string {
  if (seconds < 60)
    return t('{count, plural, one {# second} other {# seconds}}', { count: Math.floor(seconds) })
  if (seconds < 3600)
    return t('{count, plural, one {# minute} other {# minutes}}', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400)
    return t('{count, plural, one {# hour} other {# hours}}', { count: Math.floor(seconds / 3600) })
  return t('{count, plural, one {# day} other {# days}}', { count: Math.floor(seconds / 86_400) })
}

/** To whole minutes or hours, so that nobody comes back too early. */
export function roundedUp(seconds: number): number {
  const unit = seconds < 60 ? 1 : seconds < 3600 ? 60 : 3600
  return Math.ceil(seconds / unit) * unit
}

/** After how many hours, in days where they are whole ones: `After 3 days`. */
export function afterText(hours: number): string {
  if (hours === 1) return t('After 1 hour')
  if (hours % 24 !== 0) return t('After {hours, plural, one {# hour} other {# hours}}', { hours })
  return t('After {days, plural, one {# day} other {# days}}', { days: hours / 24 })
}
