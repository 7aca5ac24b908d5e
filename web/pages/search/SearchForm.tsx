import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SearchParams } from '../../data/site/search.ts'
import { rememberSearch } from '../../device/recentSearches.ts'
import { SuggestionList } from '../../features/search/SuggestionList.tsx'
import { pathOfSearch } from '../../features/search/searchPath.ts'
import { searchSent, takeTypedOn } from '../../features/search/typedOn.ts'
import { comboboxAttributes, useSuggestions } from '../../features/search/useSuggestions.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import styles from './SearchForm.module.css'

/** The field of the search page, with suggestions below it. Another query keeps kind and order. */
export function SearchForm({ searchParams }: { searchParams: SearchParams }) {
  const { q, kind, sort } = searchParams
  const { navigate } = useNavigator()
  const [typed] = useState(() => takeTypedOn(q))
  const suggestions = useSuggestions({ initialText: typed ?? q, opens: true, kept: { kind, sort } })
  const field = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Typing continues at the end.
    if (typed !== null) field.current?.querySelector('input')?.setSelectionRange(typed.length, typed.length)
  }, [typed])
  const { text, wanted, groups } = suggestions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    suggestions.close()
    rememberSearch(wanted)
    searchSent(wanted)
    navigate(pathOfSearch({ ...searchParams, q: wanted }))
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
            label="Words to look for"
            hideLabel
            type="search"
            name="q"
            placeholder="Words, “a phrase”, author:name …"
            autoFocus={q === '' || typed !== null}
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
          Search
        </Button>
      </form>
    </search>
  )
}
