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
  const changing = save.isPending ? (save.variables as Partial<Settings>)[name] : undefined
  const change = (value: Settings[Name]) =>
    save.mutate({ [name]: value } as Partial<Settings>, {
      onSuccess: () => toasts.show(t('Settings saved.'), { tone: 'success' }),
      onError: notifyFailure,
    })
  return [changing ?? settingsOf(viewer)[name], change]
}
