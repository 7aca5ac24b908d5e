import { expect, it } from 'vitest'
import { durationText, isDiskShort } from './systemTexts.ts'

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
