import { type LoadRequest, sendRequest } from '../load.ts'
import { type FoundPost, type KnownForum, listPages, textOf } from './members.ts'

/** What a browser sends with every call of our pages. @param accepted its `Accept-Encoding`. */
export const browserHeaders = (accepted: string) => ({
  'sec-fetch-site': 'same-origin',
  'accept-encoding': accepted,
})

/** A way of sending the requests of a path. */
interface Way {
  /** What is added to the name of the path. */
  readonly suffix: string
  /** Clients at the same time; 32 by default. */
  readonly connections?: number
  /** Only the first of the requests. */
  readonly isOneMember?: boolean
}

/** A path of the forum with the requests of its clients; the same paths in the same order for each version. */
export interface MeasuredPath {
  readonly name: string
  readonly ways: readonly Way[]
  readonly requests: readonly LoadRequest[]
}

const alone: Way = { suffix: ', one connection', connections: 1 }
const guestWays: readonly Way[] = [{ suffix: '' }, alone]
const memberWays: readonly Way[] = [{ suffix: '' }, { suffix: ', one member', isOneMember: true }, alone]
/** How many members write, as many at the same time. */
const writers = 64
const writeWays: readonly Way[] = [{ suffix: '', connections: writers }, alone]

/** How many pages of the feed supply the posts that are voted on and commented on. */
const pagesOfPosts = 40
/** Different votes and comments first; then they repeat, which takes the votes back. */
const writeCount = 8000

/** What a running server offers for measuring, ids as its answers contain them. */
export interface Offer {
  readonly paths: readonly MeasuredPath[]
  /** Posts that can be voted on and commented on, hot ones first. */
  readonly posts: readonly FoundPost[]
  readonly guestCookie: string
  /** Headers of each request. */
  readonly browser: LoadRequest['headers']
}

