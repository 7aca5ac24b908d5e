import { expect, it } from 'vitest'
import { sameSitePath } from './sameSitePath.ts'

it.each([
  ['/new?community=gardening', '/new?community=gardening'],
  ['/', '/'],
  [null, '/'],
  ['', '/'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example/', '/'],
  ['/\\elsewhere.example/', '/'],
  ['/\t/elsewhere.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['new', '/'],
])('after login, %s leads to %s', (address, path) => {
  expect(sameSitePath(address)).toBe(path)
})
