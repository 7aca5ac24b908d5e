import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Forum, Member, PostFacts } from '../../../tests/support/forum.ts'
import {
  items,
  mark,
  newCount,
  newest,
  page,
  rendered,
  startNotified,
  update,
  votePost,
} from '../../../tests/support/notified.ts'

let forum: Forum
let author: Member
let reader: Member
let other: Member
let post: PostFacts

beforeEach(async () => {
  ;({ forum, author, reader, other, post } = await startNotified())
})
afterEach(() => forum.close())

describe('reading', () => {
  /** This many notifications, each about a comment on another post; every third is seen. */
  async function many(count: number) {
    await sql`
      with written as (
        insert into posts (public_id, type, author_id, community_id, title)
        select lpad(n::text, 8, '0'), 'text', ${author.id}, (select id from communities limit 1), 'Post ' || n
        from generate_series(1, ${count}::integer) as n returning id, public_id::integer as n)
      insert into notifications (user_id, type, post_id, updated_at, seen_at, is_new)
      -- pairs with equal times
      select ${author.id}, 'announcement', id, now() - make_interval(mins => n / 2),
        case when n % 3 = 0 then now() end, n % 3 <> 0 from written order by n desc`.execute(forum.db)
    await sql`update users set notifications_new_count = (select count(*) from notifications where is_new)
      where id = ${author.id}`.execute(forum.db)
  }

  it('[ACC-7-007] [ACC-3-004] [ACC-4-001] returns ten per page by a cursor, unseen ones first, each once', async () => {
    await many(35)
    const titles: (string | undefined)[] = []
    let next = ''
    for (let pages = 0; pages < 4; pages++) {
      const answer = await page(author, `${rendered}&next=${next}`)
      expect(answer).toMatchObject({ count: 35, newCount: 24 })
      titles.push(...answer.items.map(({ title }) => title))
      next = answer.next
    }
    expect(next).toBe('')
    const inOrder = Array.from({ length: 35 }, (_, n) => n + 1)
    const order = (n: number) => [n % 3 === 0 ? 1 : 0, Math.floor(n / 2), n] as const
    const before = (a: number, b: number) =>
      order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1] || order(a)[2] - order(b)[2]
    expect(titles).toEqual(inOrder.toSorted(before).map((n) => `<b>Post ${n}</b>`))
  })

  it('takes one round trip per page, and one for posts and comments that are not in memory', async () => {
    await many(30)
    // One is for the session.
    expect(await countQueries(forum.database, () => page(author))).toBe(3)
    expect(await countQueries(forum.database, () => page(author))).toBe(2)
  })

  it('[ACC-3-001] [ACC-3-002] [ACC-3-003] returns each in the formats of the contract: raw, plain, HTML', async () => {
    await forum.comment(reader, post)
    const { id, createdAt } = await newest(author)
    const common = { id, type: 'new_comment', seen: false, seenAt: null, createdAt }
    const words = {
      ...common,
      version: 1,
      body: '',
      icons: ['/favicon.png?v=2'],
      updatedAt: createdAt,
      kind: 'replies',
      actors: [{ id: reader.id, username: 'robin_reads', picture: null }],
      actorCount: 1,
      times: 1,
      excerpt: 'A comment.',
      postTitle: 'Wrens & <robins>',
      communityName: 'birding',
      communityId: expect.stringMatching(/^2\d{23}$/),
    }
    const toURL = expect.stringContaining(`/birding/post/${post.publicId}/`)
    const read = async (query: string) => (await author.get(`/api/notifications/${id}?${query}`)).json()
    expect(await read(rendered)).toEqual({
      ...words,
      textFormat: 'html',
      title: '<b>robin_reads</b> commented on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL,
    })
    expect(await read('render=true')).toEqual({
      ...words,
      textFormat: '',
      title: 'robin_reads commented on your post Wrens & <robins>',
      toURL,
    })
    const raw = await read('')
    expect(raw).toEqual({ ...common, notif: expect.objectContaining({ postId: post.id, noComments: 1 }) })
    expect(raw.notif.post).toMatchObject({
      id: post.id,
      userVoted: null,
      body: 'Its text.',
      author: { id: author.id },
    })
  })

  it('does not name deleted accounts', async () => {
    await forum.comment(reader, post)
    await sql`update users set deleted_at = now() where id = ${reader.id}`.execute(forum.db)
    expect(await newest(author)).toMatchObject({ title: expect.stringMatching(/^<b>ghost<\/b> commented/) })
    expect(await newest(author, '')).toMatchObject({ notif: { commentAuthor: 'ghost' } })
  })

  it('shows the picture of the commenter while their account exists', async () => {
    await forum.comment(reader, post)
    await sql`
      with picture as (
        insert into images (uploader_id, use, secret, width, height, size, average_color, stored_at, is_used)
        values (${reader.id}, 'profile', ${'s'.repeat(22)}, 10, 10, 10, 'rgb(1,2,3)', now(), true) returning id)
      update users set picture_id = picture.id from picture where users.id = ${reader.id}`.execute(forum.db)
    expect((await newest(author)).icons).toEqual([
      expect.stringMatching(/^\/images\/\d+\.jpeg\?fit=cover&sig=s{22}&size=120$/),
    ])
    await sql`update users set deleted_at = now() where id = ${reader.id}`.execute(forum.db)
    expect((await newest(author)).icons).toEqual(['/favicon.png?v=2'])
  })

  it('shows the picture of the post', async () => {
    const pictured = await forum.post(author, 'birding', { type: 'image', images: 2 })
    await forum.comment(reader, pictured)
    const { images } = (await author.get(`/api/posts/${pictured.publicId}`)).json()
    const tiny = images[0].copies.find(({ name }: { name: string }) => name === 'tiny')
    expect((await newest(author)).icons).toEqual([tiny.url])
  })

  it('returns those whose subject is deleted without a link, and the others unchanged', async () => {
    await forum.comment(reader, post)
    await sql`insert into notifications (user_id, type) values (${author.id}, 'new_votes')`.execute(forum.db)
    expect((await items(author)).map(({ title, toURL }) => [title?.slice(0, 20), toURL === '#'])).toEqual([
      ['This notification is', true],
      ['<b>robin_reads</b> c', false],
    ])
    expect((await items(author, '')).map(({ notif }) => Object.keys(notif ?? {}).length > 0)).toEqual([
      false,
      true,
    ])
  })

  it.each([
    ['another format', 'render=true&format=md', errors.invalidRenderFormat],
    ['another format of the raw form', 'format=md', errors.invalidRenderFormat],
    ['a cursor that is none', 'next=abc', errors.invalidCursor],
    [
      'a cursor with a number too large',
      `next=${Buffer.from('1.99999999999999999999.1').toString('base64url')}`,
      errors.invalidCursor,
    ],
  ])('refuses %s', async (_what, query, error) => {
    expect((await author.get(`/api/notifications?${query}`)).json()).toEqual(error)
  })
})

