import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { feedSorts, searchSorts } from '../contract/words.ts'
import { createApp } from '../server/app.ts'
import { type Client, type Forum, type Member, startForum } from './support/forum.ts'

/**
 * Three servers on one database: two with caches, as two processes of one forum, and one without. Members do random things
 * on either of the first two, and every later read there is compared with the third.
 */
const cacheSeconds = 2

let forum: Forum
let servers: FastifyInstance[]
let uncached: FastifyInstance
/** The first two are an admin, and the moderator of both communities. */
let members: Member[]
let guest: Client
let communities: { id: string; name: string }[]
const posts: { id: string; publicId: string; author: Client }[] = []
const comments: { id: string; publicId: string; author: Client }[] = []

const realNow = performance.now.bind(performance)
let ahead = 0
/** Makes everything in memory as old as it may get. */
const passCacheSeconds = () => {
  ahead += cacheSeconds * 1000 + 1
}

beforeAll(async () => {
  // Expiry is the only thing that depends on the clock here.
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ahead)
  forum = await startForum({ GUEST_CACHE_SECONDS: String(cacheSeconds), VOTES_BEFORE_POINTS: '0' })
  // As the job leaves it, which no server runs here: how much it has left is not what this is about.
  await forum.db.updateTable('search_progress').set({ is_finished: true }).execute()
  const { config, secrets, files, ipBlocks } = forum
  const services = { db: forum.database.db, secrets, files, ipBlocks }
  const other = await createApp({ ...services, config })
  uncached = await createApp({
    ...services,
    config: { ...config, caches: new Set() },
  })
  servers = [forum.app, other]
  const admin = await forum.member('admin_a', { isAdmin: true })
  communities = [await forum.community('birding', admin), await forum.community('moss', admin)]
  const moderator = await forum.moderator('moderator_m', 'birding')
  await sql`insert into moderators (community_id, user_id, position)
    select id, ${moderator.id}, 5 from communities where name = 'moss'`.execute(forum.db)
  members = [admin, moderator]
  for (const name of ['wren_w', 'robin_r', 'tit_t']) members.push(await forum.member(name))
  guest = await forum.guest()
  for (const member of members)
    for (const { id } of communities) await member.post('/api/_joinCommunity', { communityId: id })
  await writePost(members[2] as Member, communities[0]?.name ?? '')
  await writePost(members[3] as Member, communities[1]?.name ?? '')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await servers[1]?.close()
  await uncached.close()
  await forum.close()
})

async function writePost(member: Member, community: string) {
  const body = 'A text of some length, "quoted", with ümlauts. '.repeat(posts.length % 40)
  const answer = await member.post('/api/posts', {
    type: 'text',
    title: `Post ${posts.length}`,
    body,
    community,
  })
  if (answer.statusCode === 200) posts.push({ ...answer.json(), author: member })
}

const from = <T>(list: readonly T[], place: number): T => list[place % list.length] as T

