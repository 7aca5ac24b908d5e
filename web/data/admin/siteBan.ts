import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api.ts'

interface SiteBan {
  readonly username: string
  /** All that they wrote goes too. */
  readonly deletesContent: boolean
}

/** Bans a member from the site. */
export function useBanUser() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ username, deletesContent }: SiteBan) =>
      api.call('administrate', {
        body: { action: 'ban_user', username, ...(deletesContent && { deleteContentDays: 0 }) },
      }),
  })
}

/** Lifts a member's ban from the site. */
export function useUnbanUser() {
  const api = useApi()
  return useMutation({
    mutationFn: (username: string) => api.call('administrate', { body: { action: 'unban_user', username } }),
  })
}
