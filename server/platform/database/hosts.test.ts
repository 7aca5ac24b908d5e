import { expect, it } from 'vitest'
import { urlsOfHosts } from './hosts.ts'

it.each([
  ['postgres://a@one/forum', ['postgres://a@one/forum']],
  ['postgres://a@/forum?host=/run/postgresql', ['postgres://a@/forum?host=/run/postgresql']],
  [
    'postgres://a:b,c@one:5433,two,[::1]:5/forum?sslmode=require',
    [
      'postgres://a:b,c@one:5433/forum?sslmode=require',
      'postgres://a:b,c@two/forum?sslmode=require',
      'postgres://a:b,c@[::1]:5/forum?sslmode=require',
    ],
  ],
  ['', ['']],
])('the hosts of %s', (url, urls) => {
  expect(urlsOfHosts(url)).toEqual(urls)
})
