import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Client, Member, PostFacts } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
let made = 0
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.forum.close())

type Feed = OutputOf<'getUserFeed'>

/** A new member and what they write, in `birding`. */
async function startWriter() {
  const { forum } = scene
  const writer = await forum.member(`writer_${++made}`)
  const url = `/api/users/${writer.username}/feed`
  return {
    writer,
    url,
    post: (title?: string) => forum.post(writer, 'birding', title ? { title } : {}),
    comment: async (post?: PostFacts) => forum.comment(writer, post ?? (await scene.post())),
    feed: async (query = '', who: Client = scene.guest) => (await who.get(url + query)).json<Feed>(),
  }
}
const ids = (feed: Feed) => feed.items.map(({ type, item }) => `${type} ${item.id}`)
const takeDown = (path: string, who: Member, as: string) => who.delete(`${path}?deleteAs=${as}`)

describe('what a user wrote', () => {
  it('[CORE-7-038] [CORE-1-005] is shown to everyone, posts and comments together, the newest first', async () => {
    const { writer, post, comment, feed } = await startWriter()
    const under = await scene.post()
    const first = await post('The first')
    const second = await comment(under)
    const third = await post('The third')
    for (const who of [scene.guest, scene.member, writer, scene.admin])
      expect(await feed('', who)).toMatchObject({
        items: [
          { type: 'post', item: { id: third.id, title: 'The third', username: writer.username } },
          { type: 'comment', item: { id: second.id, postId: under.id, postTitle: 'A post about something' } },
          { type: 'post', item: { id: first.id, body: 'Its text.', comments: null } },
        ],
        next: null,
      })
    expect(ids(await feed('?filter=posts'))).toEqual([`post ${third.id}`, `post ${first.id}`])
    expect(ids(await feed('?filter=comments'))).toEqual([`comment ${second.id}`])
    expect(ids(await feed('?filter='))).toHaveLength(3)
  })

  it('is empty for members without posts and comments', async () => {
    const { feed } = await startWriter()
    expect(await feed()).toEqual({ items: [], next: null })
  })

  it('comes in pages that neither omit nor repeat items, even with equal times', async () => {
    const { writer, post, comment, feed } = await startWriter()
    for (let n = 0; n < 4; n += 1) {
      await post()
      await comment()
    }
    for (const table of ['posts', 'comments'])
      await sql`update ${sql.table(table)} set created_at = '2026-01-01' where author_id = ${writer.id}`.execute(
        scene.forum.db,
      )
    const newer = await comment()
    const all = ids(await feed())
    expect(all).toHaveLength(9)
    expect(all[0]).toBe(`comment ${newer.id}`)
    for (const limit of [1, 2, 4]) {
      const seen: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: Feed = await feed(`?limit=${limit}&next=${next}`)
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...ids(page))
        next = page.next
      }
      expect(seen).toEqual(all)
    }
    for (const filter of ['posts', 'comments']) {
      const { next } = await feed(`?filter=${filter}&limit=3`)
      expect(ids(await feed(`?filter=${filter}&next=${next}`))).toEqual(
        ids(await feed(`?filter=${filter}`)).slice(3),
      )
    }
  })

  it('has the reader’s own votes, and excludes neither what they hid nor whom they muted', async () => {
    const { writer, post, comment, feed } = await startWriter()
    const { member } = scene
    const [one, two] = [await post(), await comment()]
    await member.post('/api/_postVote', { postId: one.id, up: false })
    await member.post('/api/_commentVote', { commentId: two.id, up: true })
    await member.post('/api/hidden_posts', { postId: one.id })
    await member.post('/api/mutes', { userId: writer.id })
    expect(await feed('', member)).toMatchObject({
      items: [
        { item: { id: two.id, userVotedUp: true, isAuthorMuted: true } },
        { item: { id: one.id, userVotedUp: false, isAuthorMuted: true } },
      ],
    })
  })

  it('is to each reader as they voted, also after others have read it, and nothing to any once it was removed', async () => {
    const { writer, post, comment, feed } = await startWriter()
    const { forum, moderator } = scene
    const under = await scene.post()
    const [one, two] = [await post(), await comment(under)]
    const votes = [true, false, null, true, false]
    const readers = await Promise.all(
      votes.map(async (up, n) => {
        const reader = await forum.member(`reader_${made}_${n}`)
        if (up === null) return reader
        await reader.post('/api/_postVote', { postId: one.id, up })
        await reader.post('/api/_commentVote', { commentId: two.id, up })
        return reader
      }),
    )
    const shown = async (query: string) => {
      const feeds: Feed[] = []
      for (const reader of readers) feeds.push(await feed(query, reader))
      return feeds.map(({ items }) => items.map(({ item }) => [item.userVoted, item.userVotedUp]))
    }
    const own = votes.map((up) => [
      [up !== null, up],
      [up !== null, up],
    ])
    for (const query of ['', '?render=page']) {
      expect(await shown(query)).toEqual(own)
      expect(await shown(query)).toEqual(own)
    }
    await writer.put(`/api/posts/${one.publicId}`, { title: 'Another title' })
    expect((await feed('', readers[0])).items[1]).toMatchObject({ item: { title: 'Another title' } })
    await takeDown(`/api/posts/${one.publicId}`, moderator, 'mods')
    await takeDown(`/api/posts/${under.publicId}/comments/${two.id}`, moderator, 'mods')
    expect(await shown('')).toEqual(votes.map(() => []))
  })

  it('comes to our own pages with rendered comments and the beginning of posts', async () => {
    const { post, comment, feed } = await startWriter()
    await post()
    await comment()
    const [said, written] = (await feed('?render=page')).items.map(({ item }) => item) as [Comment, Post]
    expect(said).toMatchObject({
      body: '',
      bodyHtml: '<p>A comment.</p>\n',
      postTitle: 'A post about something',
    })
    expect(said).not.toHaveProperty('author')
    expect(written).toMatchObject({ body: null, excerpt: 'Its text.' })
  })

  it('costs one statement beyond the session, and one for posts that are not in memory', async () => {
    const { url, post } = await startWriter()
    await post()
    expect(await countQueries(scene.forum.database, () => scene.guest.get(url))).toBe(3)
    expect(await countQueries(scene.forum.database, () => scene.guest.get(url))).toBe(2)
  })
})

