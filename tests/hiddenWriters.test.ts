import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import type { Comment } from '../contract/entities/comment.ts'
import type { HeldDecision, HeldItem } from '../contract/entities/held.ts'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { newAutomation } from './support/automation.ts'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { stored } from './support/wireIds.ts'

/*
 * Who wrote a comment in the name of a community is for its moderators and for admins. Asks every call that reads, every feed and every
 * page, as others, for what could show it: of comments that are there, and of those that wait for review. The writer moderates no more, so
 * nothing else names them.
 */

const writerName = 'secretscribe'
const word = 'hornbeam'

let forum: Forum
let admin: Member
let app: FastifyInstance
let writer: Member
let post: PostFacts
let comment: Comment
let reply: Comment
/** It waited for review, and was approved before its post moved. */
let approved: Comment
/** They wait for review. */
const waiting: number[] = []
let community: { id: string }
let elsewhere: { id: string }
const readers: Record<string, Client> = {}

beforeAll(async () => {
  forum = await startForum()
  const assetsFor = () => ({ entry: '/assets/entry.js', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  admin = await forum.member('the_admin', { isAdmin: true })
  community = await forum.community('meadow', admin)
  // An id that nothing else contains.
  await sql`select setval(pg_get_serial_sequence('users', 'id'), 987654320)`.execute(forum.db)
  writer = await forum.moderator(writerName, 'meadow')
  const author = await forum.member('wren_writes')
  readers.guest = await forum.guest()
  readers['the author of the post'] = author
  readers['a moderator of another community'] = await forum.moderator('moderator_e', 'elsewhere')
  readers['a moderator'] = await forum.moderator('moderator_m', 'meadow')
  elsewhere = (await admin.get('/api/communities/elsewhere?byName=true')).json<{ id: string }>()
  post = await forum.post(author, 'meadow', { title: `A ${word}` })
  const speak = async (body: string, parentCommentId: string | null) =>
    (
      await writer.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body, parentCommentId })
    ).json<Comment>()
  const own = await forum.comment(author, post, 'Is it old?')
  comment = await speak(`The ${word} is old, @wren_writes.`, null)
  reply = await speak(`And the ${word} is tall.`, own.id)
  const rule = await newAutomation(admin, community.id, { acts: [{ does: 'hold' }], sparesStaff: false })
  for (const nth of ['first', 'second', 'third', 'fourth'])
    await speak(`No spam, said the ${nth} time.`, null)
  await admin.delete(`/api/automation/${rule.id}`)
  const held = (await admin.get('/api/modqueue/held?scope=all')).json<{ items: HeldItem[] }>().items
  expect(held.map(({ kind }) => kind)).toEqual(['comment', 'comment', 'comment', 'comment'])
  const [first = 0, ...others] = held.map(({ id }) => id)
  expect(await decide('approve', first)).toMatchObject({ done: true })
  waiting.push(...others)
  const { comments } = (await admin.get(`/api/posts/${post.publicId}/comments`)).json<{
    comments: Comment[]
  }>()
  approved = comments.find(({ body }) => body.startsWith('No spam')) ?? comment
  await author.post('/api/_commentVote', { commentId: comment.id, up: true })
  const list = { name: 'saved', displayName: 'Saved', description: null, public: true }
  const saved = (await author.post('/api/users/wren_writes/lists', list)).json<
    { id: number; name: string }[]
  >()
  await author.post(`/api/lists/${saved.find((one) => one.name === 'saved')?.id}/items`, {
    targetType: 'comment',
    targetId: comment.id,
  })
  // Otherwise lists of moderators and rows of members would name them.
  await forum.db.deleteFrom('moderators').where('user_id', '=', stored(writer.id)).execute()
  await forum.db.deleteFrom('memberships').where('user_id', '=', stored(writer.id)).execute()
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** A path with a value for each of its parameters, in both communities. */
const filled = (path: string): string[] =>
  [community, elsewhere].map(({ id: communityId }) => {
    const values: Record<string, string> = {
      publicId: post.publicId,
      postId: post.id,
      commentId: comment.id,
      communityId,
      username: 'wren_writes',
      listName: 'saved',
    }
    return path.replace(/:(\w+)/g, (_, parameter: string) => values[parameter] ?? '1')
  })

/** What calls may be asked with; what one does not know does not matter. */
const queries = () => [
  '',
  '?render=page',
  `?communityId=${community.id}`,
  `?communityId=${elsewhere.id}`,
  `?parentId=${comment.parentId ?? reply.parentId}`,
  '?since=1',
  '?render=true&format=html',
  `?q=${word}&type=comments&render=page`,
  `?q=author:${writerName}`,
  '?action=comment_as_community',
  '?type=comments',
]

const pages = () => [
  '/',
  '/?sort=latest',
  '/meadow',
  `/meadow/post/${post.publicId}`,
  `/meadow/post/${post.publicId}?sort=new`,
  `/meadow/post/${post.publicId}/${comment.id}`,
  `/meadow/post/${post.publicId}/${reply.id}`,
  '/@wren_writes',
  '/@wren_writes/comments',
  '/@wren_writes/lists/saved',
  '/modlog',
  '/modlog?action=comment_as_community',
  '/meadow/modlog',
  '/modqueue',
  '/modqueue?kind=waiting',
  '/elsewhere/modtools/reports?kind=waiting',
  `/search?q=${word}`,
  `/search?q=${word}&type=comments`,
  '/notifications',
  '/all.atom',
  '/meadow.atom',
  '/@wren_writes.atom',
  `/meadow/post/${post.publicId}.atom`,
  '/meadow/modlog.atom',
  '/api/modlog.csv',
  `/api/modlog.csv?communityId=${community.id}`,
  '/sitemap-posts-1.xml',
  `/-/reply?post=${post.publicId}&comment=${comment.id}`,
  `/-/more?comment=${comment.id}`,
]

/** All that is asked for. */
const addresses = () => [
  ...new Set(
    Object.values<Endpoint>(endpoints)
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => filled(path))
      .flatMap((path) => queries().map((query) => path + query)),
  ),
  ...pages(),
]

const marks = () => [writerName, stored(writer.id)]

async function answersTo(
  reader: Client,
  urls: readonly string[] = addresses(),
): Promise<{ url: string; status: number; text: string }[]> {
  const answers: { url: string; status: number; text: string }[] = []
  for (const url of urls) {
    const { statusCode: status, body: text } = await app.inject({ url, headers: reader.headers() })
    answers.push({ url, status, text })
  }
  return answers
}

/** What an admin decides about a comment that waits. */
async function decide(action: 'approve' | 'refuse', id: number): Promise<HeldDecision | undefined> {
  const answer = await admin.post('/api/modqueue/held', { action, ids: [id] })
  return answer.json<{ results: HeldDecision[] }>().results[0]
}

/** What becomes of the comments, one after the other. */
const events = {
  'after the post has moved to another community': async () => {
    const moved = await admin.post(`/api/posts/${post.publicId}/move`, { community: 'elsewhere' })
    expect(moved.statusCode).toBe(200)
  },
  'after what waited was decided, and what was approved was removed there': async () => {
    const [first = 0, second = 0] = waiting
    // Only admins may write in the name of both communities without moderating them.
    const makeAdmin = (isAdmin: boolean) =>
      sql`update users set is_admin = ${isAdmin} where id = ${stored(writer.id)}`.execute(forum.db)
    await makeAdmin(true)
    expect(await decide('approve', first)).toEqual({
      id: first,
      done: false,
      problem: errors.movedSinceHeld.message,
    })
    await makeAdmin(false)
    expect(await decide('refuse', second)).toMatchObject({ done: true })
    const removed = await readers['a moderator of another community']?.delete(
      `/api/posts/${post.publicId}/comments/${approved.id}?deleteAs=mods`,
    )
    expect(removed?.statusCode).toBe(200)
  },
}

const happened = new Set<string>()

/** Lets everything happen up to this event, each once. */
async function happen(last: string): Promise<void> {
  if (last === 'at first') return
  for (const [event, happens] of Object.entries(events)) {
    if (!happened.has(event)) await happens()
    happened.add(event)
    if (event === last) return
  }
  throw new Error(last)
}

describe('who wrote in the name of a community', () => {
  const passes = [
    ['guest', 'at first'],
    ['the author of the post', 'at first'],
    ['a moderator of another community', 'at first'],
    ...Object.keys(events).map((event) => ['a moderator of another community', event] as const),
  ] as const
  // In this order, because each event changes what the next passes find; so not with `eachInShares`.
  for (const [place, [who, event]] of passes.entries())
    it(`is in no answer to ${who}, ${event}`, place % 3 === 0 ? {} : { tags: ['long'] }, async () => {
      await happen(event)
      const reader = readers[who]
      if (!reader) throw new Error(who)
      const answers = await answersTo(reader)
      // What one asks for by name is echoed.
      const showing = answers.filter(({ url, text }) =>
        marks().some((mark) =>
          (url.includes(writerName) ? text.replaceAll(writerName, '') : text).includes(mark),
        ),
      )
      expect(showing.map(({ url }) => url)).toEqual([])
      const isThere = answers.filter(({ text }) => text.includes(`The ${word} is old`))
      expect(isThere.length).toBeGreaterThan(10)
      const isSearch = (url: string) => url.startsWith('/api/search') || url.startsWith('/search')
      expect(
        isThere.filter(({ url }) => url.includes(writerName) && isSearch(url)).map(({ url }) => url),
      ).toEqual([])
      expect(answers.filter(({ status }) => status >= 500).map(({ url }) => url)).toEqual([])
    })

  it.each(['at first', ...Object.keys(events)])(
    'is in answers to moderators of the community where they wrote, %s',
    async (event) => {
      await happen(event)
      const reader = readers['a moderator']
      if (!reader) throw new Error('There is no moderator.')
      const urls = [
        `/api/posts/${post.publicId}/comments`,
        `/api/comments/${comment.id}`,
        '/api/modlog?action=comment_as_community',
        '/api/modqueue/held',
        `/api/modqueue/held?communityId=${community.id}`,
      ]
      const showing = (await answersTo(reader, urls)).filter(({ text }) => text.includes(writerName))
      expect(showing.map(({ url }) => url)).toEqual(urls)
    },
  )
})
