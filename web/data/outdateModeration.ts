import type { QueryClient } from '@tanstack/react-query'

/** Everything below this key is what moderators look at. */
export const moderationKey = 'moderation'

/**
 * The lists of moderators are asked for again when somebody next goes there: what they have may be dealt with by what
 * was just changed.
 */
export const outdateModeration = (queryClient: QueryClient): void => {
  queryClient.invalidateQueries({ queryKey: [moderationKey], refetchType: 'none' })
}
