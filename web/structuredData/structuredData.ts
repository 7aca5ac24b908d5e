import type { QueryClient } from '@tanstack/react-query'
import type { Site } from '../../contract/pages.ts'
import { threadsOf } from '../data/comments/cachedComments.ts'
import { communityQuery } from '../data/communities/communities.ts'
import { postQuery } from '../data/posts/post.ts'
import { pathOfPost } from '../data/posts/postPath.ts'
import { userQuery } from '../data/users/profiles.ts'
import { pathOfUser } from '../data/users/userPath.ts'
import { aboutExcerpt } from '../features/communities/aboutText.ts'
import { pathOfSearch } from '../features/search/searchPath.ts'
import type { PageUrl, ResolvedPage } from '../router/resolvePage.ts'
import type { PageFile } from '../router/route.ts'
import { discussionPosting } from './discussion.ts'
import { breadcrumbs, counted, namedPage, type Thing } from './thing.ts'

interface Page {
  readonly site: Site
  readonly path: PageUrl['path']
  readonly params: Readonly<Record<string, string>>
  /** The data that the page was rendered from. */
  readonly queryClient: QueryClient
}

const thingsOf: Partial<Record<PageFile, (page: Page) => readonly Thing[]>> = {
  './pages/home/HomePage.tsx': ({ site, path }) => (path === '/' ? [website(site)] : []),

  './pages/post/PostPage.tsx'({ site, params, queryClient }) {
    const { publicId = '' } = params
    const post = queryClient.getQueryData(postQuery(publicId).queryKey)
    if (!post) return []
    const comments = threadsOf(queryClient, publicId)[0]?.comments ?? []
    const posting = discussionPosting(post, comments, site.origin)
    if (!posting) return []
    const { communityName, title } = post
    const way = [communityName, `/${communityName}`] as const
    return [posting, breadcrumbsTo(site, way, [title, pathOfPost(post)])]
  },

  './pages/community/CommunityPage.tsx'({ site, params, queryClient }) {
    const community = queryClient.getQueryData(communityQuery(params.communityName ?? '').queryKey)
    if (!community) return []
    const { name, about, createdAt, noMembers } = community
    const path = `/${name}`
    return [
      {
        ...namedPage('CollectionPage', name, site.origin + path),
        ...described(about),
        dateCreated: createdAt,
        interactionStatistic: counted('JoinAction', noMembers),
        isPartOf: namedPage('WebSite', site.name, `${site.origin}/`),
      },
      breadcrumbsTo(site, [name, path]),
    ]
  },

  './pages/profile/ProfilePage.tsx'({ site, params, queryClient }) {
    const user = queryClient.getQueryData(userQuery(params.username ?? '', null).queryKey)
    if (!user) return []
    const { username, aboutMe, createdAt, proPic, noPosts, noComments } = user
    const path = pathOfUser(username)
    const url = site.origin + path
    const picture = proPic?.copies.find(({ name }) => name === 'medium') ?? proPic
    return [
      {
        '@type': 'ProfilePage',
        url,
        dateCreated: createdAt,
        mainEntity: {
          ...namedPage('Person', username, url),
          alternateName: `@${username}`,
          ...described(aboutMe),
          ...(picture && { image: site.origin + picture.url }),
          agentInteractionStatistic: [counted('WriteAction', noPosts), counted('CommentAction', noComments)],
        },
      },
      breadcrumbsTo(site, [`@${username}`, path]),
    ]
  },
}

/**
 * The structured data of a page in the vocabulary of schema.org. Null for pages without any.
 */
export function structuredData(
  page: ResolvedPage,
  { path }: PageUrl,
  site: Site,
  queryClient: QueryClient,
): object | null {
  if (page.kind !== 'page') return null
  const things = thingsOf[page.file]?.({ site, path, params: page.params, queryClient }) ?? []
  return things.length > 0 ? { '@context': 'https://schema.org', '@graph': things } : null
}

const website = (site: Site): Thing => ({
  ...namedPage('WebSite', site.name, `${site.origin}/`),
  description: site.description,
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${site.origin}${pathOfSearch({})}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})

const described = (text: string | null) => {
  const description = aboutExcerpt(text)
  return description === '' ? {} : { description }
}

/** @param steps names with their paths. */
const breadcrumbsTo = (site: Site, ...steps: (readonly [name: string, path: string])[]): Thing =>
  breadcrumbs([
    [site.name, `${site.origin}/`] as const,
    ...steps.map(([name, path]) => [name, site.origin + path] as const),
  ])
