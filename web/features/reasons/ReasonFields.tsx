import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import type { TemplateUse } from '../../../contract/words.ts'
import { removalReasonsQuery } from '../../data/moderation/removal.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { plainText } from '../../ui/text/plainText.ts'

/** The reason of an action of moderators. */
export interface Reason {
  /** The number of a rule of the community, as text; empty for none. */
  readonly ruleId: string
  readonly reason: string
}

interface ReasonFieldsProps {
  /** null: there is no single community, so no choice of rules and templates. */
  communityId: string | null
  /** Whether only templates are offered, for acts that are for no rule of the community. */
  withoutRules?: boolean
  /** The kind of templates to offer. */
  use: TemplateUse
  /** Who reads the reason besides the moderation log. */
  reader: 'author' | 'member'
  value: Reason
  /** What is wrong with the reason. */
  mistake?: string | null
  /** Shown below the reason. */
  hint?: string | undefined
  onChange: (reason: Reason) => void
}

/** A rule, and a reason that a template can fill. Without rules or templates there is no choice of them. */
export function ReasonFields({
  communityId,
  withoutRules = false,
  use,
  reader,
  value,
  mistake,
  hint,
  onChange,
}: ReasonFieldsProps) {
  const { data } = useQuery({ ...removalReasonsQuery(communityId ?? ''), enabled: communityId !== null })
  const [template, setTemplate] = useState('')
  const { ruleId, reason } = value
  const rules = withoutRules ? [] : (data?.rules ?? [])
  const templates = (data?.templates ?? []).filter((one) => (one.for ?? 'removal') === use)
  return (
    <>
      {rules.length > 0 && (
        <Select
          label={t('Rule')}
          value={ruleId}
          onChange={(chosen) => onChange({ ruleId: chosen, reason })}
          options={[
            { value: '', label: t('No rule') },
            ...rules.map(({ id, ruleHtml }, index) => ({
              value: String(id),
              label: t('{number, number}. {rule}', {
                number: index + 1,
                rule: plainText(ruleHtml, limits.ruleMaxLength),
              }),
            })),
          ]}
        />
      )}
      {templates.length > 0 && (
        <Select
          label={t('Template')}
          value={template}
          onChange={(chosen) => {
            setTemplate(chosen)
            const found = templates.find(({ name }) => name === chosen)
            if (found) onChange({ ruleId, reason: found.text })
          }}
          options={[
            { value: '', label: t('Write your own') },
            ...templates.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      <TextArea
        label={
          reader === 'author'
            ? t('Reason (for the author and the moderation log)')
            : t('Reason (for the member and the moderation log)')
        }
        rows={2}
        maxLength={limits.moderationReasonMaxLength}
        error={mistake}
        hint={hint}
        value={reason}
        onChange={(text) => onChange({ ruleId, reason: text })}
      />
    </>
  )
}
