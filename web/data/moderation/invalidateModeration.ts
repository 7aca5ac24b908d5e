import type { QueryClient } from '@tanstack/react-query'

/** Prefix of the keys of all lists for moderators. */
export const moderationKey = 'moderation'

/**
 * Invalidates the lists for moderators, without refetching: what was just changed may settle some of their
 * entries.
 */
export const invalidateModeration = (queryClient: QueryClient): void => {
  queryClient.invalidateQueries({ queryKey: [moderationKey], refetchType: 'none' })
}
