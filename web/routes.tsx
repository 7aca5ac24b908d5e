import type { ComponentType } from 'react'
import type { Initial } from '../contract/entities/initial.ts'
import { communityQuery } from './data/communities.ts'
import type { Loaders } from './data/load.ts'
import { pathOfOurs } from './data/pathOfOurs.ts'
import { communityFeed, isAboutTab } from './pages/community/communityFeed.ts'
import { largestCommunitiesQuery } from './pages/home/activeCommunities.ts'
import { type HomePath, homeFeed } from './pages/home/homeFeed.ts'
import { preparePost } from './pages/post/preparePost.ts'

/** What a page may look at while it says what it needs. */
export interface PageContext<Names extends string = string> extends Loaders {
  readonly params: Readonly<Record<Names, string>>
  readonly search: URLSearchParams
  readonly initial: Promise<Initial>
}

export interface PageProps {
  readonly params: Readonly<Record<string, string>>
}

/** Another address, in place of the one that was asked for. */
export interface Detour {
  readonly to: string
  /** Whether the address asked for is wrong for ever and for everybody. */
  readonly permanent: boolean
}

export type PageFile = `./pages/${string}Page.tsx`

type Prepare<Names extends string> = (context: PageContext<Names>) => Promise<Detour | undefined>

export interface Route {
  readonly expression: RegExp
  /** The page's source file; its default export is the page. */
  readonly page: PageFile
  /** Guests are sent to /login, which brings them back. */
  readonly loginRequired: boolean
  /** Loads what the page shows. */
  readonly prepare: Prepare<string> | null
}

type NamesIn<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

/** @param pattern `:name` stands for one part made of letters, digits and underscores. */
export const route = <const Pattern extends string>(
  pattern: Pattern,
  page: PageFile,
  options: { loginRequired?: true; prepare?: Prepare<NamesIn<Pattern>> } = {},
): Route => ({
  expression: new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>\\w+)')}$`),
  page,
  loginRequired: options.loginRequired ?? false,
  prepare: (options.prepare as Prepare<string> | undefined) ?? null,
})

const home = (path: HomePath, options: { loginRequired?: true } = {}) =>
  route(path, './pages/home/HomePage.tsx', {
    ...options,
    async prepare({ initial, search, load, loadFeed }) {
      const known = await initial
      await Promise.all([loadFeed(homeFeed(path, known, search)), load(largestCommunitiesQuery(known))])
      return undefined
    },
  })

/** The pages that people come to read, and what leads to them: known from the beginning. */
export const readingRoutes: readonly Route[] = [
  home('/'),
  home('/all'),
  home('/subscriptions', { loginRequired: true }),
  route('/login', './pages/login/LoginPage.tsx', {
    prepare: async ({ initial, search }) =>
      (await initial).user ? { to: pathOfOurs(search.get('next')), permanent: false } : undefined,
  }),
  route('/communities', './pages/communities/CommunitiesPage.tsx', {
    prepare: async (page) =>
      (await import('./pages/communities/prepareCommunities.ts')).prepareCommunities(page),
  }),
  route('/:communityName/post/:publicId', './pages/post/PostPage.tsx', { prepare: preparePost }),
  route('/:communityName/post/:publicId/:commentId', './pages/post/PostPage.tsx', { prepare: preparePost }),
  route('/:communityName', './pages/community/CommunityPage.tsx', {
    async prepare({ params, initial, search, load, loadFeed }) {
      const community = await load(communityQuery(params.communityName))
      if (community.name !== params.communityName)
        return { to: `/${community.name}${search.size > 0 ? `?${search}` : ''}`, permanent: true }
      if (!isAboutTab(search)) await loadFeed(communityFeed(community, await initial, search))
      return undefined
    },
  }),
]

/**
 * Whether a path belongs to one of the other pages, of which most visitors open none: their table comes with the first
 * step to one of them. What is no word of ours may be a community.
 */
const isOther = (path: string): boolean =>
  /^\/(?:@|(?:notifications|settings|new|search|admin|about|guidelines|moderator-guidelines|terms|privacy-policy|markdown.guide|modlog|modqueue|moderating|confirm_email|reset_password)(?:\/|$)|\w+\/(?!post\/))/.test(
    path,
  )

interface PageModule {
  default: ComponentType<PageProps>
  /** What guests see in the left column beside this page; here, so that other pages do not carry it. */
  ForGuests?: ComponentType
}

/** Fetches the module of a page. */
export type PageModules = Readonly<Record<string, () => Promise<PageModule>>>

const readingModules: PageModules = import.meta.glob<PageModule>([
  './pages/{home,login,communities,community,post}/*Page.tsx',
])

/** The page at a path, with the names that the path gives and how its module is fetched; null when there is none. */
export async function findRoute(path: string): Promise<FoundRoute | null> {
  if (!isOther(path)) return findIn(readingRoutes, readingModules, path)
  const { otherRoutes, otherModules } = await import('./otherRoutes.ts')
  return findIn(otherRoutes, otherModules, path)
}

export interface FoundRoute {
  readonly route: Route
  readonly params: Record<string, string>
  readonly loadModule: () => Promise<PageModule>
}

function findIn(routes: readonly Route[], modules: PageModules, path: string): FoundRoute | null {
  for (const route of routes) {
    const match = route.expression.exec(path)
    if (!match) continue
    const loadModule = modules[route.page]
    if (!loadModule) throw new Error(`${route.page} does not exist.`)
    return { route, params: { ...match.groups }, loadModule }
  }
  return null
}
