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
  ['/\\/elsewhere.example/', '/'],
  ['\\\\elsewhere.example/', '/'],
  ['/.//elsewhere.example/', '/'],
  ['/..//elsewhere.example/', '/'],
  ['/%2e//elsewhere.example/', '/'],
  ['/%2E%2e//elsewhere.example/', '/'],
  ['/./\\elsewhere.example/', '/'],
  ['/.\\/elsewhere.example/', '/'],
  ['/.\t//elsewhere.example/', '/'],
  ['/x/..//elsewhere.example/', '/'],
  ['/x/../\n/elsewhere.example/', '/'],
  ['/.//', '/'],
  ['/x/../new?a=//b', '/new?a=//b'],
  ['/x//elsewhere.example', '/x//elsewhere.example'],
  ['/%2F/elsewhere.example', '/%2F/elsewhere.example'],
  ['/%5Celsewhere.example', '/%5Celsewhere.example'],
  ['javascript:alert(1)', '/'],
  ['new', '/'],
])('after login, %s leads to %s', (address, path) => {
  expect(sameSitePath(address)).toBe(path)
  // As the browser understands the path where it is sent to it.
  expect(new URL(path, 'https://forum.example/login').host).toBe('forum.example')
})

it('is cut to `/` when it is longer than any path of this site', () => {
  expect(sameSitePath(`/${'a'.repeat(1999)}`)).toHaveLength(2000)
  expect(sameSitePath(`/${'a'.repeat(2000)}`)).toBe('/')
})
