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

/** The lines of a search box: recent searches while it is empty; otherwise results, suggestions, and a web search at the end. */
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
      'Recent searches',
      recent.map((searched) => ({
        ...searchLine(`recent ${searched}`, searched, searched, 'new'),
        isRecent: true as const,
      })),
    )
  return [
    ...group('Search', [
      searchLine('all', q, `All results for “${q}”`, 'search'),
      ...(community === null
        ? []
        : [
            searchLine(
              'here',
              withFilters(q, { community: community.toLowerCase() }),
              `Only in ${community}`,
              'search',
            ),
          ]),
    ]),
    ...group(
      'Communities',
      found?.communities.map(({ name, noMembers, picture }) => ({
        key: `community ${name}`,
        href: `/${name}`,
        text: name,
        detail: `${noMembers.toLocaleString('en')} ${noMembers === 1 ? 'member' : 'members'}`,
        avatar: { name, picture, isSquare: true },
      })),
    ),
    ...group(
      'People',
      found?.users.map(({ username, picture }) => ({
        key: `user ${username}`,
        href: pathOfUser(username),
        text: `@${username}`,
        avatar: { name: username, picture, isSquare: false },
      })),
    ),
    ...group(
      'Posts',
      found?.posts.map(({ publicId, title, communityName }) => ({
        key: `post ${publicId}`,
        href: `/${communityName}/post/${publicId}`,
        text: title,
        detail: communityName,
        icon: 'text' as const,
      })),
    ),
    ...group('Elsewhere', [
      {
        key: 'web',
        href: webSearchUrl(q, origin),
        text: t('Search the web for it'),
        detail: 'DuckDuckGo, this site only',
        icon: 'external',
      },
    ]),
  ]
}

const group = (label: string, lines: readonly SuggestionLine[] = []): SuggestionGroup[] =>
  lines.length > 0 ? [{ label, lines }] : []
