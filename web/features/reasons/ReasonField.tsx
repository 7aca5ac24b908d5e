import { limits } from '../../../contract/limits.ts'
import { TextArea } from '../../ui/forms/TextArea.tsx'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
}

/** Why a moderator or an admin does something; need not be given. */
export const ReasonField = ({ value, onChange }: ReasonFieldProps) => (
  <TextArea
    label="Reason (shown in the moderation log)"
    rows={2}
    maxLength={limits.moderationReasonMaxLength}
    value={value}
    onChange={onChange}
  />
)