/** The paths that are measured, the same in every version. */
export async function measuredPaths(port: number, known: KnownForum, accepted: string): Promise<Offer> {
  const { members, threads } = known
  const [first] = members
  if (!first) throw new Error('The forum has no members.')
  const browser = browserHeaders(accepted)
  const guestCookie = await cookieOfGuest(port)
  const reader = readerOf(port, first.cookie)
  const posts = (await listPages(reader, '/api/posts?sort=hot', pagesOfPosts)).filter(
    ({ locked, deleted }) => !locked && !deleted,
  )
  const { api, pages } = await findAddresses(port, known)
  const get = (path: string, cookie: string, more: LoadRequest['headers'] = {}): LoadRequest => ({
    method: 'GET',
    path,
    headers: { ...browser, ...more, cookie },
  })
  const asGuest = (name: string, path: string): MeasuredPath => ({
    name: `guest: ${name}`,
    ways: guestWays,
    requests: [get(path, guestCookie)],
  })
  const asMembers = (kind: string, addresses: Addresses): MeasuredPath[] =>
    Object.entries(addresses).map(([name, pathOf]) => ({
      name: `${kind}: ${name}`,
      ways: memberWays,
      requests: members.map(({ username, cookie }) => get(pathOf(username), cookie)),
    }))
  const written = (
    name: string,
    request: (turn: number) => { path: string; body: object },
  ): MeasuredPath => ({
    name: `write: ${name}`,
    ways: writeWays,
    requests: Array.from({ length: writeCount }, (_, turn) => {
      const { path, body } = request(turn)
      const member = members[turn % Math.min(writers, members.length)] ?? first
      return {
        method: 'POST',
        path,
        headers: {
          ...browser,
          cookie: member.cookie,
          'x-csrf-token': member['x-csrf-token'],
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }
    }),
  })
  // So that no member comes to the same post twice before all have been there.
  const postOf = (turn: number) => posts[(turn + Math.floor(turn / writers)) % posts.length]
  const askTags = () =>
    Promise.all(
      members.map(async ({ cookie }) => (await sendRequest(port, get('/api/_user', cookie))).headers.etag),
    )
  // The first request of a session stores the time of the visit, which changes the account.
  await askTags()
  const tags = await askTags()
  const unchanged = members.map(({ cookie }, index) => {
    const etag = tags[index]
    return get('/api/_user', cookie, { ...(typeof etag === 'string' && { 'if-none-match': etag }) })
  })
  const paths: MeasuredPath[] = [
    // First, before background jobs change an account.
    { name: 'member: own account, nothing changed', ways: memberWays, requests: unchanged },
    asGuest('hot feed', '/api/posts?sort=hot'),
    asGuest(`post with ${commentsOf(threads.middle)}`, `/api/posts/${threads.middle.publicId}`),
    asGuest(`thread of ${commentsOf(threads.largest)}`, `/api/posts/${threads.largest.publicId}/comments`),
    ...asMembers('member', api),
    ...asMembers('page', pages),
    written('vote, each on another post', (turn) => ({
      path: '/api/_postVote',
      body: { postId: postOf(turn)?.id, up: true },
    })),
    written('vote, all on one post', (turn) => ({
      path: '/api/_postVote',
      body: { postId: posts[0]?.id, up: turn % 3 > 0 },
    })),
    written('new comment', (turn) => ({
      path: `/api/posts/${postOf(turn)?.publicId}/comments`,
      body: { body: textOf(turn) },
    })),
  ]
  return { paths, posts, guestCookie, browser }
}

/** What members read, by name. */
export type Addresses = Readonly<Record<string, (username: string) => string>>

const commentsOf = ({ comments }: KnownForum['threads']['middle']) =>
  `${comments.toLocaleString('en')} comments`

/** The addresses of what members read, as data and as pages. */
export async function findAddresses(
  port: number,
  { members, threads: { middle, largest }, communities, word }: KnownForum,
): Promise<{ api: Addresses; pages: Addresses; linksId: string }> {
  const reader = readerOf(port, members[0]?.cookie ?? '')
  const idOf = async (name: string) =>
    (await reader.get<{ id: string }>(`/api/communities/${name}?byName=true`)).id
  const [linksId, moderatedId] = [await idOf(communities.links), await idOf(communities.moderated)]
  const same = (path: string) => () => path
  return {
    api: {
      'home feed': same('/api/posts?feed=home&sort=hot'),
      'all feed': same('/api/posts?sort=hot'),
      'feed of a community': same(`/api/posts?feed=community&communityId=${linksId}&sort=hot`),
      'a community': same(`/api/communities/${moderatedId}`),
      [`comments of a post (${middle.comments})`]: same(`/api/posts/${middle.publicId}/comments`),
      [`post with ${commentsOf(middle)}`]: same(`/api/posts/${middle.publicId}`),
      [`thread of ${commentsOf(largest)}`]: same(`/api/posts/${largest.publicId}/comments`),
      'post of the thread': same(`/api/posts/${largest.publicId}`),
      'profile feed': (username) => `/api/users/${username}/feed`,
      notifications: same('/api/notifications'),
      'own account': same('/api/_user'),
      _initial: same('/api/_initial'),
      lists: (username) => `/api/users/${username}/lists`,
      'saved items': (username) => `/api/users/${username}/lists/bookmarks/items`,
    },
    pages: {
      home: same('/'),
      community: same(`/${communities.links}`),
      profile: (username) => `/@${username}`,
      search: same(`/search?q=${word}`),
      [`post with ${commentsOf(middle)}`]: same(middle.path),
      thread: same(largest.path),
    },
    linksId,
  }
}

/** The cookies that the server gives to a new browser. */
async function cookieOfGuest(port: number): Promise<string> {
  const { headers } = await sendRequest(port, { method: 'GET', path: '/api/_initial', headers: {} })
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const readerOf = (port: number, cookie: string) => ({
  async get<Answer>(path: string): Promise<Answer> {
    const answer = await sendRequest(port, { method: 'GET', path, headers: { cookie } })
    if (answer.status !== 200) throw new Error(`${path} → ${answer.status} ${answer.body.toString()}`)
    return JSON.parse(answer.body.toString())
  },
})
