import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import { SiteContext } from '../../data/account/site.ts'
import { suggestionsQuery } from '../../data/site/search.ts'
import { forgetSearch, forgetSearches, recentSearches, rememberSearch } from '../../device/recentSearches.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { classNames } from '../../ui/classNames.ts'
import { comboboxKey } from '../../ui/forms/comboboxKey.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import styles from './SearchCombobox.module.css'
import { pathOfSearch } from './searchPath.ts'
import { type SuggestionLine, suggestionGroups } from './suggestionGroups.ts'

interface SearchComboboxProps {
  /** Closes the dialog around it. */
  onClose: () => void
}

/**
 * A search box with suggestions. Enter opens the highlighted line, or all results where none is; the keys of a list are
 * those of the ARIA pattern.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function SearchCombobox({ onClose }: SearchComboboxProps) {
  const id = useId()
  const site = useContext(SiteContext)
  const { navigate } = useNavigator()
  const community = useShownCommunity()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [recent, setRecent] = useState(recentSearches)
  const list = useRef<HTMLDivElement>(null)
  const wanted = text.trim()
  const asked = useDebounced(wanted)
  const { data, isError, isFetching, isPlaceholderData } = useQuery({
    ...suggestionsQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const found = wanted === '' || isError ? undefined : data
  const groups = suggestionGroups({ text, found, recent, community, origin: site.origin })
  const lines = groups.flatMap((group) => group.lines)
  const highlighted = lines[active]
  const isSettled = asked === wanted && !isFetching && !isPlaceholderData

  const type = (typed: string) => {
    setText(typed)
    setActive(-1)
  }
  const search = (q: string) => {
    rememberSearch(q)
    navigate(pathOfSearch({ q }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') search(wanted)
  }
  const forgetLine = ({ searched = '' }: SuggestionLine) => {
    forgetSearch(searched)
    setRecent(recentSearches())
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Delete' && highlighted?.isRecent) {
      event.preventDefault()
      forgetLine(highlighted)
      return
    }
    // The dialog closes on Escape, and Tab leads to the buttons.
    if (event.key === 'Escape' || event.key === 'Tab') return
    const step = comboboxKey(event.key, { isOpen: true, count: lines.length, active })
    if (!step) return
    event.preventDefault()
    if (step.do === 'highlight') {
      setActive(step.index)
      list.current?.querySelectorAll('[role=option]')[step.index]?.scrollIntoView({ block: 'nearest' })
    }
    // As a press on it: the router and the browser know what kind of link it is.
    if (step.do === 'choose')
      list.current?.querySelectorAll<HTMLElement>('[role=option]')[step.index]?.click()
  }

  return (
    <>
      <search>
        <form action="/search" className={styles.form} onSubmit={submit}>
          <Icon name="search" />
          <input
            type="search"
            name="q"
            role="combobox"
            className={styles.input}
            aria-label="Search posts, comments, communities"
            aria-expanded={lines.length > 0}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={highlighted ? `${id}${active}` : undefined}
            aria-describedby={wanted === '' && recent.length > 0 ? `${id}help` : undefined}
            placeholder={`Search ${site.name}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={200}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <IconButton icon="close" label="Close" onClick={onClose} />
        </form>
      </search>
      <div className={styles.results}>
        <div
          ref={list}
          id={`${id}list`}
          role="listbox"
          aria-label="Suggestions"
          aria-busy={wanted !== '' && !isSettled}
          hidden={lines.length === 0}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options.
            <div key={group.label} role="group" aria-label={group.label} className={styles.group}>
              {group.label !== 'Search' && group.label !== 'Elsewhere' && (
                <p className={styles.heading} role="presentation">
                  {group.label}
                </p>
              )}
              {group.lines.map((line) => {
                const index = lines.indexOf(line)
                return (
                  <Line
                    key={line.key}
                    line={line}
                    id={`${id}${index}`}
                    isActive={index === active}
                    onFollow={() => line.searched && rememberSearch(line.searched)}
                    onForget={() => forgetLine(line)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {wanted === '' && recent.length > 0 && (
          <p className={styles.foot}>
            <span id={`${id}help`} className="visually-hidden">
              Arrow keys choose a recent search, Delete removes it.
            </span>
            <Button
              small
              variant="soft"
              onClick={() => {
                forgetSearches()
                setRecent([])
              }}
            >
              Clear recent searches
            </Button>
          </p>
        )}
        {wanted === '' && recent.length === 0 && (
          <p className={styles.note}>Words, “a phrase”, -without, author:name, community:name</p>
        )}
        {wanted !== '' && isError && (
          <p className={styles.note}>Suggestions could not be loaded. Enter shows all results.</p>
        )}
        <p role="status" className="visually-hidden">
          {wanted === '' ? '' : announcement(isError, isSettled ? countOf(found) : null)}
        </p>
      </div>
    </>
  )
}

/** The name of the community that the page on the screen belongs to, or null. */
function useShownCommunity(): string | null {
  const { content } = useShownPage()
  return content.kind === 'page' ? (content.params.communityName ?? null) : null
}

type Found = Parameters<typeof suggestionGroups>[0]['found']

const countOf = (found: Found): number =>
  found ? found.communities.length + found.users.length + found.posts.length : 0

function announcement(isError: boolean, count: number | null): string {
  if (isError) return 'Suggestions could not be loaded.'
  if (count === null) return ''
  if (count === 0) return 'No suggestions.'
  return count === 1 ? '1 suggestion.' : `${count} suggestions.`
}

interface LineProps {
  line: SuggestionLine
  id: string
  isActive: boolean
  onFollow: () => void
  onForget: () => void
}

function Line({ line, id, isActive, onFollow, onForget }: LineProps) {
  const isElsewhere = !line.href.startsWith('/')
  return (
    <div role="none" className={styles.row}>
      <Link
        href={line.href}
        id={id}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        className={classNames(styles.line, isActive && styles.active)}
        {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onFollow}
      >
        {line.avatar ? (
          <Avatar
            name={line.avatar.name}
            square={line.avatar.isSquare}
            size="small"
            src={line.avatar.picture}
          />
        ) : (
          line.icon && <Icon name={line.icon} size={18} />
        )}
        <span className={styles.text} dir="auto">
          {line.text}
        </span>
        {line.detail && <span className={styles.detail}>{line.detail}</span>}
      </Link>
      {line.isRecent && (
        // For the pointer: with the keyboard, Delete does the same.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title="Remove"
          className={styles.remove}
          onPointerDown={(event) => event.preventDefault()}
          onClick={onForget}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
