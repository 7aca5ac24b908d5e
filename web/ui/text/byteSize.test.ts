import { expect, it } from 'vitest'
import { byteSize } from './byteSize.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1290, '1.2 kB'],
  [45_600, '45 kB'],
  [7_890_000, '7.8 MB'],
  [1_200_000_000, '1.2 GB'],
  [4_000_000_000_000, '4,000 GB'],
])('%d bytes are %j', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text)
})
