import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Appeal } from '../../contract/entities/appeal.ts'
import { removedTitle } from '../../contract/entities/schema.ts'
import { errors } from '../../contract/errors.ts'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Client, type Forum, type Member, type PostFacts, startForum } from '../support/forum.ts'

const title = 'A slander of someone'

let forum: Forum
let app: FastifyInstance
let author: Member
let reader: Member
let moderator: Member
let elsewhere: Member
let admin: Member
let guest: Client
/** Removed by a moderator, and removed by an admin. */
const removed: PostFacts[] = []
beforeAll(async () => {
  forum = await startForum()
  app = await createApp({
    ...forum,
    pages: {
      renderer,
      assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  admin = await forum.member('an_admin', { isAdmin: true })
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
  const list = `/api/users/${reader.username}/lists/bookmarks`
  await reader.put(list, { public: true })
  for (const [remover, role] of [
    [moderator, 'mods'],
    [admin, 'admins'],
  ] as const) {
    const post = await forum.post(author, 'birding', { title, body: 'Their text.' })
    const comment = await forum.comment(reader, post, 'I read it.')
    await forum.comment(author, post, 'An answer.', comment.id)
    await reader.post(`${list}/items`, { targetType: 'post', targetId: post.id })
    await reader.post(`${list}/items`, { targetType: 'comment', targetId: comment.id })
    expect((await remover.delete(`/api/posts/${post.publicId}?deleteAs=${role}`)).statusCode).toBe(200)
    removed.push(post)
  }
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const titleFor = async (who: Client, { publicId }: PostFacts) =>
  (await who.get(`/api/posts/${publicId}`)).json().title
const strangers = () => [guest, reader, elsewhere]

describe('the title of a post that moderators or admins removed', () => {
  it('is seen by its author, the moderators of its community and admins, and by nobody else', async () => {
    for (const post of removed) {
      for (const who of strangers()) expect(await titleFor(who, post)).toBe(removedTitle)
      for (const who of [author, moderator, admin]) {
        const seen = (await who.get(`/api/posts/${post.publicId}`)).json()
        expect(seen).toMatchObject({ title, deleted: true })
      }
    }
  })

  it.each([
    ['profiles', () => `/api/users/${author.username}/feed`],
    ['profiles of those who commented', () => `/api/users/${reader.username}/feed`],
    ['lists', () => `/api/users/${reader.username}/lists/bookmarks/items`],
    ['profiles as Atom', () => `/@${author.username}.atom`],
    ['discussions as Atom', () => `/birding/post/${removed[0]?.publicId}.atom`],
    ['its page, with what others read of it', () => `/birding/post/${removed[0]?.publicId}`],
    ['the page of its author', () => `/@${author.username}`],
    ['the page of who commented', () => `/@${reader.username}`],
    ['the page of a list', () => `/@${reader.username}/lists/bookmarks`],
    ['search', () => '/api/search?q=slander'],
    ['suggestions', () => '/api/search/suggestions?q=slander'],
    ['search for what is below it', () => '/api/search?q=read&in=comments'],
    ['feeds', () => '/api/posts?feed=all'],
    ['feeds as Atom', () => '/birding.atom'],
    ['its earlier versions', () => `/api/posts/${removed[0]?.publicId}/versions`],
    ['the moderation log', () => '/api/modlog'],
    ['the moderation log as a file', () => '/api/modlog.csv'],
  ])('is not among %s', async (_place, url) => {
    for (const who of strangers()) {
      const response = await app.inject({ url: url(), headers: who === guest ? {} : who.headers() })
      expect(response.body).not.toContain('slander')
    }
  })

  it.each([
    ['profiles', () => `/api/users/${author.username}/feed`, 2],
    ['profiles of those who commented', () => `/api/users/${reader.username}/feed`, 2],
    ['lists', () => `/api/users/${reader.username}/lists/bookmarks/items`, 4],
  ])('is replaced, and kept for the moderators, in %s', async (_place, url, count) => {
    const marked = (body: string, text: string) => body.split(`itle":"${text}"`).length - 1
    expect(marked((await guest.get(url())).body, removedTitle)).toBe(count)
    expect(marked((await moderator.get(url())).body, title)).toBe(count)
  })

  it('is in notifications to its author only', async () => {
    for (const form of ['', '&render=true', '&render=true&format=html']) {
      const notified = async (who: Member) => (await who.get(`/api/notifications?${form}`)).body
      expect(await notified(author)).toContain(title)
      expect(await notified(reader)).toContain(removedTitle)
      expect(await notified(reader)).not.toContain('slander')
    }
  })

  it('does not count in a search', async () => {
    const counts = async (who: Client) => (await who.get('/api/search/counts?q=slander')).json()
    for (const who of [...strangers(), author, admin])
      expect(await counts(who)).toMatchObject({ posts: { count: 0 }, comments: { count: 0 } })
  })

  it('is not shown to the author of a removed comment on it, neither in the reason nor in an appeal', async () => {
    const post = await forum.post(author, 'birding', { title })
    const comment = await forum.comment(reader, post, 'What a story.')
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    const reason = 'Off topic in {{title}}.'
    await moderator.delete(
      `/api/posts/any/comments/${comment.id}?deleteAs=mods&reason=${encodeURIComponent(reason)}`,
    )
    // Also in the queue.
    const second = await forum.post(author, 'birding', { title })
    const other = await forum.comment(reader, second, 'Another one.')
    await moderator.delete(`/api/posts/${second.publicId}?deleteAs=mods`)
    const items = [{ type: 'comment', targetId: other.id, version: '0' }]
    const decided = await moderator.post('/api/modqueue/decisions', { action: 'remove', reason, items })
    expect(decided.json().results).toMatchObject([{ done: true }])
    const possible = (await reader.get('/api/appeals/possible')).json()
    expect(possible.items).toMatchObject([
      { type: 'comment', targetId: other.id, post: { title: removedTitle } },
      { type: 'comment', targetId: comment.id, post: { title: removedTitle } },
    ])
    const given = { act: 'removal', type: 'comment', targetId: comment.id, text: 'It is no such thing.' }
    const appeal = await reader.post('/api/appeals', given)
    expect(appeal.json()).toMatchObject({ post: { publicId: post.publicId, title: removedTitle } })
    const { communityId } = (await guest.get(`/api/posts/${post.publicId}`)).json()
    const appeals = async (who: Client, query = '') =>
      (await who.get(`/api/appeals${query}`)).json().items.map((item: Appeal) => item.post?.title)
    expect(await appeals(reader)).toEqual([removedTitle])
    expect(await appeals(moderator, `?communityId=${communityId}`)).toEqual([title])
    expect(await appeals(admin, '?of=all')).toEqual([title])
    const notified = (await reader.get('/api/notifications?render=true')).body
    expect(notified.split('Off topic in [Removed].')).toHaveLength(3)
    expect(notified).not.toContain('slander')
  })

  it('stays if the author deleted the post', async () => {
    const post = await forum.post(author, 'birding', { title: 'A second thought' })
    await author.delete(`/api/posts/${post.publicId}`)
    for (const who of strangers()) expect(await titleFor(who, post)).toBe('A second thought')
  })
})

describe('editing', () => {
  const edit = (who: Member, { publicId }: PostFacts) =>
    who.put(`/api/posts/${publicId}`, { title: 'Something else', body: 'Other words.' })

  it('is refused to the author of a removed post', async () => {
    for (const post of removed) {
      expect((await edit(author, post)).json()).toEqual(errors.postRemoved)
      expect(await titleFor(admin, post)).toBe(title)
    }
  })

  it('is refused to authors who are banned, of posts and of comments', async () => {
    const banned = await forum.member('banned_b')
    const post = await forum.post(banned, 'birding', { title: 'Before the ban' })
    const comment = await forum.comment(banned, post, 'Before the ban')
    const send = () => [
      edit(banned, post),
      banned.put(`/api/posts/${post.publicId}/comments/${comment.id}`, { body: 'Other words.' }),
    ]
    await sql`insert into community_bans (community_id, user_id)
      select id, ${banned.id} from communities where name = 'birding'`.execute(forum.db)
    for (const response of await Promise.all(send()))
      expect(response.json()).toEqual(errors.bannedFromCommunity)
    expect(await titleFor(guest, post)).toBe('Before the ban')
    await sql`delete from community_bans where user_id = ${banned.id}`.execute(forum.db)
    for (const response of await Promise.all(send())) expect(response.statusCode).toBe(200)
  })
})
