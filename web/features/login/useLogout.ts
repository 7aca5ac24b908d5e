import { t } from '../../../contract/texts/t.ts'
import { logOut } from '../../data/account/logOut.ts'
import { useApi } from '../../data/api.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** Logs out, and reloads the page as a guest. */
export function useLogout(): () => Promise<void> {
  const api = useApi()
  const toasts = useToasts()
  return async () => {
    try {
      await logOut(api)
      location.reload()
    } catch {
      toasts.show(t('Failed to logout. Something went wrong.'), { tone: 'danger' })
    }
  }
}
