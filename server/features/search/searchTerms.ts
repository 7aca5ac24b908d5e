import { limits } from '../../../contract/limits.ts'
import { cut, removeUnstorable } from '../../platform/http/text.ts'

/** What somebody searches for. */
export interface SearchTerms {
  /** As PostgreSQL's `websearch_to_tsquery` reads it: words, "phrases", `or`, and `-` before what must not be there. */
  readonly words: string
  /** In lower case. */
  readonly author: string | null
  /** In lower case. */
  readonly community: string | null
  readonly type: 'text' | 'link' | 'image' | null
  /** Written before the beginning of this day in UTC. */
  readonly before: string | null
  /** Written on this day or later. */
  readonly after: string | null
}

const filter = /(^|\s)(author|community|type|before|after):@?([^\s"]+)/gi
const name = /^\w{2,21}$/

/** A day as `YYYY-MM-DD`, of which the month or the day may be missing; null when there is no such day. */
function parseDay(text: string): string | null {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? []
  if (!year || Number(year) < 1970) return null
  const iso = `${year}-${month}-${day}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

const readers = {
  author: (text: string) => (name.test(text) ? text.toLowerCase() : null),
  community: (text: string) => (name.test(text) ? text.toLowerCase() : null),
  type: (text: string) =>
    ['text', 'link', 'image'].includes(text.toLowerCase()) ? text.toLowerCase() : null,
  before: parseDay,
  after: parseDay,
}

/**
 * Reads what was typed into the search box: `author:`, `community:`, `type:`, `before:` and `after:` narrow what the
 * other words look for. A filter that makes no sense is words like all others; of each kind the last one counts.
 *
 * @param text cut after 200 characters.
 */
export function parseSearchText(text: string): SearchTerms {
  const found: Record<keyof typeof readers, string | null> = {
    author: null,
    community: null,
    type: null,
    before: null,
    after: null,
  }
  const words = cut(removeUnstorable(text), limits.searchMaxLength).replace(
    filter,
    (whole, _space, key, value) => {
      const kind = key.toLowerCase() as keyof typeof readers
      const read = readers[kind](value)
      if (read === null) return whole
      found[kind] = read
      return ' '
    },
  )
  return { ...found, type: found.type as SearchTerms['type'], words: words.trim() }
}

/** Whether there is nothing to search for. */
export const isEmpty = (terms: SearchTerms): boolean => Object.values(terms).every((part) => !part)

/** A last word that may not be finished: letters and digits, at least three, after a space or nothing. */
const openWord = /^(?:(.*)\s)?([\p{L}\p{N}]{3,})$/su

/**
 * The last word and what stands before it, where it may be the beginning of a longer one; null where it is part of a phrase,
 * unwanted, or one of several alternatives.
 */
export function openWordOf({ words }: SearchTerms): { before: string; word: string } | null {
  const [, before = '', word] = openWord.exec(words) ?? []
  const isInPhrase = before.split('"').length % 2 === 0
  if (word === undefined || isInPhrase || /\bor\b/i.test(words)) return null
  return { before, word: word.toLowerCase() }
}
