// Apart from the other words (words.ts), which also have the orders of search, lists and communities, because every page needs these.

/** The orders of feeds. */
export const feedSorts = ['hot', 'activity', 'latest', 'day', 'week', 'month', 'year', 'all'] as const
export type FeedSort = (typeof feedSorts)[number]

/** The orders of comments that readers choose. */
export const commentSorts = ['best', 'top', 'new', 'old', 'controversial'] as const
export type CommentSort = (typeof commentSorts)[number]
