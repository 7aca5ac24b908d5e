import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { BanKind } from '../../../contract/words.ts'
import { removalReasonsQuery } from '../../data/moderation/removal.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { formatDate } from '../../ui/text/formatDate.ts'
import { type BanLength, banEnd, banLengths, dayOf } from './banEnd.ts'

/** What a ban is to be. */
export interface BanFacts {
  readonly kind: BanKind
  /** `keep`: of a ban that is changed, its end stays. */
  readonly length: BanLength | 'keep'
  /** The last day, for the length `date`. */
  readonly date: string
  /** The number of a rule of the community, as text; empty for none. */
  readonly ruleId: string
  readonly reason: string
}

/** A ban that there is, or that is to be changed. */
interface StoredBan {
  readonly kind: BanKind
  readonly reason: string | null
  readonly expiresAt: string | null
}

/** What a dialog begins with. */
export const banFactsOf = (ban: StoredBan | null, byDefault: BanKind): BanFacts => ({
  kind: ban?.kind ?? byDefault,
  length: ban ? 'keep' : 'forever',
  date: '',
  ruleId: '',
  reason: ban?.reason ?? '',
})

export const isBanComplete = ({ length, date }: BanFacts): boolean => length !== 'date' || date !== ''

/** When the ban ends, as the API takes it: null for never, undefined for the end that it has. */
export const expiryOf = ({ length, date }: BanFacts, now: Date): string | null | undefined =>
  length === 'keep' ? undefined : (banEnd(length, date, now)?.toISOString() ?? null)

const communityKinds = [
  { value: 'participating', label: 'Taking part: posts, comments, votes, reports' },
  { value: 'posting', label: 'Posting only' },
  { value: 'commenting', label: 'Commenting only' },
  { value: 'reading', label: 'Reading and taking part' },
] as const
const siteKinds = [
  { value: 'reading', label: 'Everything (suspended)' },
  { value: 'participating', label: 'Taking part: posts, comments, votes, reports' },
  { value: 'posting', label: 'Posting only' },
  { value: 'commenting', label: 'Commenting only' },
] as const

interface BanFieldsProps {
  /** null: the ban is from the whole site, which has no rules and templates. */
  communityId: string | null
  value: BanFacts
  /** The ban that is changed. */
  before: StoredBan | null
  onChange: (value: BanFacts) => void
}

/** What a ban forbids, for how long and why. A template fills the reason. */
export function BanFields({ communityId, value, before, onChange }: BanFieldsProps) {
  const { data } = useQuery({ ...removalReasonsQuery(communityId ?? ''), enabled: communityId !== null })
  const [template, setTemplate] = useState('')
  const rules = data?.rules ?? []
  const templates = (data?.templates ?? []).filter((one) => one.for === 'ban')
  const lengths = [
    ...(before
      ? [
          {
            value: 'keep' as const,
            label: before.expiresAt
              ? `As now: until ${formatDate(new Date(before.expiresAt))}`
              : 'As now: until it is lifted',
          },
        ]
      : []),
    ...banLengths.filter((length) => before?.expiresAt !== null || length.value !== 'forever'),
  ]
  return (
    <>
      <Select
        label="What is forbidden"
        value={value.kind}
        options={communityId === null ? siteKinds : communityKinds}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <Select
        label="For how long"
        value={value.length}
        options={lengths}
        onChange={(length) => onChange({ ...value, length })}
      />
      {value.length === 'date' && (
        <TextField
          label="The last day of the ban"
          type="date"
          min={dayOf(new Date())}
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
        />
      )}
      {rules.length > 0 && (
        <Select
          label="Rule"
          value={value.ruleId}
          onChange={(ruleId) => onChange({ ...value, ruleId })}
          options={[
            { value: '', label: 'None of them' },
            ...rules.map(({ id, rule }, index) => ({ value: String(id), label: `${index + 1}. ${rule}` })),
          ]}
        />
      )}
      {templates.length > 0 && (
        <Select
          label="Template"
          value={template}
          onChange={(chosen) => {
            setTemplate(chosen)
            const found = templates.find(({ name }) => name === chosen)
            if (found) onChange({ ...value, reason: found.text })
          }}
          options={[
            { value: '', label: 'Write your own' },
            ...templates.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      <TextArea
        label="Reason (for the member and the moderation log)"
        rows={2}
        maxLength={limits.moderationReasonMaxLength}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
      />
    </>
  )
}
