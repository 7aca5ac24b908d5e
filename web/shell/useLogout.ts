import { useApi } from '../data/api.ts'
import { useToasts } from './toasts.tsx'

/** Logs out, and loads the page anew as guests see it. */
export function useLogout(): () => Promise<void> {
  const api = useApi()
  const toasts = useToasts()
  return async () => {
    try {
      await api.call('login', { query: { action: 'logout' }, body: { username: '', password: '' } })
      location.reload()
    } catch {
      toasts.show('Failed to logout. Something went wrong.', { tone: 'danger' })
    }
  }
}
