import type { HoldReason, undecidedChoices } from '../../../contract/heldWords.ts'

type UndecidedChoice = (typeof undecidedChoices)[number]

/**
 * What becomes of something held about which no moderator decides: the choice of its community, but what nobody looked at after
 * a wave of bots is not published automatically, nor what looks like a blocked image.
 */
export const undecidedFor = (
  reasons: readonly { readonly reason: string }[],
  chosen: UndecidedChoice,
): UndecidedChoice => (reasons.some(({ reason }) => alwaysDeclined.includes(reason)) ? 'refuse' : chosen)

const alwaysDeclined: readonly string[] = ['wave', 'image'] satisfies HoldReason[]
