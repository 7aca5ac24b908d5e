import { beforeEach, expect, it } from 'vitest'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from './recentSearches.ts'
import { remember } from './remembered.ts'

beforeEach(forgetSearches)

it('keeps the last eight searches, the latest first, each once', () => {
  for (const text of ['owls', ' herons ', '', 'owls']) rememberSearch(text)
  expect(recentSearches()).toEqual(['owls', 'herons'])
  for (let n = 1; n <= 9; n++) rememberSearch(`bird ${n}`)
  expect(recentSearches()).toHaveLength(8)
  expect(recentSearches()[0]).toBe('bird 9')
})

it('can forget one of them, or all', () => {
  for (const text of ['owls', 'herons']) rememberSearch(text)
  forgetSearch('owls')
  expect(recentSearches()).toEqual(['herons'])
  forgetSearches()
  expect(recentSearches()).toEqual([])
})

it.each(['{', '{}', '"owls"', 'null', '[1, null]'])('ignores %s in the storage', (stored) => {
  remember('recent_searches', stored)
  expect(recentSearches()).toEqual([])
})
