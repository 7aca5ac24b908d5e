import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '../../contract/entities/notification.ts'
import { errors } from '../../contract/errors.ts'
import { countQueries } from '../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../tests/support/forum.ts'
import { tellMember } from './tell.ts'

let forum: Forum
let author: Member
let reader: Member
let other: Member
let post: PostFacts

beforeEach(async () => {
  forum = await startForum()
  await forum.community('birding')
  ;[author, reader, other] = (await Promise.all(
    ['wren_writes', 'robin_reads', 'otto_other'].map((name) => forum.member(name)),
  )) as [Member, Member, Member]
  post = await forum.post(author, 'birding', { title: 'Wrens & <robins>' })
})
afterEach(() => forum.close())

interface Page {
  count: number
  newCount: number
  items: Notification[]
  next: string
}
const rendered = 'render=true&format=html'
const page = async (member: Member, query = rendered) =>
  (await member.get(`/api/notifications?${query}`)).json<Page>()
const items = async (member: Member, query = rendered) => (await page(member, query)).items
const newest = async (member: Member, query = rendered) => {
  const [first] = await items(member, query)
  if (!first) throw new Error('no notification')
  return first
}
const newCount = async (member: Member) =>
  (await member.get('/api/_user')).json<{ notificationsNewCount: number }>().notificationsNewCount
const update = (member: Member, query: string) => member.post(`/api/notifications?${rendered}&${query}`)
const mark = (member: Member, id: number, seen: boolean) =>
  member.put(`/api/notifications/${id}?${rendered}&action=markAsSeen&seen=${seen}`)
const votePost = (member: Member, up = true) => member.post('/api/_postVote', { postId: post.id, up })
const voteComment = (member: Member, commentId: string) =>
  member.post('/api/_commentVote', { commentId, up: true })

