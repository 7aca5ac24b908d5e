import { describe, expect, it } from 'vitest'
import { moderationActions } from '../../../contract/moderationActions.ts'
import { actionLabels, gaps, partsOf, settingNames, shortUrl, wordings } from './wordings.ts'

describe('the words for what moderators do', () => {
  it.each(moderationActions)('exist for %s, with known placeholders only', (action) => {
    expect(actionLabels[action]).not.toBe('')
    const open = partsOf(wordings[action]).filter((part) => part.startsWith('{'))
    for (const gap of open) expect(gaps.map((name) => `{${name}}`)).toContain(gap)
  })

  it('differ from action to action', () => {
    for (const texts of [actionLabels, wordings])
      expect(new Set(Object.values(texts)).size).toBe(moderationActions.length)
  })
})

it('splits a wording at its placeholders', () => {
  expect(partsOf('pinned {post} site-wide')).toEqual(['pinned ', '{post}', ' site-wide'])
  expect(partsOf('added a rule')).toEqual(['added a rule'])
})

it('names settings by their labels, or else by their names', () => {
  expect(settingNames(['about', 'postsPer10Seconds'])).toBe('description, posts per 10 seconds')
})

it.each([
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.0/24', '203.0.113.0/24'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
])('names a blocked network shortly: %s', (network, shown) => {
  expect(shortUrl(network)).toBe(shown)
})
