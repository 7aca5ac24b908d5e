import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { removalReasonsQuery } from '../../data/moderation/removal.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import styles from './RemovalFields.module.css'

/** Why something is removed. */
export interface RemovalReason {
  /** The number of a rule of the community, as text; empty for none. */
  readonly ruleId: string
  readonly reason: string
  /** For the author alone. */
  readonly note: string
}

export const noRemovalReason: RemovalReason = { ruleId: '', reason: '', note: '' }

interface RemovalFieldsProps {
  /** null: what is removed is in several communities, so there is no choice of rules and templates. */
  communityId: string | null
  value: RemovalReason
  onChange: (value: RemovalReason) => void
}

/** A rule, a reason that a template can fill, and a note to the author. Without rules or templates there is no choice of them. */
export function RemovalFields({ communityId, value, onChange }: RemovalFieldsProps) {
  const { data } = useQuery({
    ...removalReasonsQuery(communityId ?? ''),
    enabled: communityId !== null,
  })
  const [template, setTemplate] = useState('')
  const rules = data?.rules ?? []
  const templates = (data?.templates ?? []).filter((one) => one.for !== 'ban')
  return (
    <div className={styles.fields}>
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
        label="Reason (for the author and the moderation log)"
        rows={2}
        maxLength={limits.moderationReasonMaxLength}
        value={value.reason}
        onChange={(reason) => onChange({ ...value, reason })}
      />
      <TextArea
        label="Note to the author (nobody else reads it)"
        rows={2}
        maxLength={limits.removalNoteMaxLength}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
    </div>
  )
}
