import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unreadableTitle } from '../contract/entities/schema.ts'
import { errors } from '../contract/errors.ts'
import { createApp } from '../server/app.ts'
import { fixedSettings } from '../server/core/settings/live.ts'
import { renderer } from '../web/entry-server.tsx'
import { bounds } from './support/answerBounds.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import type { FullForum } from './support/fullForum.ts'

/** In everything that others write in the community, and nowhere else. */
const canary = 'quetzalcanary'

let forum: Forum
let app: FastifyInstance
let author: Member
/** Named as the member in the URLs of `bounds`. */
let reader: Member
let post: PostFacts
let ownPost: PostFacts
let comment: string
let ownComment: string
let full: FullForum

const listItem = (type: 'post' | 'comment', id: string) =>
  reader.post('/api/users/heavy_one/lists/list_1/items', { targetType: type, targetId: id })

beforeAll(async () => {
  forum = await startForum()
  const admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.moderator('author_a', 'birding')
  reader = await forum.member('heavy_one', { points: 30 })
  const community = (await reader.get('/api/communities/birding?byName=true')).json<{ id: string }>()
  await reader.post('/api/_joinCommunity', { communityId: community.id })
  post = await forum.post(author, 'birding', {
    title: `A ${canary} for @heavy_one`,
    body: `A ${canary} for @heavy_one.`,
  })
  await author.put(`/api/posts/${post.publicId}`, { body: `Another ${canary} for @heavy_one.` })
  comment = (await forum.comment(author, post, `The ${canary} of @heavy_one`)).id
  ownPost = await forum.post(reader, 'birding', { title: 'My own wren', body: 'A wren.' })
  ownComment = (await forum.comment(reader, post, 'My own words')).id
  await forum.comment(author, post, `A ${canary} in reply`, ownComment)
  await forum.comment(author, ownPost, `A ${canary} on a wren`)
  await author.post('/api/_commentVote', { commentId: ownComment, up: true })
  await reader.post('/api/_report', { targetId: post.id, reason: 1 })
  const removedThere = (await forum.comment(admin, post, `A ${canary}`)).id
  await author.delete(`/api/posts/${post.publicId}/comments/${removedThere}?deleteAs=mods`)
  await author.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
  await sql`insert into notifications (user_id, type, post_id) values (${reader.id}, 'announcement', ${post.id})`.execute(
    forum.db,
  )

  await reader.post('/api/users/heavy_one/lists', { name: 'list_1', public: true })
  await author.post('/api/users/author_a/lists', { name: 'list_1', public: true })
  for (const [type, id] of [
    ['post', post.id],
    ['comment', comment],
    ['comment', ownComment],
  ] as const) {
    await listItem(type, id)
    await author.post('/api/users/author_a/lists/list_1/items', { targetType: type, targetId: id })
  }
  await reader.post('/api/hidden_posts', { postId: post.id })
  await reader.put('/api/drafts/post:n1', { body: 'Half a sentence' })
  const removed = (await forum.comment(reader, ownPost, 'To be removed')).id
  await author.delete(`/api/posts/${ownPost.publicId}/comments/${removed}?deleteAs=mods`)

  const notice = (
    await reader.post('/api/notices', {
      address: `/birding/post/${post.publicId}`,
      text: 'It is unlawful.',
      isInGoodFaith: true,
    })
  ).json<{ number: number }>()

  const [list] = (await reader.get('/api/users/heavy_one/lists')).json<{ id: number; name: string }[]>()
  const { items } = (await reader.get('/api/notifications')).json<{ items: { id: number; type: string }[] }>()
  full = {
    forum,
    admin,
    heavy: reader,
    guest: reader,
    applicant: reader,
    community: { ...community, name: 'birding' },
    thread: post,
    found: {
      rule: '1',
      list: String(list?.id),
      comment,
      notification: String(items.find(({ type }) => type === 'mention')?.id),
      conversation: '1',
      notice: String(notice.number),
      ipBlock: '1',
      automation: '1',
      post: post.id,
    },
  }
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
})
afterAll(async () => {
  await app?.close()
  await forum.close()
})

/** Every call that reads, as in `bounds`, and what these leave out. */
const urls = (): string[] => [
  ...Object.values(bounds).map(({ url }) => url(full)),
  '/api/users/author_a/feed',
  '/api/users/author_a/feed?filter=comments',
  '/api/users/heavy_one/feed?filter=comments',
  ...['addedAsc', 'createdDsc', 'createdAsc'].map(
    (sort) => `/api/users/author_a/lists/list_1/items?sort=${sort}`,
  ),
  '/api/notifications?format=html&render=true',
  ...['posts', 'comments'].map((kind) => `/api/search?q=${canary}&in=${kind}`),
  `/api/search/suggestions?q=${canary}`,
  '/api/appeals?of=me',
  '/api/appeals/possible',
  '/api/modlog.csv',
  `/api/modlog?communityId=${full.community.id}`,
  `/api/posts/${ownPost.publicId}`,
  `/api/comments/${ownComment}`,
  ...['all', 'home', 'community'].map((feed) => `/api/posts?feed=${feed}`),
]

const pages = (): string[] => [
  '/',
  '/birding',
  `/birding/post/${post.publicId}`,
  '/@author_a',
  '/@heavy_one',
  '/@author_a/lists/list_1',
  '/notifications',
  '/modlog',
  '/appeals',
]

