import { queryOptions } from '@tanstack/react-query'
import type { BanKind } from '../../../contract/words.ts'
import { apiOf } from '../api.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { refreshMembers } from './members.ts'

interface SiteBan {
  readonly username: string
  readonly kind: BanKind
  /** RFC 3339; null for no end; undefined keeps the end of the existing ban. */
  readonly expires: string | null | undefined
  readonly reason: string
  /** Whether all their content is deleted, too. */
  readonly deletesContent: boolean
  readonly isBot: boolean
}

/** The ban of a member from the site; null for none. For admins. */
export const siteBanQuery = (username: string) =>
  queryOptions({
    queryKey: ['siteBan', username],
    queryFn: async ({ client, signal }) => {
      // By name, so the one of exactly this name comes first.
      const query = { q: username, sort: 'name' } as const
      const { members } = await apiOf(client).call('listMembers', { query }, { signal })
      return members.find((member) => member.username === username)?.siteBan ?? null
    },
  })

/** Bans a member from the site, or changes the ban. */
export const useBanUser = () =>
  useApiMutation((api, { username, kind, expires, reason, deletesContent, isBot }: SiteBan) =>
    api.call('administrate', {
      body: {
        action: 'ban_user',
        username,
        kind,
        reason,
        ...(expires !== undefined && { expires }),
        ...(deletesContent && { deleteContentDays: 0 }),
        ...(isBot && { isBot }),
      },
    }),
  )

/** Lifts a member's ban from the site. */
export const useUnbanUser = () =>
  useApiMutation((api, username: string) =>
    api.call('administrate', { body: { action: 'unban_user', username } }),
  )

/** Takes back what a ban removed, in the background. */
export const useRestoreRemoved = () =>
  useApiMutation(
    (api, username: string) => api.call('administrate', { body: { action: 'restore_removed', username } }),
    { onSuccess: refreshMembers },
  )
