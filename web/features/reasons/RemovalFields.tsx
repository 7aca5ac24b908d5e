import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { type Reason, ReasonFields } from './ReasonFields.tsx'

/** Why something is removed. */
export interface RemovalReason extends Reason {
  /** For the author alone. */
  readonly note: string
}

export const noRemovalReason: RemovalReason = { ruleId: '', reason: '', note: '' }

interface RemovalFieldsProps {
  /** null: what is removed is in several communities, so there is no choice of rules and templates. */
  communityId: string | null
  value: RemovalReason
  /** Whether a rule or a reason has to be given. */
  isRequired?: boolean
  /** Whether it has to be given, and is not. */
  isMissing?: boolean
  onChange: (value: RemovalReason) => void
}

/** Rule and reason, and a note to the author. */
export function RemovalFields({
  communityId,
  value,
  isRequired = false,
  isMissing = false,
  onChange,
}: RemovalFieldsProps) {
  return (
    <div className="stack">
      <ReasonFields
        communityId={communityId}
        use="removal"
        reader="author"
        value={value}
        hint={isRequired ? t('A rule or a reason is required.') : undefined}
        mistake={isMissing ? t('Choose a rule or write a reason.') : null}
        onChange={(reason) => onChange({ ...value, ...reason })}
      />
      <TextArea
        label={t('Note to the author')}
        rows={2}
        maxLength={limits.removalNoteMaxLength}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
    </div>
  )
}
