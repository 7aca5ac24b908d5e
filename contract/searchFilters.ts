import { isDay } from './isDay.ts'

/** With the sign that names are shown with, and as keyboards for Chinese and Japanese write them. */
const filter = /(^|\s)(author|community|type|before|after)[:：][@＠/／]?([^\s"]+)/gi
const name = /^\w{2,21}$/

/** A day as `YYYY-MM-DD`; month and day may be missing. Null when no such day exists. */
function parseDay(text: string): string | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (!year || Number(year) < 1970) return null
  const whole = `${year}-${month}-${day}`
  return isDay(whole) ? whole : null
}

/** The types of posts that `type:` names. */
export const filteredTypes = ['text', 'link', 'image'] as const

const readers = {
  author: (text: string) => (name.test(text) ? text.toLowerCase() : null),
  community: (text: string) => (name.test(text) ? text.toLowerCase() : null),
  type: (text: string) => filteredTypes.find((type) => type === text.toLowerCase()) ?? null,
  before: parseDay,
  after: parseDay,
}

export type SearchFilterName = keyof typeof readers
/** The value of each filter; null: none. Names are in lower case, days as `YYYY-MM-DD`. */
export type SearchFilters = Readonly<Record<SearchFilterName, string | null>>

/** The filters `author:`, `community:`, `type:`, `before:` and `after:` in a query, and the words around them. */
export function splitFilters(text: string): { filters: SearchFilters; words: string } {
  const filters: Record<SearchFilterName, string | null> = {
    author: null,
    community: null,
    type: null,
    before: null,
    after: null,
  }
  const words = text.replace(filter, (whole, _space, key, value) => {
    const kind = key.toLowerCase() as SearchFilterName
    const read = readers[kind](value.normalize('NFKC'))
    if (read === null) return whole
    filters[kind] = read
    return ' '
  })
  return { filters, words }
}

/** What `-author:`, `-community:` and `-type:` exclude, as `splitFilters` reads their values. */
export type ExcludedBy = Readonly<Record<'author' | 'community' | 'type', readonly string[]>>

const exclusion = /(^|\s)[-－](author|community|type)[:：][@＠/／]?([^\s"]+)/gi

/** What is excluded by filters in a query without others, null if nothing is, and the words around them. */
export function splitExclusions(text: string): { excluded: ExcludedBy | null; words: string } {
  const excluded: Record<keyof ExcludedBy, string[]> = { author: [], community: [], type: [] }
  const words = text.replace(exclusion, (whole, _space, key, value) => {
    const kind = key.toLowerCase() as keyof ExcludedBy
    const read = readers[kind](value.normalize('NFKC'))
    if (read === null) return whole
    excluded[kind].push(read)
    return ' '
  })
  return { excluded: Object.values(excluded).some((values) => values.length > 0) ? excluded : null, words }
}
