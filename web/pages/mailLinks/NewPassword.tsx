import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { type NewPassword as Fields, newPasswordMistakes } from '../../features/signup/accountMistakes.ts'
import { useGuessedWords } from '../../features/signup/useGuessedWords.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'

/** Sets a new password with the token of a mailed link. */
export function NewPassword({ token }: { token: string }) {
  const api = useApi()
  const words = useGuessedWords('')
  const notifyFailure = useNotifyFailure()
  const [fields, setFields] = useState<Fields>({ newPassword: '', repeatPassword: '' })
  const [mistakes, setMistakes] = useState<Partial<Fields>>({})
  const reset = useMutation({
    mutationFn: () => api.call('resetPassword', { body: { token, newPassword: fields.newPassword } }),
    onError: (error) => {
      const refusal = refusalOf(error)
      if (refusal?.code === 'invalid-password') setMistakes({ newPassword: guessedText() })
      else if (refusal?.code !== 'invalid_token') notifyFailure(error)
    },
  })
  if (reset.isSuccess) return <Done />
  if (refusalOf(reset.error)?.code === 'invalid_token') return <UsedUp />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reset.isPending) return
    const found = newPasswordMistakes(fields, words)
    setMistakes(found)
    if (Object.keys(found).length === 0) reset.mutate()
  }
  const field = (name: keyof Fields) => ({
    name,
    type: 'password',
    autoComplete: 'new-password',
    value: fields[name],
    error: mistakes[name],
    onChange: (value: string) => {
      setFields((old) => ({ ...old, [name]: value }))
      setMistakes(({ [name]: _corrected, ...others }) => others)
    },
  })
  return (
    <NeedsScript>
      <form className="stack" onSubmit={submit} noValidate>
        <TextField
          {...field('newPassword')}
          label={t('New password')}
          hint={t('At least {count, number} characters.', { count: limits.passwordMinLength })}
          keepsHint
        />
        <TextField {...field('repeatPassword')} label={t('Repeat new password')} />
        <Button type="submit" variant="main" wide busy={reset.isPending}>
          {t('Set new password')}
        </Button>
      </form>
    </NeedsScript>
  )
}

/** The page does not know whose password it is, so it may be their name. */
const guessedText = () => t('That password is too easy to guess. Choose another one.')

const Done = () => (
  <div className="stack" role="status">
    <Banner icon="success">{t("Password changed. You've been logged out everywhere.")}</Banner>
    {/* A full page load, because the new password has ended the session of this browser. */}
    <Button variant="main" wide href="/login" target="_self">
      {t('Log in')}
    </Button>
  </div>
)

const UsedUp = () => (
  <div className="stack" role="alert">
    <Banner tone="danger">{t('This link has expired or was already used.')}</Banner>
    <Button variant="main" wide href="/reset_password">
      {t('Get a new link')}
    </Button>
  </div>
)
