import { t } from '../../../contract/texts/t.ts'
import { TextField } from '../../ui/forms/TextField.tsx'

interface OwnPasswordFieldProps {
  username: string
  label?: string
  value: string
  error: string | null | undefined
  onChange: (value: string) => void
}

/** The password of the member who is logged in. Password managers also need the username. */
export const OwnPasswordField = ({ username, label = t('Password'), ...field }: OwnPasswordFieldProps) => (
  <>
    <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
    <TextField {...field} label={label} name="password" type="password" autoComplete="current-password" />
  </>
)
