import { limits } from '../../../contract/limits.ts'
import { splitFilters } from '../../../contract/searchFilters.ts'
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

/**
 * Reads what was typed into the search box: `author:`, `community:`, `type:`, `before:` and `after:` narrow what the
 * other words look for. A filter that makes no sense is words like all others; of each kind the last one counts.
 *
 * @param text cut after 200 characters.
 */
export function parseSearchText(text: string): SearchTerms {
  const { filters, words } = splitFilters(cut(removeUnstorable(text), limits.searchMaxLength))
  return { ...filters, type: filters.type as SearchTerms['type'], words: words.trim() }
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
