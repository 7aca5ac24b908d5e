import { sameSitePath } from '../contract/sameSitePath.ts'
import { communityQuery } from './data/communities/communities.ts'
import { type HomePath, homeFeed } from './features/feed/homeFeed.ts'
import { otherPaths } from './otherPaths.ts'
import { communityFeed, isAboutTab } from './pages/community/communityFeed.ts'
import { largestCommunitiesQuery } from './pages/home/activeCommunities.ts'
import { preparePost } from './pages/post/preparePost.ts'
import {
  type PageModule,
  type RouteDefinition,
  type RouteEntry,
  type RouteTable,
  route,
} from './router/route.ts'

const readingModules = import.meta.glob<PageModule>([
  './pages/{home,login,communities,community,post}/*Page.tsx',
])

const reading = <const Pattern extends string>(
  pattern: Pattern,
  definition: RouteDefinition<Pattern>,
): RouteEntry => ({ pattern, getRoute: () => route(definition, readingModules) })

const home = (path: HomePath, options: { loginRequired?: true } = {}) =>
  reading(path, {
    page: './pages/home/HomePage.tsx',
    queryKeys: ['sort', 'next'],
    ...options,
    async prepare({ initial, search, load, loadFeed }) {
      const known = await initial
      await Promise.all([loadFeed(homeFeed(path, known, search)), load(largestCommunitiesQuery(known))])
      return undefined
    },
  })

const highlightKeys = ['highlightFrom', 'highlightTo']

/** The routes of the pages for reading; loaded with every page. */
const readingRoutes: RouteTable = [
  home('/'),
  home('/all'),
  home('/subscriptions', { loginRequired: true }),
  reading('/login', {
    page: './pages/login/LoginPage.tsx',
    openInPrivateForum: true,
    unlisted: true,
    queryKeys: ['next'],
    prepare: async ({ initial, search }) =>
      (await initial).user ? { to: sameSitePath(search.get('next')), permanent: false } : undefined,
  }),
  reading('/communities', {
    page: './pages/communities/CommunitiesPage.tsx',
    queryKeys: ['q', 'sort', 'next'],
    prepare: async (page) =>
      (await import('./pages/communities/prepareCommunities.ts')).prepareCommunities(page),
  }),
  reading('/:communityName/post/:publicId', {
    page: './pages/post/PostPage.tsx',
    queryKeys: ['sort', 'next', ...highlightKeys],
    prepare: preparePost,
  }),
  reading('/:communityName/post/:publicId/:commentId', {
    page: './pages/post/PostPage.tsx',
    queryKeys: ['sort', 'next', ...highlightKeys],
    prepare: preparePost,
  }),
  reading('/:communityName', {
    page: './pages/community/CommunityPage.tsx',
    queryKeys: ['sort', 'tab', 'next'],
    async prepare({ params, initial, search, load, loadFeed }) {
      const community = await load(communityQuery(params.communityName))
      if (community.name !== params.communityName)
        return { to: `/${community.name}${search.size > 0 ? `?${search}` : ''}`, permanent: true }
      if (!isAboutTab(search)) await loadFeed(communityFeed(community, await initial, search))
      return undefined
    },
  }),
]

const otherEntries: RouteTable = otherPaths.map((pattern) => ({
  pattern,
  getRoute: async () => (await import('./otherRoutes.ts')).otherRoute(pattern),
}))

/** All routes of the site. Fixed paths come first, because they are not names of communities. */
export const routes: RouteTable = [...otherEntries, ...readingRoutes]
