import { type FormEvent, useRef, useState } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { changesOf } from '../../data/account/changes.ts'
import {
  emailMistake,
  invalidEmailText,
  type Settings,
  settingsOf,
  useSaveSettings,
} from '../../data/account/settings.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { needsPassword, usePasswordPrompt } from '../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useConfirmLeave } from '../../features/unsavedChanges/useConfirmLeave.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import styles from './AccountForm.module.css'
import { ProfileSection } from './ProfileSection.tsx'

/** The texts of the profile, which are saved together. Preferences are saved one by one, as they are changed. */
export function AccountForm({ viewer }: { viewer: User }) {
  const save = useSaveSettings()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState<Partial<Settings>>({})
  const [mistake, setMistake] = useState<string | null>(null)
  const saved = settingsOf(viewer)
  const settings = { ...saved, ...draft }
  const changes = changesOf(saved, draft)
  const isUnsaved = Object.keys(changes).length > 0
  const { question } = useConfirmLeave(isUnsaved, t('You have unsaved changes.'))

  const change = (more: Partial<Settings>) => {
    setDraft((before) => ({ ...before, ...more }))
    if (more.email !== undefined) setMistake(null)
  }
  const showMistake = (text: string) => {
    setMistake(text)
    // The error may be far from the pressed button.
    const field = form.current?.elements.namedItem('email')
    if (field instanceof HTMLElement) field.focus()
  }
  const { prompt, askPassword } = usePasswordPrompt()
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const found = emailMistake(settings.email)
    if (found) return showMistake(found)
    if (save.isPending) return
    send()
  }
  const send = () =>
    save.mutate(changes, {
      onSuccess: () => {
        // Edits made while the request was running are still unsaved.
        setDraft((now) => changesOf(settings, now))
        toasts.show(t('Settings saved.'), { tone: 'success' })
      },
      onError: (error) => {
        if (refusalOf(error)?.code === 'invalid-email') showMistake(invalidEmailText())
        else if (needsPassword(error)) askPassword(send)
        else notifyFailure(error)
      },
    })

  return (
    <>
      <form ref={form} onSubmit={submit} noValidate>
        <ProfileSection
          viewer={viewer}
          settings={settings}
          emailMistake={mistake}
          onChange={change}
          onSubmit={submit}
        >
          <div className={styles.foot} data-unsaved={isUnsaved}>
            <p className="quiet" role="status">
              {isUnsaved && t('Unsaved changes')}
            </p>
            <Button type="submit" variant="main" busy={save.isPending}>
              {t('Save')}
            </Button>
          </div>
        </ProfileSection>
      </form>
      {question}
      {prompt}
    </>
  )
}
