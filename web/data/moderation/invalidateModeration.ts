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

/** Refetches the lists for moderators that are shown. Not awaited, because a refetched list may remove the dialog that asked. */
export const refreshModeration = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: [moderationKey] })
