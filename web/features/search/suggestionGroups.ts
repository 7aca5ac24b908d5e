import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { t } from '../../../contract/texts/t.ts'
import type { SearchKind, SearchSort } from '../../../contract/words.ts'
import { pathOfUser } from '../../data/users/userPath.ts'
import type { IconName } from '../../ui/icons/names.ts'
import { withFilters } from './searchFilters.ts'
import { pathOfSearch, webSearchUrl } from './searchPath.ts'

/** A line in the list below a search box. */
export interface SuggestionLine {
  readonly key: string
  readonly href: string
  readonly text: string
  /** Beside the text, less prominent. */
  readonly detail?: string
  readonly icon?: IconName
  readonly avatar?: { readonly name: string; readonly picture: string | null; readonly isSquare: boolean }
  /** The query, for lines that open results. */
  readonly searched?: string
  /** Whether it can be removed. */
  readonly isRecent?: true
}

export interface SuggestionGroup {
  readonly label: string
  /** Whether only assistive technology reads the label. */
  readonly hidesLabel?: true
  readonly lines: readonly SuggestionLine[]
}

interface Typed {
  readonly text: string
  readonly found: OutputOf<'suggest'> | undefined
  readonly recent: readonly string[]
  /** The community of the current page, or null. */
  readonly community: string | null
  readonly origin: string
  /** Kind and order for lines that open results; by default posts by relevance. */
  readonly kind?: SearchKind
  readonly sort?: SearchSort
}

const peopleShown = 3

/**
 * The lines of a search box: recent searches while it is empty; otherwise results, suggestions, and a web search at the end.
 * Communities come first where the name of one begins with the text: that one is what most who type a name look for.
 */
export function suggestionGroups(typed: Typed): SuggestionGroup[] {
  const { text, found, recent, community, origin, kind = 'posts', sort = 'relevance' } = typed
  const q = text.trim()
  const searchLine = (key: string, searched: string, label: string, icon: IconName): SuggestionLine => ({
    key,
    href: pathOfSearch({ q: searched, kind, sort }),
    text: label,
    icon,
    searched,
  })
  if (q === '')
    return group(
      t('Recent searches'),
      recent.map((searched) => ({
        ...searchLine(`recent ${searched}`, searched, searched, 'new'),
        isRecent: true as const,
      })),
    )
  const communities = group(
    t('Communities'),
    found?.communities.map(({ name, noMembers, picture }) => ({
      key: `community ${name}`,
      href: `/${name}`,
      text: name,
      detail: t('{count, plural, one {# member} other {# members}}', { count: noMembers }),
      avatar: { name, picture, isSquare: true },
    })),
  )
  const start = q.replace(/^\//, '').toLowerCase()
  const isNamed = found?.communities.some(({ name }) => name.toLowerCase().startsWith(start)) === true
  return [
    ...(isNamed ? communities : []),
    ...withoutHeading(t('Search'), [
      searchLine('all', q, t('All results for “{q}”', { q }), 'search'),
      ...(community === null
        ? []
        : [
            searchLine(
              'here',
              withFilters(q, { community: community.toLowerCase() }),
              t('Only in {community}', { community }),
              'search',
            ),
          ]),
    ]),
    ...(isNamed ? [] : communities),
    ...group(
      t('People'),
      found?.users.slice(0, peopleShown).map(({ username, picture }) => ({
        key: `user ${username}`,
        href: pathOfUser(username),
        text: `@${username}`,
        avatar: { name: username, picture, isSquare: false },
      })),
    ),
    ...group(
      t('Posts'),
      found?.posts.map(({ publicId, title, communityName }) => ({
        key: `post ${publicId}`,
        href: `/${communityName}/post/${publicId}`,
        text: title,
        detail: communityName,
        icon: 'text' as const,
      })),
    ),
    ...withoutHeading(t('Elsewhere'), [
      {
        key: 'web',
        href: webSearchUrl(q, origin),
        text: t('Search this site with DuckDuckGo'),
        icon: 'external',
      },
    ]),
  ]
}

const group = (label: string, lines: readonly SuggestionLine[] = []): SuggestionGroup[] =>
  lines.length > 0 ? [{ label, lines }] : []

const withoutHeading = (label: string, lines: readonly SuggestionLine[]): SuggestionGroup[] => [
  { label, lines, hidesLabel: true },
]
