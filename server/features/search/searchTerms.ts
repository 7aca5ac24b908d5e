import { limits } from '../../../contract/limits.ts'
import {
  type ExcludedBy,
  filteredTypes,
  splitExclusions,
  splitFilters,
} from '../../../contract/searchFilters.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { cut } from '../../platform/http/text.ts'

/** How many words that begin with the last one a search also looks for: those that are used most. */
export const completionsMax = 10

/** What someone searches for. */
export interface SearchTerms {
  /** In the syntax of PostgreSQL's `websearch_to_tsquery`: words, "phrases", `or`, and `-` before excluded words. */
  readonly words: string
  /** In lower case. */
  readonly author: string | null
  /** In lower case. */
  readonly community: string | null
  readonly type: (typeof filteredTypes)[number] | null
  /** Written before the beginning of this day in UTC. */
  readonly before: string | null
  /** Written on this day or later. */
  readonly after: string | null
  /** Whose texts, and those of which communities and types, are not found. */
  readonly excluded: ExcludedBy | null
}

/**
 * Parses a query: `author:`, `community:`, `type:`, `before:` and `after:` filter the results of the other words. An
 * invalid filter counts as words; of each kind, the last one counts. With a `-` before, the first three exclude, each of them.
 *
 * @param text cut after 200 characters.
 */
export function parseSearchText(text: string): SearchTerms {
  const { filters, words: left } = splitFilters(cut(text, limits.searchMaxLength))
  const { excluded, words } = splitExclusions(left)
  return {
    ...filters,
    excluded,
    type: filteredTypes.find((type) => type === filters.type) ?? null,
    words: words.trim(),
  }
}

/** Whether the query is empty. */
export const isEmpty = (terms: SearchTerms): boolean => Object.values(terms).every((part) => !part)

/** A last word that may be unfinished: at least three letters and digits, after a space or at the beginning. */
const openWord = /^(?:(.*)\s)?([\p{L}\p{N}]{3,})$/su

/**
 * The last word and the text before it, if the word may be unfinished; null if it is part of a phrase, excluded, or an
 * alternative.
 */
export function openWordOf({ words }: Pick<SearchTerms, 'words'>): { before: string; word: string } | null {
  const [, before = '', word] = openWord.exec(words) ?? []
  const isInPhrase = before.split('"').length % 2 === 0
  if (word === undefined || isInPhrase || /\bor\b/i.test(words)) return null
  return { before, word: word.toLowerCase() }
}

/** The terms as parameters of the statements that find texts, and what the viewer does not see. `last` is explained there. */
export function termParameters<Last extends string>(
  { words, author, community, type, before, after, excluded }: SearchTerms,
  last: Last,
  viewer: Viewer | null,
) {
  const open = openWordOf({ words })
  const hasFilter = author !== null || community !== null || type !== null || excluded !== null
  return {
    by: words !== '' ? 'words' : hasFilter ? 'filters' : 'time',
    words: open?.before ?? words,
    lastWord: open?.word ?? null,
    last: open ? last : 'closed',
    author,
    community,
    inCommunity: community !== null,
    type,
    before,
    after,
    excludedAuthors: excluded?.author ?? [],
    excludedCommunities: excluded?.community ?? [],
    excludedTypes: excluded?.type ?? [],
    viewerId: viewer?.id ?? null,
    unreadableIds: unreadableCommunities(viewer),
  } as const
}

/** Whether texts are excluded for one viewer: all that they muted or may not read, if there is anything of it. */
export const excludesTexts = (viewer: Viewer | null): boolean =>
  viewer !== null &&
  (viewer.mutesMembers || viewer.mutesCommunities || unreadableCommunities(viewer).length > 0)
