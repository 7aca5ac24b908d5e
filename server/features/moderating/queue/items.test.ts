import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueItemsPage } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { countQueries } from '../../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { stored } from '../../../../tests/support/wireIds.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let reporters: Member[]
let birding: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  birding = (
    await forum.db
      .selectFrom('communities')
      .select('id')
      .where('name', '=', 'birding')
      .executeTakeFirstOrThrow()
  ).id
  await forum.community('gardens')
  await sql`insert into moderators (community_id, user_id, position)
    select id, ${moderator.id}, 1 from communities where name = 'gardens'`.execute(forum.db)
  await forum.community('elsewhere')
  author = await forum.member('wren_writes')
  reporters = await Promise.all(['reporter_1', 'reporter_2', 'reporter_3'].map((name) => forum.member(name)))
})
beforeEach(async () => {
  await sql`delete from reports`.execute(forum.db)
  await sql`delete from reviews`.execute(forum.db)
  await sql`delete from moderation_log`.execute(forum.db)
  await sql`delete from community_bans`.execute(forum.db)
  // Makes accounts old, so that only the test about new members has them in its queue.
  await sql`update users set created_at = now() - interval '1 year'`.execute(forum.db)
  await sql`update posts set deleted_at = now(), deleted_as = 'normal' where deleted_at is null`.execute(
    forum.db,
  )
})
afterAll(() => forum.close())

const report = async (type: 'post' | 'comment', targetId: string, reason = 3, reporter = 0, more = {}) => {
  const answer = await reporters[reporter]?.post('/api/_report', { type, targetId, reason, ...more })
  if (answer?.statusCode !== 200) throw new Error(answer?.body)
}
const read = async (query = '', who: Member = moderator) =>
  (await who.get(`/api/modqueue/items${query}`)).json<QueueItemsPage>()
const targets = ({ items }: QueueItemsPage) => items.map(({ targetId }) => targetId)
const decide = (action: string, type: string, targetId: string, version = '0') =>
  moderator.post('/api/modqueue/decisions', { action, items: [{ type, targetId, version }] })
const edit = async (id: string) =>
  sql`update posts set body = 'Other words', edited_at = now() where id = ${stored(id)}`.execute(forum.db)

/** Posts in each of three communities, and a comment on the first; the last of all is reported last. */
async function everywhere(): Promise<{ posts: PostFacts[]; comment: string }> {
  const posts = []
  for (const community of ['birding', 'gardens', 'elsewhere']) posts.push(await forum.post(author, community))
  const { id: comment } = await forum.comment(author, posts[0] as PostFacts, 'Rude words')
  for (const post of posts) await report('post', post.id)
  await report('comment', comment)
  return { posts, comment }
}

describe('what is reported', () => {
  it('is listed once each, of the communities that the viewer moderates, the last reported first', async () => {
    const { posts, comment } = await everywhere()
    await report('post', posts[0]?.id ?? '', 1, 1, { note: 'Look at the picture.' })
    const page = await read()
    expect(targets(page)).toEqual([posts[0]?.id, comment, posts[1]?.id])
    expect(page.counts).toEqual({ reported: 3, edited: 0, new: 0, waiting: 0 })
    expect(page.items[0]).toMatchObject({
      noReports: 2,
      reasons: [{ noReports: 1 }, { noReports: 1 }],
      reports: [{ reporter: { username: 'reporter_2' }, note: 'Look at the picture.' }, { note: null }],
      version: '0',
      review: null,
      removal: null,
      lookers: [],
      target: { publicId: posts[0]?.publicId },
    })
    expect(targets(await read('?scope=all', admin))).toHaveLength(4)
    expect(targets(await read('', admin))).toHaveLength(0)
  })

  it('can be ordered by the number of reports, and is paged without repeating or omitting', async () => {
    const { posts, comment } = await everywhere()
    await report('post', posts[1]?.id ?? '', 1, 1)
    await report('post', posts[1]?.id ?? '', 1, 2)
    const most = [posts[1]?.id, comment, posts[0]?.id]
    expect(targets(await read('?sort=most'))).toEqual(most)
    for (const sort of ['most', 'newest']) {
      const seen: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: QueueItemsPage = await read(`?sort=${sort}&limit=1&next=${next}`)
        seen.push(...targets(page))
        next = page.next
      }
      expect(seen).toEqual(targets(await read(`?sort=${sort}`)))
    }
  })

  it('is filtered by community, type, reason and rule; the counts follow community and type', async () => {
    const { posts, comment } = await everywhere()
    await sql`insert into community_rules (community_id, rule, created_by)
      values (${birding}, 'Birds only', ${moderator.id})`.execute(forum.db)
    const { rows } = await sql<{
      id: string
    }>`select id from community_rules where rule = 'Birds only'`.execute(forum.db)
    await reporters[1]?.post('/api/_report', {
      type: 'comment',
      targetId: comment,
      ruleId: Number(rows[0]?.id),
    })
    await report('post', posts[1]?.id ?? '', 1, 1)
    expect(targets(await read(`?communityId=${birding}`))).toEqual([comment, posts[0]?.id])
    expect((await read(`?communityId=${birding}`)).counts.reported).toBe(2)
    expect(targets(await read('?filter=comments'))).toEqual([comment])
    expect((await read('?filter=posts')).counts.reported).toBe(2)
    for (const sort of ['newest', 'most']) {
      expect(targets(await read(`?reason=1&sort=${sort}`))).toEqual([posts[1]?.id])
      expect(targets(await read(`?rule=Birds%20only&sort=${sort}`))).toEqual([comment])
    }
    expect((await read()).reasons.map(({ title, noReports }) => [title, noReports])).toEqual([
      ['Spam', 3],
      ['Breaks community rules', 1],
      ['Birds only', 1],
    ])
  })

  it('is not listed of deleted communities', async () => {
    await everywhere()
    const setDeleted = (at: string) =>
      sql`update communities set deleted_at = ${sql.raw(at)} where name in ('birding', 'gardens')`.execute(
        forum.db,
      )
    await setDeleted('now()')
    expect(await read()).toMatchObject({ counts: { reported: 0 }, items: [], next: null })
    expect(targets(await read('?scope=all', admin))).toHaveLength(1)
    await setDeleted('null')
  })

  it('excludes reports of silenced members', async () => {
    await sql`insert into report_silences (user_id, community_id) values (${reporters[2]?.id}, ${birding})`.execute(
      forum.db,
    )
    const post = await forum.post(author, 'birding')
    await report('post', post.id, 3, 2)
    expect(await read()).toMatchObject({ counts: { reported: 0 }, items: [], reasons: [] })
    expect((await read('?sort=most')).items).toEqual([])
    await sql`delete from report_silences`.execute(forum.db)
  })
})

