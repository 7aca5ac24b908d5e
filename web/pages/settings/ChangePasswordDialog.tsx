import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { sessionsQuery } from '../../data/account/sessions.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import {
  commonPasswordText,
  newPasswordMistakes,
  passwordsDifferText,
} from '../../features/signup/accountMistakes.ts'
import { useGuessedWords } from '../../features/signup/useGuessedWords.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'

const nothing = { password: '', newPassword: '', repeatPassword: '' }
type Fields = typeof nothing

/** Changes the viewer's password, with the current one as proof. */
export default function ChangePasswordDialog({
  username,
  onClose,
}: {
  username: string
  onClose: () => void
}) {
  const api = useApi()
  const words = useGuessedWords(username)
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const [fields, setFields] = useState(nothing)
  const [mistakes, setMistakes] = useState<Partial<Fields>>({})
  const change = useMutation({
    mutationFn: () => api.call('updateSettings', { query: { action: 'changePassword' }, body: fields }),
    onSuccess: () => {
      toasts.show(t('Password changed succesfully.'), { tone: 'success' })
      // The server has ended all other sessions.
      queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      onClose()
    },
    onError: (error) => {
      const refused = mistakeOf(error)
      if (refused) setMistakes(refused)
      else notifyFailure(error)
    },
  })

  const submit = () => {
    const found = {
      ...(fields.password === '' && { password: t('Password empty.') }),
      ...newPasswordMistakes(fields, words),
    }
    setMistakes(found)
    if (Object.keys(found).length === 0) change.mutate()
  }
  const field = (name: keyof Fields) => ({
    name,
    type: 'password',
    value: fields[name],
    error: mistakes[name],
    onChange: (value: string) => {
      setFields((old) => ({ ...old, [name]: value }))
      setMistakes(({ [name]: _corrected, ...others }) => others)
    },
  })

  return (
    <FormDialog
      title={t('Change password')}
      submitLabel={t('Change password')}
      busy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers need the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextField {...field('password')} label={t('Previous password')} autoComplete="current-password" />
      <TextField
        {...field('newPassword')}
        label={t('New password')}
        autoComplete="new-password"
        hint={t('At least {count, number} characters.', { count: limits.passwordMinLength })}
        keepsHint
      />
      <TextField {...field('repeatPassword')} label={t('Repeat new password')} autoComplete="new-password" />
    </FormDialog>
  )
}

/** The text of a refusal that belongs to a field; null for other failures. */
function mistakeOf(error: unknown): Partial<Fields> | null {
  const refusal = refusalOf(error)
  // An expired session is a 401, too, and gets the general message.
  if (refusal?.status === 401 && refusal.code !== 'not_logged_in')
    return { password: t('Incorrect previous password') }
  if (refusal?.code === 'password_not_match') return { repeatPassword: passwordsDifferText() }
  if (refusal?.code === 'invalid-password') return { newPassword: commonPasswordText() }
  return null
}
