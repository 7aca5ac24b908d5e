import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { settingsQuery, useChangeSettings } from '../../../data/admin/settings.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { usePasswordPrompt } from '../../../features/passwordPrompt/usePasswordPrompt.tsx'
import { SettingField } from '../settings/SettingField.tsx'
import { checkDrafts, type Drafts, draftOf } from '../settings/settingDraft.ts'
import { StepActions } from './StepActions.tsx'
import { type SettingsStep, setupGroups } from './steps.ts'

interface SettingsStepFormProps {
  step: SettingsStep
  onBack: (() => void) | null
  /** @param isChanged whether something was saved. */
  onDone: (isChanged: boolean) => void
}

/** Some settings of the site, saved when the step is done. */
export function SettingsStepForm({ step, onBack, onDone }: SettingsStepFormProps) {
  const { data: ofSite } = useSuspenseQuery(settingsQuery('site'))
  const { data: ofAccess } = useSuspenseQuery(settingsQuery('access'))
  const { data: ofContent } = useSuspenseQuery(settingsQuery('content'))
  const { data: ofLaw } = useSuspenseQuery(settingsQuery('law'))
  const settings = [...ofSite, ...ofAccess, ...ofContent, ...ofLaw].filter(step.asksFor)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [isChecked, setIsChecked] = useState(false)
  const change = useChangeSettings(...setupGroups)
  const notifyRefusal = useNotifyRefusal()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const { changes, mistakes } = checkDrafts(settings, drafts)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(mistakes).length > 0) return
    if (changes.length === 0) return onDone(false)
    send()
  }
  const send = () =>
    change.mutate(changes, { onSuccess: () => onDone(true), onError: askIfNeeded(send, notifyRefusal) })
  return (
    <>
      <form onSubmit={save} noValidate>
        {settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={setting}
            draft={drafts[setting.name] ?? draftOf(setting.value)}
            mistake={isChecked ? mistakes[setting.name] : undefined}
            onChange={(draft) => setDrafts((before) => ({ ...before, [setting.name]: draft }))}
          />
        ))}
        <StepActions
          onBack={onBack}
          onSkip={() => onDone(false)}
          isBusy={change.isPending}
          label={t('Continue')}
        />
      </form>
      {prompt}
    </>
  )
}
