import { limits } from '../../../contract/limits.ts'
import { TextArea } from '../../ui/forms/TextArea.tsx'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
}

/** The optional reason for an action of a moderator or admin. */
export const ReasonField = ({ value, onChange }: ReasonFieldProps) => (
  <TextArea
    label="Reason (shown in the moderation log)"
    rows={2}
    maxLength={limits.moderationReasonMaxLength}
    value={value}
    onChange={onChange}
  />
)
