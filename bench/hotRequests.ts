import sharp from 'sharp'
import type { LoadRequest } from './load.ts'
import {
  evenlySpreadMembers,
  logInMembers,
  longThread,
  returningGuest,
  type ScratchForum,
} from './scratchForum.ts'
import { photographyId } from './seedSql.ts'

/** How the server is set up: as it comes, or making every answer anew. */
export type Mode = 'as it comes' | 'nothing cached'

export const environmentOf: Record<Mode, Record<string, string>> = {
  'as it comes': {},
  'nothing cached': { GUEST_CACHE_SECONDS: '0' },
}

/** A path of the forum that must be fast, as its clients ask for it. */
export interface HotRequest {
  readonly name: string
  readonly mode: Mode
  readonly requests: readonly LoadRequest[]
  /** So many ask at once, where the usual number would all still wait for their first answer when the run ends. */
  readonly connections?: number
}

/** So many members vote, write and read in turn. */
const memberCount = 1000
/** So many upload: each of their requests holds the whole file. */
const uploaderCount = 10
/** So many different votes and comments; then the same again, which takes the votes back. */
const writeCount = 4000

/** What a browser sends with every call of our own pages. */
const browser = { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br, zstd' }
/** A program that reads the API and accepts no compression. */
const program = { 'sec-fetch-site': 'same-origin' }

/** The hot paths, with sessions and posts of the seeded forum. */
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
    { name: 'feed, guest', mode: 'as it comes', requests: asGuest(feed) },
    { name: 'home page, guest', mode: 'as it comes', requests: asGuest('/') },
    { name: 'post with 500 comments, guest', mode: 'as it comes', requests: asGuest(post) },
    { name: 'feed, guest, made anew', mode: 'nothing cached', requests: asGuest(feed) },
    { name: 'feed with images, guest, made anew', mode: 'nothing cached', requests: asGuest(pictures) },
    { name: 'feed with images, members', mode: 'as it comes', requests: asMembers(pictures) },
    { name: 'home page, guest, rendered anew', mode: 'nothing cached', requests: asGuest('/') },
    {
      name: 'post page, guest, rendered anew',
      mode: 'nothing cached',
      requests: asGuest(`/${thread.community}/post/${thread.public_id}`),
    },
    { name: 'post with 500 comments, made anew', mode: 'nothing cached', requests: asGuest(post) },
    {
      name: 'post with 500 comments, made anew, not compressed',
      mode: 'nothing cached',
      requests: asGuest(post, program),
    },
    { name: 'feed of all, members', mode: 'as it comes', requests: asMembers(feed) },
    {
      name: 'feed of all, members, not compressed',
      mode: 'as it comes',
      requests: asMembers(feed, program),
    },
    {
      name: 'feed of subscriptions, members',
      mode: 'as it comes',
      requests: asMembers(`${feed}&feed=home`),
    },
    {
      name: 'feed of subscriptions, members, not compressed',
      mode: 'as it comes',
      requests: asMembers(`${feed}&feed=home`, program),
    },
    { name: 'post with 500 comments, members', mode: 'as it comes', requests: asMembers(post) },
    { name: 'home page, members', mode: 'as it comes', requests: asMembers('/') },
    { name: 'search for two words, guest, made anew', mode: 'nothing cached', requests: asGuest(found) },
    { name: 'search for two words, members', mode: 'as it comes', requests: asMembers(found) },
    { name: 'own account, asked every five seconds', mode: 'as it comes', requests: asMembers('/api/_user') },
    {
      name: 'vote, many posts',
      mode: 'as it comes',
      requests: written((turn) => ({ path: '/api/_postVote', body: { postId: postOf(turn)?.id, up: true } })),
    },
    {
      name: 'vote, everybody on one post',
      mode: 'as it comes',
      requests: written((turn) => ({
        path: '/api/_postVote',
        body: { postId: thread.id, up: turn % 3 > 0 },
      })),
    },
    {
      name: 'new comment',
      mode: 'as it comes',
      requests: written((turn) => ({
        path: `/api/posts/${postOf(turn)?.public_id}/comments?render=page`,
        body: { body: text.repeat(1 + (turn % 4)) },
      })),
    },
    {
      name: 'upload of a photograph, 12 megapixels',
      mode: 'as it comes',
      requests: await uploads(members.slice(0, uploaderCount)),
      connections: 2,
    },
  ]
}

/** A picture as a phone takes it: with detail everywhere, so that decoding and encoding have something to do. */
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
