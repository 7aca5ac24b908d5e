import { type FormEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../../contract/texts/t.ts'
import type { SearchParams } from '../../data/site/search.ts'
import { rememberSearch } from '../../device/recentSearches.ts'
import { SuggestionList } from '../../features/search/SuggestionList.tsx'
import { pathOfSearch } from '../../features/search/searchPath.ts'
import { searchSent, takeTypedOn } from '../../features/search/typedOn.ts'
import { comboboxAttributes, type Suggestions, useSuggestions } from '../../features/search/useSuggestions.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './SearchForm.module.css'

/** The field of the search page, with suggestions below it. Another query keeps kind and order. */
export function SearchForm({ searchParams, isLoading }: { searchParams: SearchParams; isLoading: boolean }) {
  const { q, kind, sort } = searchParams
  const { navigate } = useNavigator()
  const suggestions = useSuggestions({ initialText: q, opens: true, kept: { kind, sort } })
  const field = useRef<HTMLDivElement>(null)
  useTypingOn(field, { q, isLoading, suggestions })
  const { text, query, groups } = suggestions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    suggestions.close()
    rememberSearch(query)
    searchSent(query)
    navigate(pathOfSearch({ ...searchParams, q: query }))
  }
  return (
    <search>
      <form
        action="/search"
        className={styles.form}
        onSubmit={submit}
        onBlur={({ relatedTarget }) => {
          if (!field.current?.contains(relatedTarget)) suggestions.close()
        }}
      >
        {kind !== 'posts' && <input type="hidden" name="in" value={kind} />}
        {sort !== 'relevance' && <input type="hidden" name="sort" value={sort} />}
        <div ref={field} className={styles.field}>
          <TextField
            {...comboboxAttributes(suggestions)}
            label={t('Search')}
            hideLabel
            name="q"
            data-search-page=""
            placeholder={t('Words, “a phrase”, author:name…')}
            autoFocus={q === ''}
            value={text}
            onChange={suggestions.type}
            onKeyDown={suggestions.onKeyDown}
            onFocus={suggestions.openIfEmpty}
            onClick={suggestions.openIfEmpty}
          />
          <div className={classNames(styles.list, groups.length === 0 && styles.closed)}>
            <SuggestionList suggestions={suggestions} />
          </div>
        </div>
        <Button type="submit" variant="main" icon="search">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

/** Where a search was sent from a field, this one takes over what is typed while its results load. Then they get the focus. */
function useTypingOn(
  field: RefObject<HTMLElement | null>,
  { q, isLoading, suggestions }: { q: string; isLoading: boolean; suggestions: Suggestions },
) {
  const isUntouched = useRef(false)
  const takeOver = useEffectEvent(() => {
    const text = takeTypedOn(q)
    if (text === null || (text === q && !isLoading)) return
    if (text === q) isUntouched.current = true
    else suggestions.type(text)
    field.current?.querySelector('input')?.focus()
  })
  const leave = useEffectEvent(() => {
    if (!isUntouched.current || suggestions.text !== q) return
    if (!field.current?.contains(document.activeElement)) return
    field.current.closest('main')?.focus({ preventScroll: true })
  })
  // Not while rendering: React may discard that and render again, and the other field is typed into until this one is in its place.
  useLayoutEffect(() => takeOver(), [])
  useEffect(() => {
    if (!isLoading) leave()
  }, [isLoading])
}
