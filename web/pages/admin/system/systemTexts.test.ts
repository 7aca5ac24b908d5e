import { expect, it } from 'vitest'
import { durationText } from '../../../ui/text/durationText.ts'
import { isDiskShort, outcomesText } from './systemTexts.ts'

it.each([
  [0.4, '0 seconds'],
  [1, '1 second'],
  [90, '1 minute'],
  [7300, '2 hours'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

it('a disk is short when less than the reserve is free', () => {
  expect(isDiskShort({ freeBytes: 9, reserveBytes: 10 })).toBe(true)
  expect(isDiskShort({ freeBytes: 10, reserveBytes: 10 })).toBe(false)
})

it('mails of a day are counted by what became of them', () => {
  expect(outcomesText({ accepted: 0, refused: 0 })).toBe('No emails')
  expect(outcomesText({ accepted: 1200, refused: 3, bounced: 0 })).toBe('1,200 accepted and 3 refused')
})
