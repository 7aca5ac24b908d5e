import { useApi } from '../../data/api.ts'
import { forgetMember } from '../../device/forgetMember.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'

/** Logs out, and reloads the page as a guest. */
export function useLogout(): () => Promise<void> {
  const api = useApi()
  const toasts = useToasts()
  return async () => {
    try {
      await api.call('login', { query: { action: 'logout' }, body: { username: '', password: '' } })
      await forgetMember()
      location.reload()
    } catch {
      toasts.show('Failed to logout. Something went wrong.', { tone: 'danger' })
    }
  }
}
