import type { QueryClient } from '@tanstack/react-query'
import type { Site } from '../../contract/pages.ts'
import { communityQuery } from '../data/communities.ts'
import { initialQuery } from '../data/initial.ts'
import { addressOfPost, postQuery } from '../data/post.ts'
import { threadQuery } from '../data/thread.ts'
import { addressOfUser } from '../data/userAddress.ts'
import { userQuery } from '../data/users.ts'
import { aboutExcerpt } from '../pages/community/aboutText.ts'
import { addressOfSearch } from '../pages/search/searchAddress.ts'
import type { Address, View } from '../resolveView.ts'
import type { PageFile } from '../routes.tsx'
import { discussionPosting } from './discussion.ts'
import { breadcrumbs, counted, namedPage, type Thing } from './thing.ts'

interface Page {
  readonly site: Site
  readonly path: Address['path']
  readonly params: Readonly<Record<string, string>>
  /** What the page was made of. */
  readonly queryClient: QueryClient
}

/** Pages of other files say nothing. */
const thingsOf: Partial<Record<PageFile, (page: Page) => readonly (Thing | null)[]>> = {
  './pages/home/HomePage.tsx': ({ site, path }) => (path === '/' ? [website(site)] : []),

  './pages/post/PostPage.tsx'({ site, params, queryClient }) {
    const { publicId = '' } = params
    const post = queryClient.getQueryData(postQuery(publicId).queryKey)
    const thread = queryClient.getQueryData(threadQuery({ publicId, from: null, focus: null }).queryKey)
    const posting = post && discussionPosting(post, thread?.comments ?? [], site.origin)
    if (!posting) return []
    const { communityName, title } = post
    const way = [communityName, `/${communityName}`] as const
    return [posting, wayTo(site, way, [title, addressOfPost(post)])]
  },

  './pages/community/CommunityPage.tsx'({ site, params, queryClient }) {
    const community = queryClient.getQueryData(communityQuery(params.communityName ?? '').queryKey)
    if (!community) return []
    const { name, about, createdAt, noMembers } = community
    const address = `/${name}`
    return [
      {
        ...namedPage('CollectionPage', name, site.origin + address),
        ...described(about),
        dateCreated: createdAt,
        interactionStatistic: counted('JoinAction', noMembers),
        isPartOf: namedPage('WebSite', site.name, `${site.origin}/`),
      },
      wayTo(site, [name, address]),
    ]
  },

  './pages/profile/ProfilePage.tsx'({ site, params, queryClient }) {
    const user = queryClient.getQueryData(userQuery(params.username ?? '', null).queryKey)
    if (!user) return []
    const { username, aboutMe, createdAt, proPic, noPosts, noComments } = user
    const address = addressOfUser(username)
    const url = site.origin + address
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
      wayTo(site, [`@${username}`, address]),
    ]
  },
}

/**
 * What a page says about itself to search engines, in the words of schema.org: for guests, as which they come. Null for pages that
 * say nothing, and for who is logged in.
 */
export function structuredData(
  view: View,
  { path }: Address,
  site: Site,
  queryClient: QueryClient,
): object | null {
  if (view.kind !== 'page' || queryClient.getQueryData(initialQuery.queryKey)?.user) return null
  const things = thingsOf[view.file]?.({ site, path, params: view.params, queryClient }) ?? []
  const there = things.filter((thing) => thing !== null)
  return there.length > 0 ? { '@context': 'https://schema.org', '@graph': there } : null
}

const website = (site: Site): Thing => ({
  ...namedPage('WebSite', site.name, `${site.origin}/`),
  description: site.description,
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${site.origin}${addressOfSearch({})}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})

const described = (text: string | null) => {
  const description = aboutExcerpt(text)
  return description === '' ? {} : { description }
}

/** @param steps names with their paths. */
const wayTo = (site: Site, ...steps: (readonly [name: string, path: string])[]): Thing =>
  breadcrumbs([
    [site.name, `${site.origin}/`] as const,
    ...steps.map(([name, path]) => [name, site.origin + path] as const),
  ])
