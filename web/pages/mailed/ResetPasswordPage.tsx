import { useShown } from '../../navigation.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { MailedCard } from './MailedCard.tsx'
import { NewPassword } from './NewPassword.tsx'

/** For who forgot the password: without a token the way to a mail, with the token of that mail a new password. */
export default function ResetPasswordPage() {
  const token = new URLSearchParams(useShown().search).get('token')
  return token ? (
    <MailedCard title="Choose a new password">
      <NewPassword token={token} />
    </MailedCard>
  ) : (
    <MailedCard title="Forgot your password?">
      <ForgottenPassword />
    </MailedCard>
  )
}