describe('a post that is deleted', () => {
  it.each([
    ['its author', 'normal'],
    ['moderators', 'mods'],
    ['admins', 'admins'],
  ])('by %s is left to its author and to admins', async (_by, as) => {
    const { writer, post, feed } = await startWriter()
    const [gone, kept] = [await post(), await post()]
    const by = { normal: writer, mods: scene.moderator, admins: scene.admin }[as] as Member
    await takeDown(`/api/posts/${gone.publicId}`, by, as)
    const others = [`post ${kept.id}`]
    for (const who of [scene.guest, scene.member, scene.moderator])
      expect(ids(await feed('', who))).toEqual(others)
    for (const who of [writer, scene.admin])
      expect(ids(await feed('', who))).toEqual([`post ${kept.id}`, `post ${gone.id}`])
    expect((await feed('?limit=1', scene.admin)).next).not.toBeNull()
  })
})

describe('a comment that is deleted', () => {
  it('by its author is shown to nobody', async () => {
    const { writer, comment, feed } = await startWriter()
    const under = await scene.post()
    const gone = await comment(under)
    await takeDown(`/api/posts/${under.publicId}/comments/${gone.id}`, writer, 'normal')
    for (const who of [scene.guest, writer, scene.moderator, scene.admin])
      expect(await feed('', who)).toEqual({ items: [], next: null })
  })

  it.each(['mods', 'admins'])('as %s is left to admins, with its text', async (as) => {
    const { writer, comment, feed } = await startWriter()
    const under = await scene.post()
    const gone = await comment(under)
    const by = as === 'mods' ? scene.moderator : scene.admin
    await takeDown(`/api/posts/${under.publicId}/comments/${gone.id}`, by, as)
    for (const who of [scene.guest, writer, scene.moderator])
      expect(await feed('', who)).toEqual({ items: [], next: null })
    expect(await feed('', scene.admin)).toMatchObject({
      items: [{ item: { id: gone.id, body: 'A comment.', contentStripped: false } }],
    })
  })
})

describe('what a suspended user wrote', () => {
  it('[CORE-6-020] is shown to admins only, and others get the reason', async () => {
    const { writer, post, url, feed } = await startWriter()
    const { id } = await post()
    await scene.forum.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('id', '=', writer.id)
      .execute()
    expect((await scene.guest.get(url)).json()).toEqual(errors.userIsBanned)
    expect((await scene.member.get(url)).json()).toEqual(errors.notAdmin)
    expect(ids(await feed('', scene.admin))).toEqual([`post ${id}`])
    for (const who of [scene.guest, scene.member, scene.admin])
      expect((await who.get(`/api/users/${writer.username}`)).json()).toMatchObject({ isBanned: true })
  })
})

describe('what a deleted account wrote', () => {
  it('[CORE-6-021] is shown to admins only, and empty for others', async () => {
    const { writer, post, feed } = await startWriter()
    const { id } = await post()
    await scene.forum.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', writer.id)
      .execute()
    for (const who of [scene.guest, scene.member])
      expect(await feed('', who)).toEqual({ items: [], next: null })
    expect(ids(await feed('', scene.admin))).toEqual([`post ${id}`])
  })
})

describe('an invalid URL', () => {
  it.each([
    ['?limit=ten', errors.limitNotANumber],
    ['?limit=0', errors.limitOutOfRange],
    ['?limit=51', errors.limitOutOfRange],
    ['?next=-1.2', errors.invalidCursor],
    ['?next=abc', errors.invalidCursor],
    [`?next=${'9'.repeat(30)}.1`, errors.invalidCursor],
    ['?filter=votes', errors.invalidUserFeedFilter],
    ['?filter=constructor', errors.invalidUserFeedFilter],
  ])('%s is refused, but first it is asked whether there is such a user', async (query, error) => {
    const { url } = await startWriter()
    expect((await scene.guest.get(url + query)).json()).toEqual(error)
    expect((await scene.guest.get(`/api/users/nobody_here/feed${query}`)).json()).toEqual(errors.userNotFound)
  })

  it.each([`${'9'.repeat(18)}.${'9'.repeat(18)}`, '0.0', '1.1'])(
    'the cursor %s is harmless',
    async (next) => {
      const { url, post } = await startWriter()
      await post()
      expect((await scene.guest.get(`${url}?next=${next}`)).statusCode).toBe(200)
    },
  )
})