describe('changing', () => {
  const someNews = async () => {
    await votePost(reader, post)
    await forum.comment(reader, post)
    await forum.comment(other, await forum.post(author, 'birding'))
    return newCount(author)
  }

  it('[ACC-7-008] marks all as not new, but still unseen', async () => {
    expect(await someNews()).toBe(3)
    expect((await update(author, 'action=resetNewCount')).json()).toEqual({ success: true })
    expect(await page(author)).toMatchObject({ count: 3, newCount: 0 })
    expect((await items(author)).every(({ seen }) => !seen)).toBe(true)
    // A later event makes its notification new again, and does not change the others.
    await forum.comment(other, post)
    expect(await newCount(author)).toBe(1)
  })

  it('[ACC-7-009] marks all as seen, or those of votes', async () => {
    await someNews()
    await update(author, 'action=markAllAsSeen&type=new_votes')
    expect((await items(author)).map(({ type, seen }) => [type, seen])).toEqual([
      ['new_comment', false],
      ['new_comment', false],
      ['new_votes', true],
    ])
    expect(await newCount(author)).toBe(2)
    await update(author, 'action=markAllAsSeen&type=')
    expect((await items(author)).every(({ seen, seenAt }) => seen && seenAt !== null)).toBe(true)
    expect(await newCount(author)).toBe(0)
  })

  it('marks none for an unknown type', async () => {
    await someNews()
    expect((await update(author, 'action=markAllAsSeen&type=likes')).json()).toEqual({ success: true })
    expect((await items(author)).every(({ seen }) => !seen)).toBe(true)
  })

  it('[ACC-7-010] deletes all, of this member only', async () => {
    await someNews()
    await forum.comment(author, await forum.post(reader, 'birding'))
    expect((await update(author, 'action=deleteAll')).json()).toEqual({ success: true })
    expect(await page(author)).toEqual({ count: 0, newCount: 0, items: [], next: '' })
    expect(await page(reader)).toMatchObject({ count: 1, newCount: 1 })
  })

  it('[ACC-7-011] [ACC-4-002] [ACC-4-003] marks one seen and unseen again, with the time', async () => {
    await someNews()
    const { id } = await newest(author)
    const seen = (await mark(author, id, true)).json()
    expect(seen).toMatchObject({ id, seen: true, seenAt: expect.any(String) })
    expect((await author.get(`/api/notifications/${id}?${rendered}`)).json()).toEqual(seen)
    expect(await newCount(author)).toBe(2)
    expect((await mark(author, id, true)).json()).toEqual(seen)
    expect((await mark(author, id, false)).json()).toMatchObject({ seen: false, seenAt: null })
    expect(await newCount(author)).toBe(2)
  })

  it('marks as seen without the parameter, as a push does', async () => {
    await someNews()
    const { id } = await newest(author)
    const answer = await author.put(`/api/notifications/${id}?action=markAsSeen&seenFrom=webpush`)
    expect(answer.json()).toMatchObject({ seen: true })
    expect(await newCount(author)).toBe(2)
  })

  it('[ACC-7-012] deletes one and returns it', async () => {
    await someNews()
    const notification = await newest(author)
    const path = `/api/notifications/${notification.id}?${rendered}`
    expect((await author.delete(path)).json()).toEqual(notification)
    expect(await page(author)).toMatchObject({ count: 2, newCount: 2 })
    expect((await author.delete(path)).json()).toEqual(errors.notificationNotFound)
  })

  it('is for the receiver only, which is checked before the parameters', async () => {
    await someNews()
    const { id } = await newest(author)
    for (const answer of [
      await reader.get(`/api/notifications/${id}?format=md`),
      await reader.put(`/api/notifications/${id}?action=explode`),
      await reader.delete(`/api/notifications/${id}`),
    ])
      expect(answer.json()).toEqual(errors.notOwner)
    expect((await author.put(`/api/notifications/${id}?action=explode`)).json()).toEqual(errors.invalidAction)
    expect((await author.get('/api/notifications/abc')).json()).toEqual(errors.notificationNotFound)
    expect(await page(author)).toMatchObject({ count: 3, newCount: 3 })
  })

  it('refuses unknown actions', async () => {
    expect((await update(author, 'action=explode')).json()).toEqual(errors.invalidAction)
    expect((await update(author, 'action=toString')).json()).toEqual(errors.invalidAction)
  })
})

describe('the notifications of a member', () => {
  it('are limited to the newest 200, which the counter includes', async () => {
    await sql`insert into notifications (user_id, type, body)
      select ${author.id}, 'denied_comm', 'No. ' || n from generate_series(1, 200) as n`.execute(forum.db)
    await sql`update users set notifications_new_count = 200 where id = ${author.id}`.execute(forum.db)
    await forum.comment(reader, post)
    await votePost(reader, post)
    expect(await page(author)).toMatchObject({ count: 200, newCount: 200 })
    const { rows } = await sql<{ body: string }>`
      select body from notifications where body is not null order by id limit 1`.execute(forum.db)
    expect(rows).toEqual([{ body: 'No. 3' }])
  })

  it('merging into an existing one drops none', async () => {
    await forum.comment(reader, post)
    await sql`insert into notifications (user_id, type, body)
      select ${author.id}, 'denied_comm', 'No. ' || n from generate_series(1, 199) as n`.execute(forum.db)
    await forum.comment(reader, post)
    expect(await page(author)).toMatchObject({ count: 200 })
  })
})
