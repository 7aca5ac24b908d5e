import { t } from '../../../contract/texts/t.ts'
import { TextField } from '../../ui/forms/TextField.tsx'

interface BotOwnerFieldProps {
  value: string
  error: string | null
  /** In place of what the field is for. */
  hint?: string | false
  onChange: (owner: string) => void
}

/** The username of the member who runs a bot. */
export const BotOwnerField = ({ hint, ...field }: BotOwnerFieldProps) => (
  <TextField
    {...field}
    label={t('Run by (optional)')}
    hint={hint || t('The username of the member who runs it.')}
    name="botOwner"
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
  />
)
