import { type FormEvent, useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useRenameCommunity } from '../../data/communities/communityTools.ts'
import { creationFailureText, nameMistake } from '../../features/communityCreation/creationTexts.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { usePasswordPrompt } from '../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import styles from './SettingsScreen.module.css'

/** Gives a community another name; for admins, who may have to give their password again. */
export function RenameForm({ community }: { community: Community }) {
  const [name, setName] = useState(community.name)
  const [mistake, setMistake] = useState<string | null>(null)
  const question = useLayer()
  const { navigate } = useNavigator()
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const { askIfNeeded, prompt } = usePasswordPrompt()
  const rename = useRenameCommunity(community)
  const newName = name.trim()

  const send = () =>
    rename.mutate(newName, {
      onSuccess: () => {
        toasts.show(t('Community renamed.'), { tone: 'success' })
        navigate(`/${newName}/modtools`, { replace: true })
      },
      onError: askIfNeeded(send, (error) => {
        const text = creationFailureText(error)
        if (text) setMistake(text)
        else notifyFailure(error)
      }),
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = nameMistake(newName)
    setMistake(found)
    if (!found) question.open()
  }
  return (
    <>
      <form className={styles.rename} onSubmit={submit} noValidate>
        <TextField
          label={t('Name')}
          value={name}
          onChange={(value) => {
            setName(value)
            setMistake(null)
          }}
          maxLength={limits.communityNameMaxLength}
          limitedText
          autoComplete="off"
          spellCheck={false}
          hint={t('Links with the old name will keep working.')}
          error={mistake}
        />
        <Button type="submit" disabled={newName === community.name} busy={rename.isPending}>
          {t('Rename')}
        </Button>
      </form>
      {question.isOpen && (
        <ConfirmDialog
          title={t('Rename {oldName} to {newName}?', { oldName: community.name, newName })}
          confirmLabel={t('Rename community')}
          onConfirm={() => {
            question.close()
            send()
          }}
          onClose={question.close}
        >
          <p>
            {t(
              'The old name stays reserved. Moderators will be notified, and the moderation log will show both names.',
            )}
          </p>
        </ConfirmDialog>
      )}
      {prompt}
    </>
  )
}
