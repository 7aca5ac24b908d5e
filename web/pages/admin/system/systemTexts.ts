import { t } from '../../../../contract/texts/t.ts'
/** A duration in its largest unit: `3 minutes`. */
export function durationText(seconds: number): string {
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds < 3600
        ? [seconds / 60, 'minute']
        : seconds < 86_400
          ? [seconds / 3600, 'hour']
          : [seconds / 86_400, 'day']
  const whole = Math.floor(amount)
  return `${whole.toLocaleString('en')} ${unit}${whole === 1 ? '' : 's'}`
}

export const isDiskShort = ({
  freeBytes,
  reserveBytes,
}: {
  freeBytes: number
  reserveBytes: number
}): boolean => freeBytes < reserveBytes

/** What became of the mails of a day: `12 accepted, 3 refused`. */
export function outcomesText(outcomes: Readonly<Record<string, number>>): string {
  const parts = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
  return parts.join(', ') || t('No mail')
}
