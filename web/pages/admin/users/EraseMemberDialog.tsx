import { useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import type { ErasedContent } from '../../../../contract/words.ts'
import { useViewer } from '../../../data/account/initial.ts'
import { useEraseMember } from '../../../data/admin/erasures.ts'
import { refusalOf } from '../../../data/failure.ts'
import { ErasedContentField } from '../../../features/erasing/ErasedContentField.tsx'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { OwnPasswordField } from '../../../features/passwordPrompt/OwnPasswordField.tsx'
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx'

/** Requires the password of the admin before a member is erased for good. */
export default function EraseMemberDialog({
  username,
  onErased,
  onClose,
}: {
  username: string
  onErased: () => void
  onClose: () => void
}) {
  const viewer = useViewer()
  const erase = useEraseMember(username)
  const notifyRefusal = useNotifyRefusal()
  const [content, setContent] = useState<ErasedContent>('keep')
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = () => {
    if (password.trim() === '') return setMistake(t('Password empty.'))
    erase.mutate(
      { content, password },
      {
        onSuccess: onErased,
        onError: (error) => {
          if (refusalOf(error)?.code === 'wrong_password') setMistake(t('Invalid password'))
          else notifyRefusal(error)
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('Permanently erase @{name}?', { name: username })}
      submitLabel={t('Erase permanently')}
      danger
      busy={erase.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {t(
          "This erases their email address, password, IP addresses, messages, lists, drafts and mentions, and removes their name from votes and reports. This can't be undone. Backups keep the data until they're deleted.",
        )}
      </p>
      <ErasedContentField value={content} onChange={setContent} />
      <OwnPasswordField
        username={viewer?.username ?? ''}
        label={t('Your password')}
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
