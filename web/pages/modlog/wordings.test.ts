import { describe, expect, it } from 'vitest'
import { actionLabels } from '../../../contract/moderationActionLabels.ts'
import { moderationActions } from '../../../contract/moderationActions.ts'
import { settingNames, shortUrl } from './wordings.ts'

describe('the labels of what moderators do', () => {
  it('differ from action to action', () => {
    expect(new Set(Object.values(actionLabels())).size).toBe(moderationActions.length)
  })
})

it('names settings by their labels, or else by their names', () => {
  expect(settingNames(['about', 'postsPer10Seconds'])).toBe('description and posts per 10 seconds')
})

it.each([
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
])('names a blocked network shortly: %s', (network, shown) => {
  expect(shortUrl(network)).toBe(shown)
})
