import { expect, it } from 'vitest'
import { pathOfOurs } from './pathOfOurs.ts'

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
  expect(pathOfOurs(address)).toBe(path)
})
