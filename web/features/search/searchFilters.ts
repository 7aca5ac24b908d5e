import { type SearchFilterName, type SearchFilters, splitFilters } from '../../../contract/searchFilters.ts'

const names: readonly SearchFilterName[] = ['author', 'community', 'type', 'after', 'before']

/** The filters that a query has, in a fixed order. */
export function filtersOf(q: string): { name: SearchFilterName; value: string }[] {
  const { filters } = splitFilters(q)
  return names.flatMap((name) => {
    const value = filters[name]
    return value === null ? [] : [{ name, value }]
  })
}

/** The query with these filters in place of its own; null removes one. */
export function withFilters(q: string, changes: Partial<SearchFilters>): string {
  const { filters, words } = splitFilters(q)
  const changed = { ...filters, ...changes }
  return [
    words.trim().replace(/\s+/g, ' '),
    ...names.flatMap((name) => (changed[name] ? [`${name}:${changed[name]}`] : [])),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The day this many days before a time, in UTC, in the format of filters. */
export const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