/** An action of a member. `n` selects its target. It may be refused. */
const actions: Record<string, (member: Member, on: FastifyInstance, n: number) => unknown> = {
  post: (member, _on, n) => writePost(member, from(communities, n).name),
  comment: async (member, on, n) => {
    const { publicId } = from(posts, n)
    const parents = comments.filter((comment) => comment.publicId === publicId)
    const parentCommentId = n % 3 && parents.length > 0 ? from(parents, n).id : null
    const answer = await send(member, on, 'POST', `/api/posts/${publicId}/comments`, {
      body: `Comment ${n}`.repeat(1 + (n % 9)),
      parentCommentId,
    })
    if (answer.statusCode === 200) comments.push({ id: answer.json().id, publicId, author: member })
  },
  votePost: (member, on, n) =>
    send(member, on, 'POST', '/api/_postVote', { postId: from(posts, n).id, up: n % 4 > 0 }),
  voteComment: async (member, on, n) =>
    comments.length > 0 &&
    (await send(member, on, 'POST', '/api/_commentVote', { commentId: from(comments, n).id, up: n % 4 > 0 })),
  editPost: (_member, on, n) =>
    send(from(posts, n).author, on, 'PUT', `/api/posts/${from(posts, n).publicId}`, {
      title: `Title ${n}`,
      body: `Text ${n}`,
    }),
  editComment: (_member, on, n) =>
    changeComment(undefined, on, { n, method: 'PUT', body: { body: `Now ${n}` } }),
  deleteComment: (_member, on, n) => changeComment(undefined, on, { n, method: 'DELETE' }),
  removeComment: (_member, on, n) =>
    changeComment(members[1], on, { n, method: 'DELETE', query: '?deleteAs=mods' }),
  deletePost: (_member, on, n) =>
    n % 3 === 0 && send(from(posts, n).author, on, 'DELETE', `/api/posts/${from(posts, n).publicId}`),
  removePost: (_member, on, n) =>
    n % 4 === 0 && send(members[1], on, 'DELETE', `/api/posts/${from(posts, n).publicId}?deleteAs=mods`),
  lock: (_member, on, n) =>
    send(
      members[1],
      on,
      'PUT',
      `/api/posts/${from(posts, n).publicId}?action=${n % 2 ? 'lock' : 'unlock'}&lockAs=mods`,
    ),
  pin: (_member, on, n) =>
    send(members[1], on, 'PUT', `/api/posts/${from(posts, n).publicId}?action=${n % 2 ? 'pin' : 'unpin'}`),
  muteMember: (member, on, n) => send(member, on, 'POST', '/api/mutes', { userId: from(members, n).id }),
  unmuteMember: (member, on, n) => send(member, on, 'DELETE', `/api/mutes/users/${from(members, n).id}`),
  muteCommunity: (member, on, n) =>
    send(member, on, 'POST', '/api/mutes', { communityId: from(communities, n).id }),
  unmute: (member, on) => send(member, on, 'DELETE', '/api/mutes?type=community'),
  hide: (member, on, n) => send(member, on, 'POST', '/api/hidden_posts', { postId: from(posts, n).id }),
  unhide: (member, on, n) => send(member, on, 'DELETE', `/api/hidden_posts/${from(posts, n).id}`),
  join: (member, on, n) =>
    send(member, on, 'POST', '/api/_joinCommunity', {
      communityId: from(communities, n).id,
      leave: n % 2 === 1,
    }),
  banFromCommunity: (_member, on, n) =>
    send(members[1], on, n % 2 ? 'POST' : 'DELETE', `/api/communities/${from(communities, n).id}/banned`, {
      username: from(members.slice(2), n).username,
    }),
  banFromSite: (_member, on, n) =>
    send(members[0], on, 'POST', '/api/_admin', {
      action: n % 3 ? 'unban_user' : 'ban_user',
      username: from(members.slice(3), n).username,
    }),
  profile: (member, on, n) =>
    send(member, on, 'POST', '/api/_settings?action=updateProfile', { aboutMe: `About ${n}` }),
  save: (member, on, n) =>
    send(member, on, 'POST', `/api/users/${member.username}/lists/bookmarks/items`, {
      ...(n % 2 === 1 && comments.length > 0
        ? { targetType: 'comment', targetId: from(comments, n).id }
        : { targetType: 'post', targetId: from(posts, n).id }),
    }),
}

function changeComment(
  member: Client | undefined,
  on: FastifyInstance,
  { n, method, body, query = '' }: { n: number; method: 'PUT' | 'DELETE'; body?: object; query?: string },
) {
  if (comments.length === 0) return
  const { id, publicId, author } = from(comments, n)
  return send(member ?? author, on, method, `/api/posts/${publicId}/comments/${id}${query}`, body)
}

function send(
  member: Client | undefined,
  on: FastifyInstance,
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) {
  return on.inject({
    method,
    url,
    headers: (member ?? guest).headers(),
    ...(body && { payload: JSON.stringify(body) }),
  })
}

/** Reading a post is a visit, which changes the next answers: the time of the last visit, and what is new since. */
const visits = /"lastVisitAt":(?:null|"[^"]*"),"newComments":\d+/g

async function read(server: FastifyInstance, who: Client, url: string): Promise<string> {
  const { rawPayload, headers } = await server.inject({
    url,
    headers: { ...who.headers(), ...(server !== uncached && { 'accept-encoding': 'gzip' }) },
  })
  const text = String(headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload)
  return text.replaceAll(visits, '')
}

