import { expect, it } from 'vitest'
import { abbreviateCount } from './abbreviateCount.ts'

it.each([
  [0, '0'],
  [990, '990'],
  [991, '1k'],
  [1049, '1k'],
  [1050, '1.1k'],
  [1234, '1.2k'],
  [18_400, '18.4k'],
  [31_000, '31k'],
  [999_000, '999k'],
  [-7, '−7'],
  [-1250, '−1.3k'],
])('[CORE-9-007] shortens %i to %s', (count, text) => {
  expect(abbreviateCount(count)).toBe(text)
})

it.each([
  [999_001, '1m'],
  [1_000_000, '1m'],
  [1_260_000, '1.3m'],
  [-2_500_000, '−2.5m'],
])('[CORE-9-008] shortens %i to %s', (count, text) => {
  expect(abbreviateCount(count)).toBe(text)
})
