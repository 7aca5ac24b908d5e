import { t } from '../../../contract/texts/t.ts'
import { rememberSearch } from '../../device/recentSearches.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './SearchCombobox.module.css'
import type { SuggestionLine } from './suggestionGroups.ts'
import type { Suggestions } from './useSuggestions.ts'

/** The suggestions below a search field. */
export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const { id, query, isOpen, groups, active, hasRecent, isError, count, list } = suggestions
  const lines = groups.flatMap((group) => group.lines)
  return (
    <>
      <div
        ref={list}
        id={`${id}list`}
        role="listbox"
        aria-label={t('Suggestions')}
        aria-busy={isOpen && query !== '' && count === null}
        hidden={lines.length === 0}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and a listbox may only have options and groups.
          <div key={group.label} role="group" aria-label={group.label} className={styles.group}>
            {!group.hidesLabel && (
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
                  onFollow={() => {
                    if (line.searched) rememberSearch(line.searched)
                    suggestions.close()
                  }}
                  onForget={() => suggestions.forgetLine(line)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {isOpen && query === '' && hasRecent && (
        <p className={styles.foot}>
          <span id={`${id}help`} className="visually-hidden">
            {t('Use the arrow keys to choose a recent search. Press Delete to remove it.')}
          </span>
          <Button small variant="soft" onClick={suggestions.forgetAll}>
            {t('Clear recent searches')}
          </Button>
        </p>
      )}
      {isOpen && query !== '' && isError && (
        <p className={styles.note}>{t("Couldn't load suggestions. Press Enter to search.")}</p>
      )}
      <p role="status" className="visually-hidden">
        {isOpen && query !== '' ? announcement(isError, count) : ''}
      </p>
    </>
  )
}

function announcement(isError: boolean, count: number | null): string {
  if (isError) return t("Couldn't load suggestions.")
  if (count === null) return ''
  if (count === 0) return t('No suggestions.')
  return t('{count, plural, one {# suggestion.} other {# suggestions.}}', { count })
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
          {isolated(line.text)}
        </span>
        {line.detail && <span className={styles.detail}>{line.detail}</span>}
      </Link>
      {line.isRecent && (
        // For the pointer: with the keyboard, Delete does the same.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={t('Remove')}
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
