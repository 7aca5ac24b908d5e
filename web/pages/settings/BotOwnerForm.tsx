import { type FormEvent, useState } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { settingsOf, useSaveSettings } from '../../data/account/settings.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './BotOwnerForm.module.css'

/** Names the member who runs this bot. */
export function BotOwnerForm({ viewer }: { viewer: User }) {
  const { botOwner: saved } = settingsOf(viewer)
  const save = useSaveSettings()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const [owner, setOwner] = useState(saved)
  const [mistake, setMistake] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(
      { botOwner: owner.trim() },
      {
        onSuccess: () => toasts.show(t('Settings saved.'), { tone: 'success' }),
        onError: (error) => {
          if (refusalOf(error)?.code === 'bot-owner-not-found')
            setMistake(t("There's no other member with this username."))
          else notifyFailure(error)
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('Run by (optional)')}
        hint={
          viewer.botOwnerAsked
            ? t("Not shown yet: they need to confirm it on this bot's profile.")
            : t('The username of the member who runs it.')
        }
        name="botOwner"
        value={owner}
        error={mistake}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(typed) => {
          setOwner(typed)
          setMistake(null)
        }}
      />
      <Button type="submit" disabled={owner.trim() === saved} busy={save.isPending}>
        {t('Save')}
      </Button>
    </form>
  )
}