describe('one post', () => {
  it('is read with its reports and the latest decision, also when nothing waits', async () => {
    const { posts } = await everywhere()
    const [post, other] = posts
    const one = (id: string | undefined, who = moderator) => read(`?communityId=${birding}&postId=${id}`, who)
    const before = await one(post?.id)
    expect(targets(before)).toEqual([post?.id])
    expect(before.items[0]).toMatchObject({ noReports: 1, review: null, author: { username: 'wren_writes' } })
    await decide('approve', 'post', post?.id ?? '')
    const after = await one(post?.id)
    expect(after.items[0]).toMatchObject({
      noReports: 0,
      review: { outcome: 'kept', by: 'moderator_m' },
    })
    expect(targets(await one(other?.id))).toEqual([])
    expect(targets(await one(other?.id, admin))).toEqual([])
  })

  it('is for those who moderate its community', async () => {
    const { posts } = await everywhere()
    const answer = await author.get(`/api/modqueue/items?communityId=${birding}&postId=${posts[0]?.id}`)
    expect(answer.statusCode).toBe(403)
    expect(targets(await read(`?postId=${posts[2]?.id}`))).toEqual([])
  })
})

describe('the card of the author', () => {
  it('has facts about them in this community, and other open reports', async () => {
    const [first, second, removed] = [
      await forum.post(author, 'birding'),
      await forum.post(author, 'birding'),
      await forum.post(author, 'birding'),
    ] as [PostFacts, PostFacts, PostFacts]
    const { id: comment } = await forum.comment(author, first, 'Rude words')
    await report('post', first.id)
    await report('post', second.id)
    await decide('remove', 'post', removed.id)
    await decide('remove', 'comment', comment)
    await moderator.post(`/api/communities/${birding}/banned`, { username: 'wren_writes' })
    const page = await read()
    expect(page.items[0]?.author).toMatchObject({
      username: 'wren_writes',
      noRemovals: 2,
      noBans: 1,
      isBanned: true,
      noOtherReports: 1,
    })
    await moderator.delete(`/api/communities/${birding}/banned`, { username: 'wren_writes' })
    expect((await read()).items[0]?.author).toMatchObject({ noBans: 1, isBanned: false })
  })

  it('is not shown of a deleted account', async () => {
    const gone = await forum.member('gone_g')
    const post = await forum.post(gone, 'birding')
    await report('post', post.id)
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    expect((await read()).items[0]?.author).toBeNull()
  })
})

