import type { FormEvent } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { settingsOf, useSaveSettings } from '../../data/account/settings.ts'
import { BotOwnerField } from '../../features/bots/BotOwnerField.tsx'
import { useBotOwner } from '../../features/bots/useBotOwner.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import styles from './BotOwnerForm.module.css'

/** Names the member who runs this bot. */
export function BotOwnerForm({ viewer }: { viewer: User }) {
  const { botOwner: saved } = settingsOf(viewer)
  const save = useSaveSettings()
  const toasts = useToasts()
  const { owner, field, showFailure } = useBotOwner(saved, useNotifyFailure())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.mutate(
      { botOwner: owner },
      { onSuccess: () => toasts.show(t('Settings saved.'), { tone: 'success' }), onError: showFailure },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <BotOwnerField
        {...field}
        hint={
          viewer.botOwnerAsked !== undefined &&
          t("Not shown yet: they need to confirm it on this bot's profile.")
        }
      />
      <Button type="submit" disabled={owner === saved} busy={save.isPending}>
        {t('Save')}
      </Button>
    </form>
  )
}
