import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import type { ErasedContent } from '../../../contract/words.ts'
import { useDeleteOwnAccount } from '../../data/account/ownAccount.ts'
import { refusalOf } from '../../data/failure.ts'
import { ErasedContentField } from '../../features/erasing/ErasedContentField.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { OwnPasswordField } from '../../features/passwordPrompt/OwnPasswordField.tsx'
import { deletionMistakes, deletionWord } from '../../features/signup/accountMistakes.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import styles from './AccountDialogs.module.css'

interface DeleteAccountDialogProps {
  username: string
  onDeleted: () => void
  onClose: () => void
}

/** Requires the confirmation word and the password before the account is deleted permanently. */
export default function DeleteAccountDialog({ username, onDeleted, onClose }: DeleteAccountDialogProps) {
  const erase = useDeleteOwnAccount(username, onDeleted)
  const notifyFailure = useNotifyFailure()
  const [content, setContent] = useState<ErasedContent>('keep')
  const [word, setWord] = useState('')
  const [password, setPassword] = useState('')
  const [mistakes, setMistakes] = useState<{ word?: string; password?: string }>({})
  const submit = () => {
    const found = deletionMistakes({ word, password })
    setMistakes(found)
    if (Object.keys(found).length > 0) return
    erase.mutate(
      { password, content },
      {
        onError: (error) => {
          if (refusalOf(error)?.code === 'wrong_password') setMistakes({ password: t('Invalid password') })
          else notifyFailure(error)
        },
      },
    )
  }

  return (
    <FormDialog
      title={t('Delete account')}
      submitLabel={t('Delete account')}
      danger
      busy={erase.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('This permanently deletes @{username}:', { username })}</p>
      <ul className={styles.consequences}>
        <li>
          {t(
            'Your profile picture, email address, profile text, lists, messages and notifications are erased.',
          )}
        </li>
        <li>
          {t(
            'Your username is removed wherever you were mentioned. Your votes still count, without your name.',
          )}
        </li>
        <li>{t("You can't log in again, and your username can't be used again.")}</li>
      </ul>
      <ErasedContentField value={content} onChange={setContent} />
      <TextField
        label={t('Type {word} to continue', { word: deletionWord })}
        name="word"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={word}
        error={mistakes.word}
        onChange={(value) => {
          setWord(value)
          setMistakes(({ word: _corrected, ...others }) => others)
        }}
      />
      <OwnPasswordField
        username={username}
        value={password}
        error={mistakes.password}
        onChange={(value) => {
          setPassword(value)
          setMistakes(({ password: _corrected, ...others }) => others)
        }}
      />
    </FormDialog>
  )
}
