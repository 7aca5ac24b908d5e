import { expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { looksOfficial, reservedCommunityNames } from '../../../contract/reservedNames.ts'
import { communitySuggestions } from './suggestions.ts'

const kinds = Object.entries(communitySuggestions())

it.each(kinds)('the communities for a %s have names that can be used', (_kind, communities) => {
  for (const { name } of communities) {
    expect(name).toMatch(/^[0-9A-Za-z_]+$/)
    expect(name.length).toBeGreaterThanOrEqual(limits.communityNameMinLength)
    expect(name.length).toBeLessThanOrEqual(limits.communityNameMaxLength)
    expect(reservedCommunityNames.has(name.toLowerCase()) || looksOfficial(name)).toBe(false)
  }
  const names = communities.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
