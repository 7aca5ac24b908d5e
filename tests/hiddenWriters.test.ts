import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoints/endpoint.ts'
import { endpoints } from '../contract/endpoints/index.ts'
import type { Comment } from '../contract/entities/comment.ts'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { type Client, type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { stored } from './support/wireIds.ts'

/*
 * Who wrote a comment in the name of a community is for its moderators and for admins. Asks every call that reads, every feed and every
 * page, as others, for what could show it. The writer moderates no more, so nothing else names them.
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
let community: { id: string }
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
  post = await forum.post(author, 'meadow', { title: `A ${word}` })
  const speak = async (body: string, parentCommentId: string | null) =>
    (
      await writer.post(`/api/posts/${post.publicId}/comments?userGroup=community`, { body, parentCommentId })
    ).json<Comment>()
  const own = await forum.comment(author, post, 'Is it old?')
  comment = await speak(`The ${word} is old, @wren_writes.`, null)
  reply = await speak(`And the ${word} is tall.`, own.id)
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

/** A value for each parameter of a path. */
const valueFor = (parameter: string): string =>
  ({
    publicId: post.publicId,
    postId: post.id,
    commentId: comment.id,
    communityId: community.id,
    username: 'wren_writes',
    listName: 'saved',
  })[parameter] ?? '1'

const filled = (path: string): string =>
  path.replace(/:(\w+)/g, (_, parameter: string) => valueFor(parameter))

/** What calls may be asked with; what one does not know does not matter. */
const queries = () => [
  '',
  '?render=page',
  `?communityId=${community.id}`,
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
      .flatMap(({ path }) => queries().map((query) => filled(path) + query)),
  ),
  ...pages(),
]

const marks = () => [writerName, stored(writer.id)]

async function answersTo(reader: Client): Promise<{ url: string; status: number; text: string }[]> {
  const answers: { url: string; status: number; text: string }[] = []
  for (const url of addresses()) {
    const { statusCode: status, body: text } = await app.inject({ url, headers: reader.headers() })
    answers.push({ url, status, text })
  }
  return answers
}

/** To a community with another moderator. Once. */
const moveAway = async () => {
  const { communityName } = (await admin.get(`/api/comments/${comment.id}`)).json<Comment>()
  if (communityName === 'elsewhere') return
  const moved = await admin.post(`/api/posts/${post.publicId}/move`, { community: 'elsewhere' })
  expect(moved.statusCode).toBe(200)
}

describe('who wrote in the name of a community', () => {
  it.each([
    ['guest', ''],
    ['the author of the post', ''],
    ['a moderator of another community', ''],
    ['a moderator of another community', 'to which the post has moved'],
  ])('is in no answer to %s %s', async (who, place) => {
    if (place !== '') await moveAway()
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

  it.each(['where they wrote', 'where they wrote, after the post has moved'])(
    'is in answers to moderators of the community %s',
    async (where) => {
      const reader = readers['a moderator']
      if (!reader) throw new Error('There is no moderator.')
      if (where.includes('moved')) await moveAway()
      const answers = await answersTo(reader)
      const showing = answers.filter(({ text }) => text.includes(writerName)).map(({ url }) => url)
      expect(showing).toEqual(
        expect.arrayContaining([
          `/api/posts/${post.publicId}/comments`,
          `/api/comments/${comment.id}`,
          '/api/modlog?action=comment_as_community',
        ]),
      )
    },
  )
})
