/** The words of what waits for review. Separate from words.ts, which every page loads. */

export const heldKinds = ['post', 'comment', 'edit'] as const
export type HeldKind = (typeof heldKinds)[number]

/** Which posts and comments of new members are held: none, those with links or images, or all. */
export const holdLevels = ['off', 'media', 'everything'] as const
export type HoldLevel = (typeof holdLevels)[number]

/** What a community can choose. */
export const reviewLevels = ['site', ...holdLevels] as const

/** What happens to an image that looks like a blocked one: its upload is refused, what shows it is held, or only automatic rules look at it. */
export const blockedPictureActs = ['refuse', 'hold', 'rules'] as const

/** Why something is held: its author is new, a wave of bots is under way, an image looks like a blocked one, or a rule says so. */
export const holdReasons = ['new_member', 'wave', 'image', 'rule'] as const
export type HoldReason = (typeof holdReasons)[number]

export const heldActions = ['approve', 'refuse'] as const
export type HeldAction = (typeof heldActions)[number]
export const heldOutcomes = ['approved', 'refused'] as const
export type HeldOutcome = (typeof heldOutcomes)[number]
/** What happens to what nobody has decided about in time. */
export const undecidedChoices = ['approve', 'refuse'] as const