/** The reads of a client after the action number `n`. */
const urls = (n: number, who: Client): string[] => {
  const { publicId } = from(posts, n)
  const sort = from(feedSorts, n)
  const page = n % 2 ? '&render=page' : ''
  return [
    `/api/posts?sort=${sort}&limit=${3 + (n % 9)}${page}`,
    `/api/posts?sort=${sort}&communityId=${from(communities, n).id}${page}`,
    `/api/posts/${publicId}?commentsLimit=${1 + (n % 6)}${page}`,
    `/api/posts/${publicId}/comments?limit=${1 + (n % 20)}${page}`,
    `/api/search?q=${from(['post', 'title', 'text', 'length'], n)}&sort=${from(searchSorts, n)}${page}`,
    `/api/users/${from(members, n).username}/feed?limit=${2 + (n % 7)}&filter=${from(['', 'posts', 'comments'], n)}${page}`,
    '/api/_initial',
    ...(who === guest
      ? []
      : [
          `/api/users/${(who as Member).username}/lists/bookmarks/items?limit=${1 + (n % 5)}${page}`,
          `/api/posts?feed=home&sort=${sort}&limit=${1 + (n % 4)}${page}`,
          `/api/posts?feed=home&sort=${from(feedSorts, n + 1)}`,
        ]),
  ]
}

/** Where the page after this one begins, if it is one of a feed with another page. */
const nextPage = (url: string, answer: string): string[] => {
  const next = /"next":"?([\d.]+)"?}$/.exec(answer)?.[1]
  return url.startsWith('/api/posts?') && next ? [`${url}&next=${next}`] : []
}

/** Expects that each of these readers gets the same from each server as from the one without caches. */
async function expectCurrent(readers: readonly Client[], n: number) {
  for (const reader of readers)
    for (const url of urls(n, reader)) {
      const expected = await expectAsUncached(reader, url)
      for (const next of nextPage(url, expected)) await expectAsUncached(reader, next)
    }
}

async function expectAsUncached(reader: Client, url: string): Promise<string> {
  const expected = await read(uncached, reader, url)
  for (const server of servers) expect(await read(server, reader, url), url).toBe(expected)
  return expected
}

/** The members for actions that need a role. */
function doerOf(name: string, n: number): Client | undefined {
  if (/^(edit|delete)Post$/.test(name)) return from(posts, n).author
  if (/^(edit|delete)Comment$/.test(name)) return comments.length > 0 ? from(comments, n).author : undefined
  if (name === 'banFromSite') return members[0]
  return /^(remove|lock|pin|banFromCommunity)/.test(name) ? members[1] : undefined
}

const action = fc.record({
  name: fc.constantFrom(...Object.keys(actions)),
  member: fc.nat({ max: 4 }),
  server: fc.nat({ max: 1 }),
  n: fc.nat({ max: 10_000 }),
})

/** Each action once, by different members on both servers; enough comments come first. */
const everyAction = ['post', 'comment', 'comment', 'comment', ...Object.keys(actions)].map((name, at) => ({
  name,
  member: at % 5,
  server: at % 2,
  n: 12 * (at + 1),
}))

describe('what two servers keep in memory', () => {
  for (const [how, numRuns, examples, options] of [
    ['in a short story', 1, [everyAction.filter((_, place) => place < 4 || place % 4 === 0)], {}],
    ['whatever happens', 5, [everyAction], { tags: 'long' }],
  ] as const)
    it(`is never stale for the member who changed it, and for others for two seconds at most, ${how}`, {
      timeout: 600_000,
      ...options,
    }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 10 }), async (story) => {
          for (const { name, member, server, n } of story) {
            const doer = from(members, member)
            // All processes have the old state in memory.
            for (const reader of [doer, guest, from(members, member + 1)])
              for (const url of urls(n, reader)) for (const each of servers) await read(each, reader, url)
            await actions[name]?.(doer, from(servers, server), n)
            await expectCurrent([doerOf(name, n) ?? doer], n)
            passCacheSeconds()
            await expectCurrent([guest, from(members, member + 1)], n)
          }
        }),
        { numRuns, endOnFailure: true, examples: examples.map((story) => [story]) },
      )
    })

  it('is not seen any more by any member once a moderator has removed it', async () => {
    // Not those of the story, who may be banned by now.
    const [author, reader] = [await forum.member('author_a'), await forum.member('reader_r')]
    const { publicId } = await forum.post(author, 'birding')
    const url = `/api/posts/${publicId}/comments`
    const written = await send(author, from(servers, 0), 'POST', url, { body: 'An insult.' })
    passCacheSeconds()
    for (const server of servers) expect(await read(server, reader, url)).toContain('An insult.')
    await send(members[1], from(servers, 0), 'DELETE', `${url}/${written.json().id}?deleteAs=mods`)
    for (const server of servers) {
      const seen = await read(server, reader, url)
      expect(seen).not.toContain('An insult.')
      expect(seen).toContain('[Deleted comment]')
    }
  })
})
