import { useState } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { type Settings, settingsOf, useSaveSettings } from '../../data/account/settings.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/**
 * A setting of the account that is saved as soon as it is changed.
 *
 * @returns what is shown, and a function that changes it. If it could not be saved, what is shown is as before.
 */
export function useSavedSetting<Name extends keyof Settings>(
  viewer: User,
  name: Name,
): [value: Settings[Name], change: (value: Settings[Name]) => void] {
  const save = useSaveSettings()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  // The choice of the last press, until it is answered.
  const [chosen, setChosen] = useState<{ value: Settings[Name] } | null>(null)
  const change = (value: Settings[Name]) => {
    setChosen({ value })
    save.mutate({ [name]: value } as Partial<Settings>, {
      onSuccess: () => toasts.show(t('Settings saved.'), { tone: 'success' }),
      onError: notifyFailure,
      onSettled: () => setChosen(null),
    })
  }
  return [chosen ? chosen.value : settingsOf(viewer)[name], change]
}
