import { isBarRaised } from '../../../contract/waves.ts'
import type { Check } from './written.ts'

/** Accounts that are younger count as part of the wave, whatever they wrote before it was recognized. */
const youngMs = 24 * 3_600_000

/**
 * While the bar is raised, holds what members without trust write: their first posts and comments, and all by accounts of the last day.
 * Communities cannot choose otherwise, because waves do not stop at one.
 */
export const wave: Check = async ({ author, settings }) =>
  isBarRaised(settings) &&
  author.trust === 0 &&
  (author.contributions < settings.holdFirst || Date.now() - author.createdAt.getTime() < youngMs)
    ? { hold: { reason: 'wave' } }
    : null
