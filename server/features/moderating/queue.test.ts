import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueuePage } from '../../../contract/entities/report.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let reporters: Member[]

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  await forum.community('gardens')
  await sql`insert into moderators (community_id, user_id, position)
    select id, ${moderator.id}, 1 from communities where name = 'gardens'`.execute(forum.db)
  await forum.community('elsewhere')
  author = await forum.member('wren_writes')
  reporters = await Promise.all(['reporter_1', 'reporter_2', 'reporter_3'].map((name) => forum.member(name)))
})
beforeEach(async () => {
  await sql`delete from reports`.execute(forum.db)
  await sql`delete from moderation_log`.execute(forum.db)
  await sql`delete from community_bans`.execute(forum.db)
})
afterAll(() => forum.close())

const report = async (type: 'post' | 'comment', targetId: string, reason: number, reporter = 0) => {
  const answer = await reporters[reporter]?.post('/api/_report', { type, targetId, reason })
  if (answer?.statusCode !== 200) throw new Error(answer?.body)
}
const read = async (query = '', who: Member = moderator) =>
  (await who.get(`/api/modqueue${query}`)).json<QueuePage>()
const targets = (page: QueuePage) => page.items.map(({ targetId }) => targetId)

/** A post in each of three communities, a comment in the first, reported in this order. */
async function everywhere(): Promise<{ posts: PostFacts[]; comment: string }> {
  const posts = []
  for (const community of ['birding', 'gardens', 'elsewhere']) posts.push(await forum.post(author, community))
  const [birding] = posts as [PostFacts]
  const { id: comment } = await forum.comment(author, birding, 'Rude words')
  for (const post of posts) await report('post', post.id, 3)
  await report('comment', comment, 3)
  return { posts, comment }
}

describe('the queue of a moderator', () => {
  it('holds what was reported in all communities that they moderate, the last first', async () => {
    const { posts, comment } = await everywhere()
    const page = await read()
    expect(targets(page)).toEqual([comment, posts[1]?.id, posts[0]?.id])
    expect(page.items.map(({ communityName }) => communityName)).toEqual(['birding', 'gardens', 'birding'])
    expect(page.details).toEqual({ noReports: 3, noPostReports: 2, noCommentReports: 1 })
    expect(page.next).toBeNull()
    expect(page.items[0]?.reports).toMatchObject([{ reporter: { username: 'reporter_1' } }])
  })

  it('groups all reports of one target, with counts and reasons', async () => {
    const { posts } = await everywhere()
    const [post] = posts as [PostFacts]
    await report('post', post.id, 3, 1)
    await report('post', post.id, 1, 2)
    const page = await read()
    expect(page.items).toHaveLength(3)
    expect(page.items[0]).toMatchObject({
      type: 'post',
      targetId: post.id,
      noReports: 3,
      reasons: [
        { reasonId: 3, title: 'Spam', noReports: 2 },
        { reasonId: 1, title: 'Breaks community rules', noReports: 1 },
      ],
      isAuthorBanned: false,
      target: { publicId: post.publicId, username: 'wren_writes', userVoted: null },
    })
    expect(page.details.noReports).toBe(5)
    const { firstReportedAt, lastReportedAt } = page.items[0] ?? {}
    expect(Date.parse(firstReportedAt ?? '')).toBeLessThan(Date.parse(lastReportedAt ?? ''))
  })

  it.each([
    ['posts', ['post', 'post']],
    ['comments', ['comment']],
  ])('shows only %s where that is asked for', async (filter, types) => {
    await everywhere()
    const page = await read(`?filter=${filter}`)
    expect(page.items.map(({ type }) => type)).toEqual(types)
    expect(page.details.noReports).toBe(3)
  })

  it('shows whether the author is already banned there', async () => {
    const { comment } = await everywhere()
    const { communityId } = (await read()).items[0] ?? {}
    await moderator.post(`/api/communities/${communityId}/banned`, { username: 'wren_writes' })
    const page = await read()
    expect(page.items.find(({ targetId }) => targetId === comment)).toMatchObject({ isAuthorBanned: true })
    expect(page.items.filter(({ isAuthorBanned }) => isAuthorBanned)).toHaveLength(2)
  })

  it('is paged by a cursor that neither repeats nor omits', async () => {
    for (let n = 0; n < 3; n++) {
      const { posts } = await everywhere()
      await report('post', posts[1]?.id ?? '', 1, 1)
    }
    const whole = targets(await read('?limit=50'))
    const seen: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: QueuePage = await read(`?limit=2&next=${next}`)
      seen.push(...targets(page))
      next = page.next
    }
    expect(whole).toHaveLength(9)
    expect(seen).toEqual(whole)
  })

  it('is empty for those who moderate nothing, and after a community was deleted', async () => {
    await everywhere()
    const nothing = {
      details: { noReports: 0, noPostReports: 0, noCommentReports: 0 },
      items: [],
      next: null,
    }
    expect(await read('', author)).toEqual(nothing)
    const setDeleted = (at: string) =>
      sql`update communities set deleted_at = ${sql.raw(at)} where name in ('birding', 'gardens')`.execute(
        forum.db,
      )
    await setDeleted('now()')
    expect(await read()).toEqual(nothing)
    await setDeleted('null')
  })

  it('of an admin has the communities they moderate, or all on request', async () => {
    const { posts } = await everywhere()
    expect((await read('', admin)).items).toEqual([])
    const page = await read('?scope=all', admin)
    expect(page.items).toHaveLength(4)
    expect(targets(page)).toContain(posts[2]?.id)
    expect(page.details.noReports).toBe(4)
  })

  it('takes a constant number of statements', async () => {
    await everywhere()
    const few = await countQueries(forum.database, () => read())
    for (let n = 0; n < 3; n++) await everywhere()
    expect(await countQueries(forum.database, () => read())).toBe(few)
  })
})

describe('ignoring everything about one target', () => {
  const ignore = (type: string, targetId: string) => moderator.delete('/api/modqueue', { type, targetId })
  const entries = () =>
    forum.db.selectFrom('moderation_log').select(['action', 'post_id', 'comment_id']).execute()

  it('closes its reports and no others, in one action', async () => {
    const { posts, comment } = await everywhere()
    const [post] = posts as [PostFacts]
    await report('post', post.id, 1, 1)
    expect((await ignore('post', post.id)).json()).toEqual({ noReports: 2 })
    expect(targets(await read())).toEqual([comment, posts[1]?.id])
    expect((await ignore('comment', comment)).json()).toEqual({ noReports: 1 })
    expect(targets(await read())).toEqual([posts[1]?.id])
    expect(await entries()).toEqual([
      { action: 'ignore_report', post_id: stored(post.id), comment_id: null },
      { action: 'ignore_report', post_id: stored(post.id), comment_id: stored(comment) },
    ])
  })

  it('again changes nothing and is not recorded', async () => {
    const { comment } = await everywhere()
    const answers = await Promise.all([ignore('comment', comment), ignore('comment', comment)])
    expect(answers.map((answer) => answer.json().noReports).sort()).toEqual([0, 1])
    expect(await entries()).toHaveLength(1)
  })
})
