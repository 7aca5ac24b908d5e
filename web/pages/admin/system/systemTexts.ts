import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'

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

export const isDiskShort = ({
  freeBytes,
  reserveBytes,
}: {
  freeBytes: number
  reserveBytes: number
}): boolean => freeBytes < reserveBytes

/** What became of the mails of a day: `12 accepted and 3 refused`. */
export function outcomesText(outcomes: Readonly<Record<string, number>>): string {
  const parts = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) =>
      t(
        '{outcome, select, accepted {{count, number} accepted} refused {{count, number} refused} deferred {{count, number} deferred} bounced {{count, number} bounced} other {{count, number} {outcome}}}',
        { outcome, count },
      ),
    )
  return parts.length > 0 ? listText(parts) : t('No emails')
}