describe('a comment', () => {
  it('[ACC-0-001] tells the author of the post, at once and once', async () => {
    const { id } = await forum.comment(reader, post)
    expect(await page(author)).toMatchObject({ count: 1, newCount: 1, next: '' })
    expect(await newest(author)).toMatchObject({
      type: 'new_comment',
      title: '<b>robin_reads</b> commented on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${id}`,
      seen: false,
    })
    expect(await items(reader)).toEqual([])
  })

  it('in reply to another tells its author, and of the post’s author only who wrote neither', async () => {
    const first = await forum.comment(reader, post)
    await update(author, 'action=deleteAll')
    const reply = await forum.comment(other, post, 'A reply.', first.id)
    expect(await newest(reader)).toMatchObject({
      type: 'comment_reply',
      title: '<b>otto_other</b> replied to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${reply.id}`,
    })
    expect(await newest(author)).toMatchObject({ type: 'new_comment' })
  })

  it('in reply to the post’s author tells them of the reply alone', async () => {
    const own = await forum.comment(author, post)
    await forum.comment(reader, post, 'A reply.', own.id)
    expect((await items(author)).map(({ type }) => type)).toEqual(['comment_reply'])
  })

  it('of one’s own, under one’s own, tells nobody', async () => {
    const own = await forum.comment(author, post)
    await forum.comment(author, post, 'More.', own.id)
    expect(await page(author)).toMatchObject({ count: 0, newCount: 0, items: [], next: '' })
  })

  it.each([
    [
      'does not want to hear of replies',
      sql`update users set reply_notifications_off = true where username = 'wren_writes'`,
    ],
    [
      'muted who commented',
      sql`insert into user_mutes (user_id, muted_user_id)
      select a.id, b.id from users a, users b where a.username = 'wren_writes' and b.username = 'robin_reads'`,
    ],
    ['deleted their account', sql`update users set deleted_at = now() where username = 'wren_writes'`],
  ])('tells nobody who %s', async (_why, prepare) => {
    await prepare.execute(forum.db)
    await forum.comment(reader, post)
    const { rows } = await sql`select from notifications`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('is hidden from nobody by a mute of somebody else', async () => {
    await sql`insert into user_mutes (user_id, muted_user_id) values (${author.id}, ${other.id})`.execute(
      forum.db,
    )
    await forum.comment(reader, post)
    expect(await newCount(author)).toBe(1)
  })
})

describe('several comments', () => {
  it('come into one notification until it is seen, which leads to all of them', async () => {
    const first = await forum.comment(reader, post)
    await forum.comment(other, post)
    await forum.comment(reader, post)
    const told = await newest(author)
    const seconds = (time: string | undefined) => Math.floor(Date.parse(time ?? '') / 1000)
    expect(told).toMatchObject({
      title: '3 new comments on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}?highlightFrom=${seconds(told.createdAt)}&highlightTo=${seconds(told.updatedAt)}`,
    })
    expect(await newest(author, '')).toMatchObject({
      notif: {
        noComments: 3,
        commentId: first.id,
        commentAuthor: 'robin_reads',
        firstCreatedAt: told.createdAt,
      },
    })
    await mark(author, told.id, true)
    await forum.comment(other, post)
    expect((await items(author)).map(({ title }) => title?.slice(0, 15))).toEqual([
      '<b>otto_other</',
      '3 new comments ',
    ])
  })

  it('under one comment come into one of its own, and count as one each', async () => {
    const mine = await forum.comment(reader, post)
    const another = await forum.comment(reader, post)
    await forum.comment(other, post, 'One.', mine.id)
    await forum.comment(author, post, 'Two.', mine.id)
    await forum.comment(other, post, 'Three.', another.id)
    expect((await items(reader)).map(({ title }) => title)).toEqual([
      '<b>otto_other</b> replied to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
      '2 new replies to your comment on post <b>Wrens &amp; &lt;robins&gt;</b>',
    ])
    expect(await newCount(reader)).toBe(2)
  })

  it('come into one that was marked unseen again, unless another has begun', async () => {
    await forum.comment(reader, post)
    const first = await newest(author)
    await mark(author, first.id, true)
    await mark(author, first.id, false)
    await forum.comment(other, post)
    expect((await items(author)).map(({ id, title }) => [id, title?.slice(0, 5)])).toEqual([
      [first.id, '2 new'],
    ])
    await mark(author, first.id, true)
    await forum.comment(other, post)
    const second = await newest(author)
    await mark(author, first.id, false)
    await forum.comment(other, post)
    const { items: both } = await page(author)
    expect(both.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(both[0]?.title).toMatch(/^2 new comments/)
  })
})

describe('an upvote', () => {
  it('tells the author, and others join it', async () => {
    await votePost(reader)
    expect(await newest(author)).toMatchObject({
      type: 'new_votes',
      title: '1 new upvote on your post <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}`,
    })
    await votePost(other)
    expect(await newest(author)).toMatchObject({
      title: '2 new upvotes on your post <b>Wrens &amp; &lt;robins&gt;</b>',
    })
    expect(await newest(author, '')).toMatchObject({
      notif: { targetType: 'post', targetId: post.id, noVotes: 2 },
    })
  })

  it('on a comment leads to the comment', async () => {
    const comment = await forum.comment(reader, post)
    await voteComment(other, comment.id)
    expect(await newest(reader)).toMatchObject({
      title: '1 new upvote on your comment in <b>Wrens &amp; &lt;robins&gt;</b>',
      toURL: `/birding/post/${post.publicId}/${comment.id}`,
    })
    expect(await newest(reader, '')).toMatchObject({
      notif: {
        targetType: 'comment',
        targetId: comment.id,
        noVotes: 1,
        post: { id: post.id },
        comment: { id: comment.id },
      },
    })
  })

  it('of the author, a downvote and a change from down to up tell nothing', async () => {
    await votePost(author)
    await votePost(author)
    await votePost(reader, false)
    await votePost(reader, true)
    expect(await page(author)).toMatchObject({ count: 0, newCount: 0 })
  })

  it('taken back and given again counts once a notification, and again in the next', async () => {
    for (let press = 0; press < 5; press++) await votePost(reader)
    expect((await newest(author)).title).toMatch(/^1 new upvote /)
    await mark(author, (await newest(author)).id, true)
    await votePost(reader)
    await votePost(reader)
    expect((await items(author)).map(({ seen }) => seen)).toEqual([false, true])
    expect((await newest(author)).title).toMatch(/^1 new upvote /)
  })

  it('tells nobody who does not want to hear of votes, but of comments', async () => {
    await sql`update users set upvote_notifications_off = true where id = ${author.id}`.execute(forum.db)
    await votePost(reader)
    await forum.comment(reader, post)
    expect((await items(author)).map(({ type }) => type)).toEqual(['new_comment'])
  })

  it('by somebody muted tells nevertheless', async () => {
    await sql`insert into user_mutes (user_id, muted_user_id) values (${author.id}, ${reader.id})`.execute(
      forum.db,
    )
    await votePost(reader)
    expect(await newCount(author)).toBe(1)
  })
})

describe('what moderators and admins do', () => {
  it('tells the author that the post was removed, once, and by whom', async () => {
    const moderator = await forum.moderator('moderator_m', 'birding')
    const admin = await forum.member('the_admin', { isAdmin: true })
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    await admin.delete(`/api/posts/${post.publicId}?deleteAs=admins&deleteContent=true`)
    const second = await forum.post(author, 'birding', { title: 'Another' })
    await admin.delete(`/api/posts/${second.publicId}?deleteAs=admins`)
    expect((await items(author)).map(({ title, toURL }) => [title, toURL])).toEqual([
      ['Your post <b>Another</b> has been removed by the admins', `/birding/post/${second.publicId}`],
      [
        'Your post <b>Wrens &amp; &lt;robins&gt;</b> has been removed by moderators of <b>birding</b>',
        `/birding/post/${post.publicId}`,
      ],
    ])
    expect(await newest(author, '')).toMatchObject({
      notif: { targetType: 'post', targetId: second.id, deletedAs: 'admins', post: { deleted: true } },
    })
  })

  it('tells nobody who removed their own post', async () => {
    const moderator = await forum.moderator('moderator_m', 'birding')
    const own = await forum.post(moderator, 'birding')
    await moderator.delete(`/api/posts/${own.publicId}?deleteAs=mods`)
    await author.delete(`/api/posts/${post.publicId}`)
    expect([await items(moderator), await items(author)]).toEqual([[], []])
  })

  it('tells a new moderator, a member with a badge, and one whose community was denied', async () => {
    const { id: communityId } = await forum.community('wrens')
    const body = 'Your request for +<wrens> has been declined.'
    await tellMember(forum.db, author.id, { type: 'mod_add', communityId, addedBy: reader.id })
    await tellMember(forum.db, author.id, { type: 'new_badge', badgeType: 'supporter' })
    await tellMember(forum.db, author.id, { type: 'denied_comm', body })
    expect((await items(author)).map(({ title, toURL, icons }) => [title, toURL, icons])).toEqual([
      ['Your request for +&lt;wrens&gt; has been declined.', '#', ['/favicon.png?v=2']],
      [
        'You are awarded the <b>supporter</b> badge for your contribution to Folkmoot and for sheer awesomeness!',
        '/@wren_writes',
        ['/badge-supporter.png'],
      ],
      ['You are added as a moderator of wrens by <b>@robin_reads</b>', '/wrens', ['/favicon.png?v=2']],
    ])
    expect((await items(author, '')).map(({ notif }) => notif)).toMatchObject([
      { body },
      { badgeType: 'supporter', user: { id: author.id, username: 'wren_writes' } },
      { communityName: 'wrens', addedBy: 'robin_reads', community: { id: communityId } },
    ])
  })

  it('tells deleted accounts nothing', async () => {
    await sql`update users set deleted_at = now() where id = ${author.id}`.execute(forum.db)
    await tellMember(forum.db, author.id, { type: 'new_badge', badgeType: 'supporter' })
    const { rows } = await sql`select from notifications`.execute(forum.db)
    expect(rows).toEqual([])
  })
})

describe('reading', () => {
  /** So many notifications, each about a comment on a post of its own; every third is seen. */
  async function many(count: number) {
    await sql`
      with written as (
        insert into posts (public_id, type, author_id, community_id, title)
        select lpad(n::text, 8, '0'), 'text', ${author.id}, (select id from communities limit 1), 'Post ' || n
        from generate_series(1, ${count}::integer) as n returning id, public_id::integer as n)
      insert into notifications (user_id, type, post_id, updated_at, seen_at, is_new)
      -- two at the same moment each
      select ${author.id}, 'announcement', id, now() - make_interval(mins => n / 2),
        case when n % 3 = 0 then now() end, n % 3 <> 0 from written order by n desc`.execute(forum.db)
    await sql`update users set notifications_new_count = (select count(*) from notifications where is_new)
      where id = ${author.id}`.execute(forum.db)
  }

  it('[ACC-7-007] [ACC-3-004] [ACC-4-001] gives ten a page by a cursor, unseen ones first, each once', async () => {
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

  it('takes one round trip a page', async () => {
    await many(30)
    expect(await countQueries(forum.database, () => page(author))).toBe(2) // and one for the session
  })

  it('[ACC-3-001] [ACC-3-002] [ACC-3-003] gives each as the contract has it: raw, in plain words, in HTML', async () => {
    await forum.comment(reader, post)
    const { id, createdAt } = await newest(author)
    const common = { id, type: 'new_comment', seen: false, seenAt: null, createdAt }
    const words = { ...common, version: 1, body: '', icons: ['/favicon.png?v=2'], updatedAt: createdAt }
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

  it('names nobody who deleted their account', async () => {
    await forum.comment(reader, post)
    await sql`update users set deleted_at = now() where id = ${reader.id}`.execute(forum.db)
    expect(await newest(author)).toMatchObject({ title: expect.stringMatching(/^<b>ghost<\/b> commented/) })
    expect(await newest(author, '')).toMatchObject({ notif: { commentAuthor: 'ghost' } })
  })

  it('shows the picture of who commented, while their account is there', async () => {
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

  it('gives those whose subject is gone as words that lead nowhere, and the others as ever', async () => {
    await forum.comment(reader, post)
    await sql`insert into notifications (user_id, type) values (${author.id}, 'new_votes')`.execute(forum.db)
    expect((await items(author)).map(({ title, toURL }) => [title?.slice(0, 20), toURL === '#'])).toEqual([
      ['What this was about ', true],
      ['<b>robin_reads</b> c', false],
    ])
    expect((await items(author, '')).map(({ notif }) => notif === null)).toEqual([true, false])
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
    await votePost(reader)
    await forum.comment(reader, post)
    await forum.comment(other, await forum.post(author, 'birding'))
    return newCount(author)
  }

  it('[ACC-7-008] says that all were shown, which leaves them unseen', async () => {
    expect(await someNews()).toBe(3)
    expect((await update(author, 'action=resetNewCount')).json()).toEqual({ success: true })
    expect(await page(author)).toMatchObject({ count: 3, newCount: 0 })
    expect((await items(author)).every(({ seen }) => !seen)).toBe(true)
    // What comes into one that was shown makes that one new again, the others stay as they are.
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

  it('marks none for a type that is none', async () => {
    await someNews()
    expect((await update(author, 'action=markAllAsSeen&type=likes')).json()).toEqual({ success: true })
    expect((await items(author)).every(({ seen }) => !seen)).toBe(true)
  })

  it('[ACC-7-010] deletes all, of this member alone', async () => {
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

  it('takes one without `seen` for seen, as a push does', async () => {
    await someNews()
    const { id } = await newest(author)
    const answer = await author.put(`/api/notifications/${id}?action=markAsSeen&seenFrom=webpush`)
    expect(answer.json()).toMatchObject({ seen: true })
    expect(await newCount(author)).toBe(2)
  })

  it('[ACC-7-012] deletes one and answers with what it was', async () => {
    await someNews()
    const told = await newest(author)
    const path = `/api/notifications/${told.id}?${rendered}`
    expect((await author.delete(path)).json()).toEqual(told)
    expect(await page(author)).toMatchObject({ count: 2, newCount: 2 })
    expect((await author.delete(path)).json()).toEqual(errors.notificationNotFound)
  })

  it('is for the receiver alone, and what is wrong with the question comes second', async () => {
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

  it('knows no other action', async () => {
    expect((await update(author, 'action=explode')).json()).toEqual(errors.invalidAction)
    expect((await update(author, 'action=toString')).json()).toEqual(errors.invalidAction)
  })
})

describe('of what a member was told', () => {
  it('the newest 200 are kept, and the count counts those', async () => {
    await sql`insert into notifications (user_id, type, body)
      select ${author.id}, 'denied_comm', 'No. ' || n from generate_series(1, 200) as n`.execute(forum.db)
    await sql`update users set notifications_new_count = 200 where id = ${author.id}`.execute(forum.db)
    await forum.comment(reader, post)
    await votePost(reader)
    expect(await page(author)).toMatchObject({ count: 200, newCount: 200 })
    const { rows } = await sql<{ body: string }>`
      select body from notifications where body is not null order by id limit 1`.execute(forum.db)
    expect(rows).toEqual([{ body: 'No. 3' }])
  })

  it('what only grows drops nothing', async () => {
    await forum.comment(reader, post)
    await sql`insert into notifications (user_id, type, body)
      select ${author.id}, 'denied_comm', 'No. ' || n from generate_series(1, 199) as n`.execute(forum.db)
    await forum.comment(reader, post)
    expect(await page(author)).toMatchObject({ count: 200 })
  })
})
