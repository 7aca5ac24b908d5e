import { type FormEvent, useContext } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { SiteContext } from '../../data/account/site.ts'
import { rememberSearch } from '../../device/recentSearches.ts'
import { useNavigator } from '../../router/navigator.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './SearchCombobox.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import { pathOfSearch } from './searchPath.ts'
import { searchSent } from './typedOn.ts'
import { comboboxAttributes, useSuggestions } from './useSuggestions.ts'

interface SearchComboboxProps {
  /** Closes the dialog around it. */
  onClose: () => void
}

/** A search box with suggestions. Enter opens the highlighted line, or else all results. */
export function SearchCombobox({ onClose }: SearchComboboxProps) {
  const site = useContext(SiteContext)
  const { navigate } = useNavigator()
  const suggestions = useSuggestions({})
  const { text, query } = suggestions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (query === '') return
    rememberSearch(query)
    searchSent(query)
    navigate(pathOfSearch({ q: query }))
  }
  return (
    <>
      <search>
        <form action="/search" className={styles.form} onSubmit={submit}>
          <Icon name="search" />
          <input
            {...comboboxAttributes(suggestions)}
            name="q"
            className={styles.input}
            aria-label={t('Search posts, comments, communities')}
            placeholder={t('Search {site}', { site: site.name })}
            maxLength={200}
            value={text}
            onChange={(event) => suggestions.type(event.currentTarget.value)}
            onKeyDown={suggestions.onKeyDown}
          />
          <IconButton icon="close" label={t('Close')} onClick={onClose} />
        </form>
      </search>
      <div className={styles.results}>
        <SuggestionList suggestions={suggestions} />
        {query === '' && !suggestions.hasRecent && (
          <p className={styles.note}>{t('Words, “a phrase”, -without, author:name, community:name')}</p>
        )}
      </div>
    </>
  )
}
