import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { communitiesQuery } from '../../data/communities/communities.ts'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { comboboxKey } from '../../ui/forms/comboboxKey.ts'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import styles from './CommunityPicker.module.css'

const communitySuggestions = 10

interface CommunityPickerProps {
  chosen: Community | null
  onChoose: (community: Community | null) => void
  error?: string | null | undefined
  autoFocus?: boolean
}

/** The suggestions: the viewer's own communities by size, then the largest of the site. */
function ownFirst(own: readonly Community[], largest: readonly Community[]): readonly Community[] {
  const ids = new Set(own.map(({ id }) => id))
  return [
    ...own.toSorted((a, b) => b.noMembers - a.noMembers),
    ...largest.filter(({ id }) => !ids.has(id)),
  ].slice(0, communitySuggestions)
}

/** Finds a community by a part of its name; an empty field suggests the viewer's own ones, then the largest ones. */
export function CommunityPicker({ chosen, onChoose, error, autoFocus }: CommunityPickerProps) {
  const id = useId()
  const [text, setText] = useState(chosen?.name ?? '')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const queryClient = useQueryClient()
  const own = useInitial().communities
  const latestText = useRef(text)
  // The name of the chosen community is not searched for.
  const requested = text === chosen?.name ? '' : text.trim()
  const asked = useDebounced(requested)
  const { data: found, isPlaceholderData } = useQuery({
    ...communitiesQuery({ sort: 'size', q: asked, limit: communitySuggestions }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const suggestions = asked === '' && !isPlaceholderData ? ownFirst(own, found ?? []) : (found ?? [])
  // Only a suggestion for the current text may be highlighted, or Enter would choose a wrong one.
  const isSettled = asked === requested && !isPlaceholderData
  const highlighted = isSettled ? active : -1

  const choose = (community: Community) => {
    setText(community.name)
    latestText.current = community.name
    setIsOpen(false)
    onChoose(community)
  }
  const type = (typed: string) => {
    setText(typed)
    latestText.current = typed
    setIsOpen(true)
    setActive(typed === '' ? -1 : 0)
    if (chosen && typed !== chosen.name) onChoose(null)
  }
  const leave = () => {
    setIsOpen(false)
    if (chosen) return
    const typed = text.trim().toLowerCase()
    const chooseNamed = (communities: readonly Community[]) => {
      const named = communities.find(({ name }) => name.toLowerCase() === typed)
      if (named) choose(named)
      return named !== undefined
    }
    if (typed === '' || chooseNamed(suggestions)) return
    // Fast typists leave the field before the suggestions arrive.
    queryClient
      .fetchQuery(communitiesQuery({ sort: 'size', q: typed, limit: communitySuggestions }))
      .then((communities) => latestText.current === text && chooseNamed(communities))
      // The form reports a missing community when it is submitted.
      .catch(() => {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = comboboxKey(event.key, { isOpen, count: suggestions.length, active: highlighted })
    if (!step) return
    if (step.do !== 'choose' || step.staysInField) {
      if (event.key !== 'Tab') event.preventDefault()
    }
    if (step.do === 'open') setIsOpen(true)
    if (step.do === 'close') setIsOpen(false)
    if (step.do === 'highlight') setActive(step.index)
    const suggestion = step.do === 'choose' && suggestions[step.index]
    if (suggestion) choose(suggestion)
  }

  const isListShown = isOpen && (suggestions.length > 0 || (isSettled && found !== undefined))
  return (
    <div className={styles.picker}>
      <TextField
        label={t('Community')}
        name="community"
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('Choose a community')}
        aria-expanded={isListShown}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && highlighted >= 0 ? `${id}${highlighted}` : undefined}
        autoFocus={autoFocus}
        value={text}
        error={error}
        onChange={type}
        onFocus={(event) => {
          event.currentTarget.select()
          setActive(-1)
        }}
        onClick={() => setIsOpen(true)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={t('Communities')}
        className={styles.list}
        hidden={!isListShown}
      >
        {suggestions.map((community, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={community.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === highlighted}
            className={styles.suggestion}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(community)}
          >
            <CommunityAvatar name={community.name} picture={community.proPic} />
            <span className={styles.name} dir="auto">
              {isolated(community.name)}
            </span>
            <span className={styles.members}>
              <Count value={community.noMembers} />{' '}
              {t('{members, plural, one {member} other {members}}', { members: community.noMembers })}
            </span>
          </button>
        ))}
      </div>
      {isListShown && suggestions.length === 0 && (
        <p className={styles.nothing} role="status">
          {t('No communities match “{q}”.', { q: asked })}
        </p>
      )}
    </div>
  )
}
