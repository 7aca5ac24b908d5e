import { listText } from '../../../../contract/texts/list.ts'
import { t } from '../../../../contract/texts/t.ts'

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
