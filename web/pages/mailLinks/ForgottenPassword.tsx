import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useContext, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useApi } from '../../data/api.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './MailLinks.module.css'

/**
 * Requests a link that sets a new password. The answer is the same for unknown addresses, so it does not reveal who has
 * an account.
 */
export function ForgottenPassword() {
  const { mail } = useInitial()
  return mail ? (
    <NeedsScript>
      <Request />
    </NeedsScript>
  ) : (
    <NoMail />
  )
}

function Request() {
  const api = useApi()
  const notifyFailure = useNotifyFailure()
  const [account, setAccount] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const request = useMutation({
    mutationFn: () => api.call('requestPasswordReset', { body: { username: account } }),
    onError: notifyFailure,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request.isPending) return
    if (account.trim() === '') setMistake(t('Enter your username or email address.'))
    else request.mutate()
  }
  if (request.isSuccess)
    return (
      <div className="stack">
        <div role="status">
          <Banner icon="mail">
            {t(
              "If the account exists and its email address is confirmed, we've sent a link. It works for {hours, plural, one {# hour} other {# hours}}.",
              { hours: limits.passwordResetHours },
            )}
          </Banner>
        </div>
        <p className={styles.text}>{t('No email after a few minutes? Check your spam folder.')}</p>
        <Button wide onClick={() => request.reset()}>
          {t('Try another username or address')}
        </Button>
        <Button variant="soft" wide href="/login">
          {t('Back to login')}
        </Button>
      </div>
    )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className={styles.text}>{t("We'll email you a link to set a new password.")}</p>
      <TextField
        label={t('Username or email address')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        error={mistake}
        onChange={(value) => {
          setAccount(value)
          setMistake(null)
        }}
      />
      <Button type="submit" variant="main" wide busy={request.isPending}>
        {t('Send link')}
      </Button>
      <Button variant="soft" wide href="/login">
        {t('Back to login')}
      </Button>
    </form>
  )
}

function NoMail() {
  const { contactEmail } = useContext(SiteContext)
  return (
    <div className="stack">
      <Banner>{t("This site doesn't send email. Ask an admin to reset your password.")}</Banner>
      {contactEmail && (
        <p className={styles.text}>
          {rich('Email {address} for help.', {
            address: <a href={`mailto:${contactEmail}`}>{contactEmail}</a>,
          })}
        </p>
      )}
      <Button variant="soft" wide href="/login">
        {t('Back to login')}
      </Button>
    </div>
  )
}
