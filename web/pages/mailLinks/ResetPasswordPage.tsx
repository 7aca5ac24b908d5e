import { t } from '../../../contract/texts/t.ts'
import { useShownPage } from '../../router/page.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Without a token the form that requests a mail; with the token of that mail the form for a new password. */
export default function ResetPasswordPage() {
  const token = new URLSearchParams(useShownPage().search).get('token')
  return token ? (
    <CardPage title={t('Choose a new password')} needsScript>
      <NewPassword token={token} />
    </CardPage>
  ) : (
    <CardPage title={t('Forgot your password?')} needsScript>
      <ForgottenPassword />
    </CardPage>
  )
}
