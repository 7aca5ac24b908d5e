import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { OwnPasswordField } from './OwnPasswordField.tsx'

interface PasswordDialogProps {
  username: string
  onConfirmed: () => void
  onClose: () => void
}

/** Asks members for their password, because someone else may sit before an open session. */
export default function PasswordDialog({ username, onConfirmed, onClose }: PasswordDialogProps) {
  const api = useApi()
  const notifyFailure = useNotifyFailure()
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const confirm = useMutation({
    mutationFn: () => api.call('confirmPassword', { body: { password } }),
    onSuccess: onConfirmed,
    onError: (error) => {
      if (refusalOf(error)?.code === 'wrong_password') setMistake(t('Invalid password'))
      else notifyFailure(error)
    },
  })
  const submit = () => {
    if (password.trim() === '') setMistake(t('Password empty.'))
    else confirm.mutate()
  }

  return (
    <FormDialog
      title={t('Confirm your password')}
      submitLabel={t('Continue')}
      busy={confirm.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t("Enter your password so we know it's you.")}</p>
      <OwnPasswordField
        username={username}
        value={password}
        error={mistake}
        onChange={(value) => {
          setPassword(value)
          setMistake(null)
        }}
      />
    </FormDialog>
  )
}
