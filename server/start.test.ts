import { expect, it } from 'vitest'
import { urlFor } from './start.ts'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['0.0.0.0', 'http://localhost:8080'],
  ['::', 'http://localhost:8080'],
  ['::1', 'http://[::1]:8080'],
  ['forum.example', 'http://forum.example:8080'],
])('a server that listens on %s is reached at %s', (host, url) => {
  expect(urlFor(host, 8080)).toBe(url)
})
