import { defaultBanKind, defaultSiteBanKind } from '../../../contract/bans.ts'
import { keysOf } from '../../../contract/objects.ts'
import { t } from '../../../contract/texts/t.ts'
import type { BanKind } from '../../../contract/words.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { formatDate } from '../../ui/text/formatDate.ts'
import { type Reason, ReasonFields } from '../reasons/ReasonFields.tsx'
import { BanLengthFields } from './BanLengthFields.tsx'
import { type BanLength, banEnd, banLengths } from './banEnd.ts'

/** The fields of a ban in the form. */
export interface BanFacts extends Reason {
  readonly kind: BanKind
  /** `keep`: the end of the changed ban stays. */
  readonly length: BanLength | 'keep'
  /** The last day, for the length `date`. */
  readonly date: string
}

/** An existing ban. */
interface StoredBan {
  readonly kind: BanKind
  readonly reason: string | null
  readonly expiresAt: string | null
}

/** The initial values of a dialog. */
export const banFactsOf = (
  ban: StoredBan | null,
  byDefault: Pick<BanFacts, 'kind' | 'length'>,
): BanFacts => ({
  kind: ban?.kind ?? byDefault.kind,
  length: ban ? 'keep' : byDefault.length,
  date: '',
  ruleId: '',
  reason: ban?.reason ?? '',
})

export const isBanComplete = ({ length, date }: BanFacts): boolean => length !== 'date' || date !== ''

/** The end of the ban for the API: null for never, undefined to keep the current end. */
export const expiryOf = ({ length, date }: BanFacts, now: Date): string | null | undefined =>
  length === 'keep' ? undefined : (banEnd(length, date, now)?.toISOString() ?? null)

/** The default kind comes first. */
function kindOptions(isSite: boolean): { value: BanKind; label: string }[] {
  const labels: Record<BanKind, string> = {
    participating: t('Everything except reading'),
    posting: t('Posting only'),
    commenting: t('Commenting only'),
    reading: isSite ? t('Everything (suspended)') : t('Everything, including reading'),
  }
  const first = isSite ? defaultSiteBanKind : defaultBanKind
  const kinds: BanKind[] = [first, ...keysOf(labels).filter((kind) => kind !== first)]
  return kinds.map((value) => ({ value, label: labels[value] }))
}

interface BanFieldsProps {
  /** null: the ban is from the whole site, which has no rules and templates. */
  communityId: string | null
  value: BanFacts
  /** The existing ban to change. */
  before: StoredBan | null
  mistakes?: { readonly date?: string; readonly reason?: string }
  onChange: (value: BanFacts) => void
}

/** Kind, duration and reason of a ban. */
export function BanFields({ communityId, value, before, mistakes = {}, onChange }: BanFieldsProps) {
  const lengths = [
    ...(before
      ? [
          {
            value: 'keep' as const,
            label: before.expiresAt
              ? t('No change (until {date})', { date: formatDate(new Date(before.expiresAt)) })
              : t('No change (permanent)'),
          },
        ]
      : []),
    ...banLengths().filter((length) => before?.expiresAt !== null || length.value !== 'forever'),
  ]
  return (
    <>
      <Select
        label={t('Restriction')}
        value={value.kind}
        options={kindOptions(communityId === null)}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <BanLengthFields
        value={value}
        lengths={lengths}
        mistake={mistakes.date ?? null}
        onChange={(time) => onChange({ ...value, ...time })}
      />
      <ReasonFields
        communityId={communityId}
        use="ban"
        reader="member"
        value={value}
        mistake={mistakes.reason ?? null}
        onChange={(reason) => onChange({ ...value, ...reason })}
      />
    </>
  )
}
