import type { ComponentType } from 'react'
import type { Initial } from '../contract/entities/initial.ts'
import { otherSpellings, staticPages } from '../contract/staticPages.ts'
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
const route = <const Pattern extends string>(
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

/** Every page of the site. The first pattern that fits wins, so fixed paths stand before names. */
export const routes: readonly Route[] = [
  home('/'),
  home('/all'),
  home('/subscriptions', { loginRequired: true }),
  route('/login', './pages/login/LoginPage.tsx', {
    prepare: async ({ initial, search }) =>
      (await initial).user ? { to: pathOfOurs(search.get('next')), permanent: false } : undefined,
  }),
  // Where the links of our mails lead (contract/mailLinks.ts).
  route('/confirm_email', './pages/mailed/ConfirmEmailPage.tsx'),
  route('/reset_password', './pages/mailed/ResetPasswordPage.tsx'),
  route('/communities', './pages/communities/CommunitiesPage.tsx', {
    prepare: async (page) =>
      (await import('./pages/communities/prepareCommunities.ts')).prepareCommunities(page),
  }),
  route('/moderating', './pages/moderating/ModeratingPage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/moderating/moderatingFeed.ts')).prepareModerating(page),
  }),
  route('/modqueue', './pages/modqueue/ModqueuePage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/modqueue/queueAddress.ts')).prepareQueue(page),
  }),
  route('/notifications', './pages/notifications/NotificationsPage.tsx', { loginRequired: true }),
  route('/settings', './pages/settings/SettingsPage.tsx', { loginRequired: true }),
  route('/modlog', './pages/modlog/ModlogPage.tsx', {
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareSiteModlog(page),
  }),
  // How these are prepared comes when somebody goes there: few first pages are one of them.
  route('/new', './pages/new/NewPostPage.tsx', {
    loginRequired: true,
    prepare: async (page) => (await import('./pages/new/prepareNewPost.ts')).prepareNewPost(page),
  }),
  {
    expression: /^\/admin(?:\/(?<screen>[^/]+))?$/,
    page: './pages/admin/AdminPage.tsx',
    loginRequired: true,
    prepare: async (page) => (await import('./pages/admin/prepareAdmin.ts')).prepareAdmin(page),
  },
  ...[...staticPages, ...Object.keys(otherSpellings)].map((name) =>
    route(`/${name}`, './pages/static/StaticPage.tsx', {
      prepare: async (page) => (await import('./pages/static/prepareStatic.ts')).prepareStatic(name, page),
    }),
  ),
  route('/@:username', './pages/profile/ProfilePage.tsx', {
    prepare: async (page) => (await import('./pages/profile/prepareProfile.ts')).prepareProfile(page),
  }),
  route('/@:username/lists', './pages/lists/ListsPage.tsx', {
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareLists(page),
  }),
  route('/@:username/lists/:listName', './pages/lists/ListPage.tsx', {
    prepare: async (page) => (await import('./pages/lists/prepareLists.ts')).prepareList(page),
  }),
  route('/:communityName/post/:publicId', './pages/post/PostPage.tsx', { prepare: preparePost }),
  route('/:communityName/post/:publicId/:commentId', './pages/post/PostPage.tsx', { prepare: preparePost }),
  route('/:communityName/modlog', './pages/modlog/ModlogPage.tsx', {
    prepare: async (page) => (await import('./pages/modlog/prepareModlog.ts')).prepareCommunityModlog(page),
  }),
  ...(['/:communityName/modtools', '/:communityName/modtools/:screen'] as const).map((path) =>
    route(path, './pages/modtools/ModtoolsPage.tsx', {
      loginRequired: true,
      prepare: async (page) => (await import('./pages/modtools/prepareModtools.ts')).prepareModtools(page),
    }),
  ),
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

interface PageModule {
  default: ComponentType<PageProps>
  /** What guests see in the left column beside this page; here, so that other pages do not carry it. */
  ForGuests?: ComponentType
}

/** Every page's module, fetched when it is needed. */
export const pageModules = import.meta.glob<PageModule>('./pages/*/*Page.tsx')

/** The page at a path, with the names that the path gives; null when there is none. */
export function findRoute(path: string): { route: Route; params: Record<string, string> } | null {
  for (const route of routes) {
    const match = route.expression.exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  return null
}