/** The addresses whose answers to the reader contain the canary. */
async function whereItIs(): Promise<string[]> {
  const found: string[] = []
  for (const url of urls())
    for (const render of ['', 'render=true', 'render=page']) {
      const address = render ? `${url}${url.includes('?') ? '&' : '?'}${render}` : url
      const answer = await reader.get(address)
      expect(answer.statusCode, `${address} ${answer.body}`).toBeLessThan(500)
      if (answer.body.includes(canary)) found.push(address)
    }
  for (const url of pages()) {
    const { body } = await app.inject({ url, headers: reader.headers() })
    if (body.includes(canary)) found.push(url)
  }
  return found
}

const setBan = (isBanned: boolean) =>
  isBanned
    ? sql`insert into community_bans (community_id, user_id, kind)
        values (${full.community.id}, ${reader.id}, 'reading')`.execute(forum.db)
    : sql`delete from community_bans where user_id = ${reader.id}`.execute(forum.db)

describe('what others wrote in a community', () => {
  it('is in many answers before a ban, so that this test proves something', async () => {
    const found = await whereItIs()
    for (const part of [
      '/api/users/author_a/feed',
      '/api/users/heavy_one/feed?filter=comments',
      '/api/users/author_a/lists/list_1/items',
      '/api/notifications',
      '/api/notifications?render=true',
      `/api/notifications/${full.found.notification}`,
      '/api/modlog',
      '/api/modlog.csv',
      `/api/comments/${comment}`,
      `/api/comments/${comment}/versions`,
      `/api/posts/${post.publicId}/versions`,
      `/api/search?q=${canary}&in=posts`,
      `/api/search?q=${canary}&in=comments`,
      `/api/search/suggestions?q=${canary}`,
      '/@author_a',
      '/modlog',
    ])
      expect(
        found.some((address) => address.startsWith(part)),
        `${part} in ${found.join('\n')}`,
      ).toBe(true)
  })

  describe('by a ban from reading', () => {
    beforeAll(() => setBan(true))
    afterAll(() => setBan(false))

    it('[CORE-6-029] is in no answer and on no page', async () => {
      expect(await whereItIs()).toEqual([])
    })

    it('is in no change of a notification either', async () => {
      const { items } = (await reader.get('/api/notifications')).json<{ items: { id: number }[] }>()
      expect(items.length).toBeGreaterThan(4)
      for (const { id } of items) {
        const { body } = await reader.put(`/api/notifications/${id}?action=markAsSeen&seen=false`)
        expect(body).not.toContain(canary)
      }
    })

    it('cannot be saved by its id, and makes no page of a list shorter', async () => {
      for (const [type, id] of [
        ['post', post.id],
        ['comment', comment],
      ] as const)
        expect((await listItem(type, id)).json()).toEqual(errors.bannedFromCommunity)
      const elsewhere = await forum.moderator('elsewhere_m', 'mosses')
      const others = [await forum.post(elsewhere, 'mosses'), await forum.post(elsewhere, 'mosses')]
      for (const { id } of others) await listItem('post', id)
      const page = await reader.get('/api/users/heavy_one/lists/list_1/items?limit=2&sort=addedAsc')
      expect(
        page.json<{ items: { targetItem: { id: string } }[] }>().items.map((one) => one.targetItem.id),
      ).toEqual(others.map(({ id }) => id))
    })

    it('leaves notifications about own texts, with these', async () => {
      const { items } = (await reader.get('/api/notifications?render=true')).json<{
        items: { type: string; postTitle: string; excerpt: string; title: string }[]
      }>()
      const of = (wanted: string) => items.filter(({ type }) => type === wanted)
      expect(of('new_comment')).toMatchObject([{ postTitle: 'My own wren', excerpt: '' }])
      expect(of('deleted_comment')).toMatchObject([{ postTitle: 'My own wren', excerpt: 'To be removed' }])
      expect(of('new_votes')).toMatchObject([{ postTitle: unreadableTitle, excerpt: 'My own words' }])
      for (const type of ['comment_reply', 'mention'])
        for (const one of of(type)) expect(one).toMatchObject({ postTitle: unreadableTitle, excerpt: '' })
    })
  })

  it('is for everyone who may read it, also when they ask at the same time', async () => {
    await setBan(true)
    const other = await forum.member('reads_on')
    const feed = '/api/users/author_a/feed'
    const [own, theirs] = await Promise.all([reader.get(feed), other.get(feed)])
    expect([own.body.includes(canary), theirs.body.includes(canary)]).toEqual([false, true])
    await setBan(false)
  })

  it('is in no feed of a private forum, where feeds know their readers', async () => {
    const liveSettings = fixedSettings({ ...forum.config.locked, privateForum: true })
    const site = await createApp({ ...forum, liveSettings })
    const read = async (url: string) => {
      const { statusCode, body } = await site.inject({ url, headers: reader.headers() })
      return [url, statusCode, body.includes(canary)]
    }
    const [whole, there] = [
      ['/all.atom', '/@author_a.atom'],
      ['/birding.atom', `/birding/post/${post.publicId}.atom`, '/birding/modlog.atom'],
    ]
    for (const url of [...whole, ...there]) expect(await read(url)).toEqual([url, 200, true])
    await setBan(true)
    for (const url of whole) expect(await read(url)).toEqual([url, 200, false])
    for (const url of there) expect(await read(url)).toEqual([url, 403, false])
    await setBan(false)
    await site.close()
  })
})
