import type { Mode } from '../hotRequests.ts'
import { type LoadRequest, sendRequest } from '../load.ts'
import { type FoundPost, type KnownForum, listPages, type Thread, textOf } from './members.ts'

/** What a browser sends with every call of our pages; compression as every client knows it. */
export const browser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' }

/** A path of the forum with the requests of its clients; the same paths in the same order for each version. */
export interface MeasuredPath {
  readonly name: string
  readonly mode: Mode
  readonly requests: readonly LoadRequest[]
}

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
}

/** The paths that are measured, the same in every version. */
export async function measuredPaths(port: number, known: KnownForum): Promise<Offer> {
  const { members, threads, word } = known
  const [first] = members
  if (!first) throw new Error('The forum has no members.')
  const guestCookie = await cookieOfGuest(port)
  const posts = (await listPages(readerOf(port, first.cookie), '/api/posts?sort=hot', pagesOfPosts)).filter(
    ({ locked, deleted }) => !locked && !deleted,
  )
  const get = (path: string, cookie: string, more: LoadRequest['headers'] = {}): LoadRequest => ({
    method: 'GET',
    path,
    headers: { ...browser, ...more, cookie },
  })
  const asGuest = (name: string, path: string): MeasuredPath[] =>
    (['default', 'uncached'] as const).map((mode) => ({
      name: `${name}, guest, ${mode === 'default' ? 'cached' : mode}`,
      mode,
      requests: [get(path, guestCookie)],
    }))
  const asMembers = (name: string, path: string | ((username: string) => string)): MeasuredPath => ({
    name,
    mode: 'default',
    requests: members.map(({ username, cookie }) =>
      get(typeof path === 'string' ? path : path(username), cookie),
    ),
  })
  const written = (
    name: string,
    request: (turn: number) => { path: string; body: object },
  ): MeasuredPath => ({
    name,
    mode: 'default',
    requests: Array.from({ length: writeCount }, (_, turn) => {
      const { path, body } = request(turn)
      const member = members[turn % members.length] ?? first
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
  const postOf = (turn: number) => posts[(turn + Math.floor(turn / members.length)) % posts.length]
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
  const titleOf = ({ comments }: Thread) => `${comments.toLocaleString('en')} comments`
  const { middle, largest } = threads
  const paths: MeasuredPath[] = [
    asMembers('home feed', '/api/posts?feed=home&sort=hot'),
    asMembers('feed of all', '/api/posts?sort=hot'),
    asMembers(`comments of a post with ${titleOf(middle)}`, `/api/posts/${middle.publicId}/comments`),
    asMembers(`post with ${titleOf(middle)}`, `/api/posts/${middle.publicId}`),
    asMembers(`comments of a post with ${titleOf(largest)}`, `/api/posts/${largest.publicId}/comments`),
    asMembers(`post with ${titleOf(largest)}`, `/api/posts/${largest.publicId}`),
    asMembers('_initial', '/api/_initial'),
    { name: '_initial, guest', mode: 'default', requests: [get('/api/_initial', guestCookie)] },
    asMembers('own account', '/api/_user'),
    { name: 'own account, If-None-Match', mode: 'default', requests: unchanged },
    asMembers('home page', '/'),
    asMembers(`page of a post with ${titleOf(middle)}`, middle.path),
    asMembers(`page of a post with ${titleOf(largest)}`, largest.path),
    asMembers('page of notifications', '/notifications'),
    asMembers('page of a profile', (username) => `/@${username}`),
    asMembers('page of a list', (username) => `/@${username}/lists/bookmarks`),
    asMembers('page of a search', `/search?q=${word}`),
    ...asGuest('feed', '/api/posts?sort=hot'),
    ...asGuest('home page', '/'),
    ...asGuest(`page of a post with ${titleOf(middle)}`, middle.path),
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
  return { paths, posts, guestCookie }
}

/** The cookies that the server gives to a new browser. */
async function cookieOfGuest(port: number): Promise<string> {
  const { headers } = await sendRequest(port, { method: 'GET', path: '/api/_initial', headers: browser })
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
