import { expect, it } from 'vitest'
import type { Initial } from '../../../contract/entities/initial.ts'
import { type HomePath, homeFeed, otherFeed } from './homeFeed.ts'

const member = (homeFeed: 'all' | 'subscriptions') => ({ homeFeed }) as NonNullable<Initial['user']>
const site = (user: Initial['user']) => ({ user, defaultFeedSort: 'hot' as const })

it.each<[string, HomePath, 'all' | 'subscriptions' | null, 'all' | 'home']>([
  ['[CORE-2-001] / for guests', '/', null, 'all'],
  ['[CORE-2-001] / for members who chose all', '/', 'all', 'all'],
  ['[CORE-2-001] / for members who chose subscriptions', '/', 'subscriptions', 'home'],
  ['[CORE-2-003] /all', '/all', 'subscriptions', 'all'],
  ['[CORE-2-003] /subscriptions', '/subscriptions', 'all', 'home'],
])('%s', (_case, path, chosen, feed) => {
  expect(homeFeed(path, site(chosen && member(chosen)), new URLSearchParams()).feed).toBe(feed)
})

it.each([
  ['[CORE-2-004] who sees all at home', 'all', '/subscriptions', 'Subscriptions'],
  ['[CORE-2-004] who sees subscriptions at home', 'subscriptions', '/all', 'All'],
] as const)('%s is offered the other feed', (_case, chosen, path, label) => {
  expect(otherFeed(member(chosen))).toEqual({ path, label })
})

it.each([
  ['?sort=latest', 'latest'],
  ['', 'hot'],
  ['?sort=backwards', 'hot'],
])('[CORE-2-099] the query %s sorts by %s', (search, sort) => {
  expect(homeFeed('/', site(null), new URLSearchParams(search)).sort).toBe(sort)
})
