import sharp from 'sharp'
import { encodingsOfBrowsers, type LoadRequest } from './load.ts'
import {
  evenlySpreadMembers,
  logInMembers,
  longThread,
  returningGuest,
  type ScratchForum,
} from './scratchForum.ts'
import { photographyId } from './seedSql.ts'

/** The configuration of the server: the default, or without a cache for guests. */
export type Mode = 'default' | 'uncached'

export const environmentOf: Record<Mode, Record<string, string>> = {
  default: {},
  uncached: { GUEST_CACHE_SECONDS: '0' },
}

/** A path of the forum that must be fast, with the requests of its clients. */
export interface HotRequest {
  readonly name: string
  readonly mode: Mode
  readonly requests: readonly LoadRequest[]
  /** Concurrent clients, where the default would not get a first response before the end of a run. */
  readonly connections?: number
}

/** Members who vote, write and read, round-robin. */
const memberCount = 1000
/** Few, because each request of an uploader holds the whole file in memory. */
const uploaderCount = 10
/** Different votes and comments first; then they repeat, which takes the votes back. */
const writeCount = 4000

/** Headers that a browser sends with every call of our pages. */
const browser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': encodingsOfBrowsers }
/** Headers of an API client that accepts no compression. */
const program = { 'sec-fetch-site': 'same-origin' }

/** The requests of the hot paths, with sessions and posts of the seeded forum. */
export async function hotRequests(forum: ScratchForum): Promise<HotRequest[]> {
  const { db } = forum.database
  const members = await logInMembers(forum, await evenlySpreadMembers(db, memberCount))
  const guest = returningGuest(forum)
  const thread = await longThread(db)
  const posts = await db
    .selectFrom('posts')
    .where('deleted_at', 'is', null)
    .where('locked_at', 'is', null)
    .select(['id', 'public_id'])
    .orderBy('hotness', 'desc')
    .limit(writeCount)
    .execute()

  const read = (path: string, headers: LoadRequest['headers']): LoadRequest => ({
    method: 'GET',
    path,
    headers,
  })
  const asGuest = (path: string, kind: LoadRequest['headers'] = browser) => [
    read(path, { ...kind, cookie: guest.cookie }),
  ]
  const asMembers = (path: string, kind: LoadRequest['headers'] = browser) =>
    members.map(({ cookie }) => read(path, { ...kind, cookie }))
  const written = (request: (turn: number) => { path: string; body: object }) =>
    Array.from({ length: writeCount }, (_, turn): LoadRequest => {
      const member = members[turn % members.length]
      const { path, body } = request(turn)
      return {
        method: 'POST',
        path,
        headers: {
          ...browser,
          cookie: member?.cookie ?? '',
          'x-csrf-token': member?.['x-csrf-token'] ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }
    })
  const postOf = (turn: number) => posts[turn % posts.length]

  const feed = '/api/posts?sort=hot&render=page'
  const pictures = `${feed}&communityId=${photographyId}`
  const post = `/api/posts/${thread.public_id}?render=page`
  const found = '/api/search?q=tomato%20compost&render=page'
  const text =
    'I have tried this for two winters now, and **it works**; see [the notes](https://example.com/notes). '
  return [
    { name: 'feed, guest', mode: 'default', requests: asGuest(feed) },
    { name: 'home page, guest', mode: 'default', requests: asGuest('/') },
    { name: 'post with 500 comments, guest', mode: 'default', requests: asGuest(post) },
    { name: 'feed, guest, uncached', mode: 'uncached', requests: asGuest(feed) },
    { name: 'feed with images, guest, uncached', mode: 'uncached', requests: asGuest(pictures) },
    { name: 'feed with images, members', mode: 'default', requests: asMembers(pictures) },
    { name: 'home page, guest, uncached', mode: 'uncached', requests: asGuest('/') },
    {
      name: 'post page, guest, uncached',
      mode: 'uncached',
      requests: asGuest(`/${thread.community}/post/${thread.public_id}`),
    },
    { name: 'post with 500 comments, uncached', mode: 'uncached', requests: asGuest(post) },
    {
      name: 'post with 500 comments, uncached, not compressed',
      mode: 'uncached',
      requests: asGuest(post, program),
    },
    { name: 'feed of all, members', mode: 'default', requests: asMembers(feed) },
    {
      name: 'feed of all, members, not compressed',
      mode: 'default',
      requests: asMembers(feed, program),
    },
    {
      name: 'feed of subscriptions, members',
      mode: 'default',
      requests: asMembers(`${feed}&feed=home`),
    },
    {
      name: 'feed of subscriptions, members, not compressed',
      mode: 'default',
      requests: asMembers(`${feed}&feed=home`, program),
    },
    { name: 'post with 500 comments, members', mode: 'default', requests: asMembers(post) },
    { name: 'home page, members', mode: 'default', requests: asMembers('/') },
    { name: 'search for two words, guest, uncached', mode: 'uncached', requests: asGuest(found) },
    { name: 'search for two words, members', mode: 'default', requests: asMembers(found) },
    { name: 'own account, asked every five seconds', mode: 'default', requests: asMembers('/api/_user') },
    {
      name: 'vote, many posts',
      mode: 'default',
      requests: written((turn) => ({ path: '/api/_postVote', body: { postId: postOf(turn)?.id, up: true } })),
    },
    {
      name: 'vote, everyone on one post',
      mode: 'default',
      requests: written((turn) => ({
        path: '/api/_postVote',
        body: { postId: thread.id, up: turn % 3 > 0 },
      })),
    },
    {
      name: 'new comment',
      mode: 'default',
      requests: written((turn) => ({
        path: `/api/posts/${postOf(turn)?.public_id}/comments?render=page`,
        body: { body: text.repeat(1 + (turn % 4)) },
      })),
    },
    {
      name: 'upload of a photograph, 12 megapixels',
      mode: 'default',
      requests: await uploads(members.slice(0, uploaderCount)),
      connections: 2,
    },
  ]
}

/**
 * An image that compresses like a phone's photograph: noise everywhere, so that decoding and encoding take realistic
 * time.
 */
const photograph = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(1)
    .jpeg({ quality: 90 })
    .toBuffer()

async function uploads(
  members: readonly { readonly cookie: string; readonly 'x-csrf-token': string }[],
): Promise<LoadRequest[]> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await photograph())], { type: 'image/jpeg' }), 'photograph.jpg')
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type') ?? ''
  return members.map((member) => ({
    method: 'POST',
    path: '/api/_uploads',
    headers: {
      ...browser,
      cookie: member.cookie,
      'x-csrf-token': member['x-csrf-token'],
      'content-type': type,
    },
    body,
  }))
}
