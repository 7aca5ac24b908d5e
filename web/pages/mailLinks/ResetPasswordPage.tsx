import { t } from '../../../contract/texts/t.ts'
import { useShownPage } from '../../router/page.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { MailLinkCard } from './MailLinkCard.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Without a token the form that requests a mail; with the token of that mail the form for a new password. */
export default function ResetPasswordPage() {
  const token = new URLSearchParams(useShownPage().search).get('token')
  return token ? (
    <MailLinkCard title={t('Choose a new password')}>
      <NewPassword token={token} />
    </MailLinkCard>
  ) : (
    <MailLinkCard title={t('Forgot your password?')}>
      <ForgottenPassword />
    </MailLinkCard>
  )
}
