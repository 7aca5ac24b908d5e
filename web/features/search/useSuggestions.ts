import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useContext, useId, useRef, useState } from 'react'
import { SiteContext } from '../../data/account/site.ts'
import { type SearchParams, suggestionsQuery } from '../../data/site/search.ts'
import { forgetSearch, forgetSearches, recentSearches } from '../../device/recentSearches.ts'
import { useShownPage } from '../../router/page.ts'
import { comboboxKey } from '../../ui/forms/comboboxKey.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { type SuggestionGroup, type SuggestionLine, suggestionGroups } from './suggestionGroups.ts'
import { typedOn } from './typedOn.ts'

interface SuggestionsOptions {
  initialText?: string
  /** Whether the list opens below the field and closes again. Otherwise it is always visible, and Escape is handled by the element around it. */
  opens?: boolean
  /** Kind and order of the current search, for lines that open results. */
  kept?: Pick<SearchParams, 'kind' | 'sort'>
}

/** The state of a search field with suggestions; `SuggestionList` shows it. */
export interface Suggestions {
  readonly id: string
  readonly text: string
  /** The text without the space around it. */
  readonly query: string
  readonly isOpen: boolean
  readonly groups: readonly SuggestionGroup[]
  /** Index of the highlighted line over all groups, or -1. */
  readonly active: number
  readonly hasRecent: boolean
  readonly isError: boolean
  /** The number of results, or null while it is unknown. */
  readonly count: number | null
  readonly list: RefObject<HTMLDivElement | null>
  readonly type: (text: string) => void
  /** A field without text offers recent searches. */
  readonly openIfEmpty: () => void
  readonly close: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly forgetLine: (line: SuggestionLine) => void
  readonly forgetAll: () => void
}

/**
 * Suggestions for a search field. Enter opens the highlighted line; the keys of a list are those of the ARIA pattern.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function useSuggestions({ initialText = '', opens = false, kept }: SuggestionsOptions): Suggestions {
  const id = useId()
  const { origin } = useContext(SiteContext)
  const community = useShownCommunity()
  const [text, setText] = useState(initialText)
  const [isOpen, setOpen] = useState(!opens)
  // By its key, because lines are added above it when suggestions arrive.
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [recent, setRecent] = useState(recentSearches)
  const list = useRef<HTMLDivElement>(null)
  const query = text.trim()
  const debounced = useDebounced(query)
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...suggestionsQuery(debounced),
    enabled: isOpen && debounced !== '',
    placeholderData: keepPreviousData,
  })
  const found = query === '' || isError ? undefined : data
  const groups = isOpen ? suggestionGroups({ text, found, recent, community, origin, ...kept }) : []
  const lines = groups.flatMap((group) => group.lines)
  const active = lines.findIndex(({ key }) => key === activeKey)
  const isSettled = debounced === query && !isFetching && !isPlaceholderData

  const open = () => {
    if (!isOpen) setRecent(recentSearches())
    setOpen(true)
  }
  const close = () => {
    setOpen(!opens)
    setActiveKey(null)
  }
  const forgetLine = ({ searched = '' }: SuggestionLine) => {
    forgetSearch(searched)
    setRecent(recentSearches())
    setActiveKey(null)
  }
  const lineAt = (index: number) => list.current?.querySelectorAll<HTMLElement>('[role=option]')[index]
  const onKeyDown = (event: KeyboardEvent) => {
    const highlighted = lines[active]
    if (event.key === 'Delete' && highlighted?.isRecent) {
      event.preventDefault()
      forgetLine(highlighted)
      return
    }
    // Tab moves to the buttons.
    if (event.key === 'Tab' || (event.key === 'Escape' && !opens)) return
    const step = comboboxKey(event.key, { isOpen, count: lines.length, active })
    if (!step) return
    // Also against Escape, which empties search fields in some browsers.
    event.preventDefault()
    if (step.do === 'open') open()
    if (step.do === 'close') close()
    if (step.do === 'highlight') {
      setActiveKey(lines[step.index]?.key ?? null)
      lineAt(step.index)?.scrollIntoView({ block: 'nearest' })
    }
    // Like a click, so that router and browser handle each kind of link.
    if (step.do === 'choose') lineAt(step.index)?.click()
  }

  return {
    id,
    text,
    query,
    isOpen,
    groups,
    active,
    hasRecent: recent.length > 0,
    isError,
    count: isSettled ? countOf(found) : null,
    list,
    type: (typed) => {
      setText(typed)
      typedOn(typed)
      setActiveKey(null)
      open()
    },
    openIfEmpty: () => query === '' && open(),
    close,
    onKeyDown,
    forgetLine,
    forgetAll: () => {
      forgetSearches()
      setRecent([])
    },
  }
}

/** The attributes of a field that has suggestions. */
export function comboboxAttributes({ id, query, isOpen, groups, active, hasRecent }: Suggestions) {
  return {
    role: 'combobox',
    'aria-expanded': groups.length > 0,
    'aria-controls': `${id}list`,
    'aria-autocomplete': 'list',
    ...(active >= 0 && { 'aria-activedescendant': `${id}${active}` }),
    ...(isOpen && query === '' && hasRecent && { 'aria-describedby': `${id}help` }),
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    enterKeyHint: 'search',
  } as const
}

/** The name of the community that the page on the screen belongs to, or null. */
function useShownCommunity(): string | null {
  const { content } = useShownPage()
  return content.kind === 'page' ? (content.params.communityName ?? null) : null
}

type Found = Parameters<typeof suggestionGroups>[0]['found']

const countOf = (found: Found): number =>
  found ? found.communities.length + found.users.length + found.posts.length : 0
