/** The words of the queue of moderators. Separate from words.ts, which every page loads. */

/** What waits for moderators: reported, removed, edited since a decision about it, or by new members. */
export const queueKinds = ['reported', 'removed', 'edited', 'new'] as const
/** The parts of the queue on our pages; what waits for review has calls of its own. */
export const shownKinds = ['reported', 'waiting', 'removed', 'edited', 'new'] as const
export type ShownKind = (typeof shownKinds)[number]
export const queueSorts = ['newest', 'most'] as const
export type QueueSort = (typeof queueSorts)[number]
export const queueActions = ['approve', 'remove', 'lock'] as const
export type QueueAction = (typeof queueActions)[number]

/** The parameters of the page of the queue that a saved view keeps. */
export const queuePageParameters = ['scope', 'community', 'kind', 'sort', 'filter', 'reason', 'rule'] as const
