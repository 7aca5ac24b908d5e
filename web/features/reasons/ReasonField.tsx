import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { TextArea } from '../../ui/forms/TextArea.tsx'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  /** Why it cannot be sent like this. */
  error?: string
}

/** The reason for an action of a moderator or admin. */
export const ReasonField = ({ value, onChange, error }: ReasonFieldProps) => (
  <TextArea
    label={t('Reason (for the author and the moderation log)')}
    rows={2}
    maxLength={limits.moderationReasonMaxLength}
    error={error}
    value={value}
    onChange={onChange}
  />
)