describe('what was removed', () => {
  it('has its title and text, so that moderators can review it', async () => {
    const post = await forum.post(author, 'birding', { title: 'A rare warbler', body: 'Seen today.' })
    const { id } = await forum.comment(author, post, 'Where exactly?')
    await decide('remove', 'comment', id)
    await decide('remove', 'post', post.id)
    const { items } = (await moderator.get('/api/modqueue/items?kind=removed')).json<QueueItemsPage>()
    expect(items.map(({ target }) => target)).toMatchObject([
      { title: 'A rare warbler', body: 'Seen today.' },
      { body: 'Where exactly?' },
    ])
  })

  it('is listed with moderator and reason, until it is restored', async () => {
    const post = await forum.post(author, 'birding')
    const own = await forum.post(author, 'birding')
    const { id: comment } = await forum.comment(author, post, 'Rude words')
    await author.delete(`/api/posts/${own.publicId}?deleteAs=normal`)
    await moderator.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=mods&reason=Rude`)
    await decide('remove', 'post', post.id)
    const page = await read('?kind=removed')
    expect(targets(page)).toEqual([post.id, comment])
    expect(page.items[1]?.removal).toMatchObject({
      by: 'moderator_m',
      as: 'mods',
      reason: 'Rude',
      rule: null,
    })
    await moderator.put(`/api/posts/${post.publicId}?action=restore`, {})
    expect(targets(await read('?kind=removed'))).toEqual([comment])
    await decide('remove', 'post', post.id, (await read('?kind=new')).items[0]?.version ?? '')
  })
})

describe('what was edited', () => {
  it('after its first report, waits', async () => {
    const { posts } = await everywhere()
    expect((await read('?kind=edited')).items).toEqual([])
    await edit(posts[0]?.id ?? '')
    const page = await read('?kind=edited')
    expect(targets(page)).toEqual([posts[0]?.id])
    expect(page.counts).toMatchObject({ reported: 3, edited: 1 })
  })

  it('after it was approved, waits again until it is approved once more', async () => {
    const post = await forum.post(author, 'birding')
    await report('post', post.id)
    await decide('approve', 'post', post.id)
    expect(await read('?kind=edited')).toMatchObject({ items: [], counts: { reported: 0, edited: 0 } })
    await edit(post.id)
    const [item] = (await read('?kind=edited')).items
    expect(item).toMatchObject({
      targetId: post.id,
      noReports: 0,
      review: { outcome: 'kept', by: 'moderator_m' },
    })
    await decide('approve', 'post', post.id, item?.version)
    expect((await read('?kind=edited')).items).toEqual([])
  })
})

describe('what new members write', () => {
  it('waits until someone decides about it; that of moderators and admins does not', async () => {
    const fresh = await forum.member('fresh_f')
    await sql`update users set created_at = now() where id in (${admin.id}, ${moderator.id})`.execute(
      forum.db,
    )
    const post = await forum.post(fresh, 'birding')
    for (const who of [admin, moderator, author]) await forum.post(who, 'birding')
    const { id: comment } = await forum.comment(fresh, post)
    await forum.post(fresh, 'elsewhere')
    const page = await read('?kind=new')
    expect(targets(page)).toEqual([comment, post.id])
    expect(page.counts.new).toBe(2)
    const first = await read('?kind=new&limit=1')
    expect(targets(await read(`?kind=new&limit=1&next=${first.next}`))).toEqual([post.id])
    await decide('approve', 'post', post.id)
    expect(await read('?kind=new')).toMatchObject({ counts: { new: 1 }, items: [{ targetId: comment }] })
    expect(await read('?kind=new&filter=posts')).toMatchObject({ counts: { new: 0 }, items: [] })
  })
})

it.each([
  ['kind=hats', errors.invalidFeedFilter],
  ['sort=hats', errors.invalidFeedSort],
  ['filter=hats', errors.invalidFeedFilter],
  ['scope=hats', errors.invalidFeedType],
  ['reason=hats', errors.invalidReportReason],
  ['next=hats', errors.invalidCursor],
  ['communityId=hats', errors.invalidId],
  ['communityId=999', errors.communityNotFound],
])('refuses %s', async (query, error) => {
  const { statusCode, body } = await moderator.get(`/api/modqueue/items?${query}`)
  expect([statusCode, body]).toEqual([error.status, JSON.stringify(error)])
})

it('takes a constant number of statements', async () => {
  const count = () => countQueries(forum.database, () => read())
  await everywhere()
  const few = await count()
  for (let n = 0; n < 3; n++) await everywhere()
  expect(await count()).toBe(few)
})

it('names who reported to moderators and admins only, as the privacy policy says', async () => {
  const { posts } = await everywhere()
  expect(targets(await read('', author))).toEqual([])
  for (const [who, query] of [
    [moderator, ''],
    [admin, '?scope=all'],
  ] as const) {
    const page = await read(query, who)
    const item = page.items[targets(page).indexOf(posts[0]?.id ?? '')]
    expect(item?.reports[0]?.reporter?.username).toBe('reporter_1')
  }
  const policy = readFileSync(
    new URL('../../../core/staticPages/texts/privacy-policy.md', import.meta.url),
    'utf8',
  )
  expect(policy.replace(/\s+/g, ' ')).toContain(
    "If you report something, the community's moderators and the admins can see that it was you, and the reason. The author and other members can't.",
  )
})
