import { expect, it } from 'vitest'
import { dayBefore, filtersOf, withFilters } from './searchFilters.ts'

it('finds the filters of a query, and treats invalid ones as words', () => {
  expect(filtersOf('owls type:poem after:2024-05 Author:@Wren "in snow"')).toEqual([
    { name: 'author', value: 'wren' },
    { name: 'after', value: '2024-05-01' },
  ])
  expect(filtersOf('owls')).toEqual([])
})

it('adds, replaces and removes filters, and keeps the words', () => {
  expect(withFilters('owls  -snowy', { type: 'link' })).toBe('owls -snowy type:link')
  expect(withFilters('type:link owls', { type: 'text', author: 'wren' })).toBe('owls author:wren type:text')
  expect(withFilters('type:link "barn owls"', { type: null })).toBe('"barn owls"')
  expect(withFilters('type:link', { type: null })).toBe('')
})

it('counts days back in UTC', () => {
  expect(dayBefore(new Date('2026-03-01T00:30:00Z'), 7)).toBe('2026-02-22')
})
