import { afterEach, expect, it } from 'vitest'
import { performBulkActions } from '../server/features/admin/bulk/perform.ts'
import { deleteOrderedContent } from '../server/features/admin/deleteContent.ts'
import { type Forum, startForum } from './support/forum.ts'
import { cleanUp, simulate, wholeHour } from './wave/simulate.ts'

/** `npm run wave` lets the whole hour pass, also without the bar, and prints what came of it; otherwise it is the beginning of that hour. */
const seconds = Number(process.env.WAVE_SECONDS ?? 120)
const report = process.env.WAVE_REPORT

let forum: Forum
afterEach(() => forum.close())

const signal = new AbortController().signal
const perform = async () => {
  await performBulkActions(forum.db, { signal, purgeUrl: null })
  await deleteOrderedContent(forum.db, { signal })
}
const plan = { ...wholeHour, seconds }

it('a wave of bots ends at the bar, and is cleaned up with a few acts', {
  tags: ['long'],
  timeout: 3_600_000,
}, async () => {
  forum = await startForum()
  const outcome = await simulate(forum, plan, { isProtected: true })
  const cleaned = await cleanUp(forum, perform)
  if (report) console.log('with the bar', { ...outcome, ...cleaned })
  expect(outcome.raisedAt).toBeLessThanOrEqual(60)
  // In two minutes, that is the one person who joins.
  expect(outcome.realItemsHeld).toBeLessThanOrEqual(Math.max(1, outcome.realItems / 100))
  expect(cleaned).toMatchObject({ botsLeft: 0, botItemsLeft: 0, othersBanned: 0, realItemsWaiting: 0 })
  expect(cleaned.acts).toBeLessThanOrEqual(20)
  // The beginning of the wave, until it is recognized, is a large part of two minutes and a small one of an hour.
  expect((outcome.botItemsSeen / outcome.botItems) * (seconds / wholeHour.seconds)).toBeLessThanOrEqual(0.02)
})

it.runIf(report)('without the bar, for comparison', { tags: ['long'], timeout: 3_600_000 }, async () => {
  forum = await startForum()
  const outcome = await simulate(forum, plan, { isProtected: false })
  console.log('without the bar', outcome)
  expect(outcome.botItemsPublished).toBe(outcome.botItems)
})
