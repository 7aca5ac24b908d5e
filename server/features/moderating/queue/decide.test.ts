import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type { QueueItemsPage, QueueOthers } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { countQueries } from '../../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'
import { stored } from '../../../../tests/support/wireIds.ts'

let forum: Forum
let ana: Member
let ben: Member
let author: Member
let reporter: Member
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  ana = await forum.moderator('ana_mods', 'birding')
  ben = await forum.member('ben_mods')
  await sql`insert into moderators (community_id, user_id, position)
    select id, ${ben.id}, 2 from communities where name = 'birding'`.execute(forum.db)
  author = await forum.member('wren_writes')
  reporter = await forum.member('reporter_1')
})
beforeEach(async () => {
  for (const table of [
    'reports',
    'report_outcomes',
    'reviews',
    'moderation_log',
    'notifications',
    'queue_lookers',
  ])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
  await sql`update users set notifications_new_count = 0`.execute(forum.db)
  post = await forum.post(author, 'birding')
  comment = (await forum.comment(author, post, 'Rude words')).id
})
afterAll(() => forum.close())

type Results = OutputOf<'decideQueueItems'>['results']
interface Subject {
  readonly type: 'post' | 'comment'
  readonly targetId: string
  readonly version?: string
}
const thePost = (): Subject => ({ type: 'post', targetId: post.id })
const theComment = (): Subject => ({ type: 'comment', targetId: comment })
const send = (who: Member, action: string, items: readonly Subject[], more = {}) =>
  who.post('/api/modqueue/decisions', {
    action,
    items: items.map((item) => ({ version: '0', ...item })),
    ...more,
  })
const decide = async (who: Member, action: string, items: readonly Subject[], more = {}) =>
  (await send(who, action, items, more)).json<{ results: Results }>().results
const report = ({ type, targetId }: Subject) => reporter.post('/api/_report', { type, targetId, reason: 3 })
const read = async (query = '') => (await ana.get(`/api/modqueue/items${query}`)).json<QueueItemsPage>()
const logged = async () =>
  (
    await sql<{ action: string; name: string; reason: string | null }>`select action, username as name, reason
      from moderation_log join users on users.id = actor_id order by moderation_log.id`.execute(forum.db)
  ).rows
const isDeleted = async () =>
  (
    await sql<{ deleted: boolean }>`select deleted_at is not null as deleted from posts
      where id = ${stored(post.id)}`.execute(forum.db)
  ).rows[0]?.deleted
const countOf = async (column: string) =>
  (
    await sql<{
      count: number
    }>`select ${sql.ref(column)} as count from users where id = ${author.id}`.execute(forum.db)
  ).rows[0]?.count ?? 0

describe('a decision', () => {
  it('to approve closes the reports, changes nothing else, and is recorded', async () => {
    await report(thePost())
    await report(theComment())
    expect(await decide(ana, 'approve', [thePost()])).toEqual([{ ...thePost(), done: true, review: null }])
    expect((await read()).items.map(({ targetId }) => targetId)).toEqual([comment])
    expect(await isDeleted()).toBe(false)
    expect(await logged()).toEqual([{ action: 'approve_post', name: 'ana_mods', reason: null }])
    expect((await sql`select outcome from report_outcomes`.execute(forum.db)).rows).toEqual([
      { outcome: 'kept' },
    ])
  })

  it('to remove several is atomic: each is removed, counted, logged and closed, and its author notified', async () => {
    await report(thePost())
    await report(theComment())
    const other = await forum.comment(author, post, 'More rude words')
    const before = { posts: await countOf('post_count'), comments: await countOf('comment_count') }
    const items = [thePost(), theComment(), { type: 'comment', targetId: other.id } as const]
    const results = await decide(ana, 'remove', items, {
      reason: 'Bad words by {{author}}',
      note: 'Please mind it.',
    })
    expect(results.map(({ done }) => done)).toEqual([true, true, true])
    expect(await read()).toMatchObject({ items: [], counts: { reported: 0 } })
    expect((await logged()).map(({ action, reason }) => [action, reason])).toEqual([
      ['remove_post', 'Bad words by the author'],
      ['remove_comment', 'Bad words by the author'],
      ['remove_comment', 'Bad words by the author'],
    ])
    expect(await countOf('post_count')).toBe(before.posts - 1)
    expect(await countOf('comment_count')).toBe(before.comments - 2)
    expect(await countOf('notifications_new_count')).toBe(3)
    const { body } = await author.get('/api/notifications')
    expect(body).toContain('Bad words by @wren_writes')
    expect(body).toContain('Please mind it.')
  })

  it('to lock prevents replies', async () => {
    await report(theComment())
    expect(await decide(ana, 'lock', [theComment(), thePost()])).toMatchObject([
      { done: true },
      { done: true },
    ])
    expect((await read()).items).toEqual([])
    const answer = await reporter.post(`/api/posts/${post.publicId}/comments`, { body: 'But why?' })
    expect(answer.statusCode).toBe(403)
    expect((await logged()).map(({ action }) => action).sort()).toEqual(['lock_comment', 'lock_post'])
  })

  it('about an unknown item is not done', async () => {
    const gone: Subject = { type: 'post', targetId: '999999' }
    expect(await decide(ana, 'remove', [gone])).toMatchObject([{ done: false, review: null }])
    await author.delete(`/api/posts/${post.publicId}?deleteAs=normal`)
    expect(await decide(ana, 'remove', [thePost()])).toMatchObject([{ done: false, review: null }])
  })

  it.each([
    ['an unknown action', 'eat', {}, {}, errors.invalidAction],
    ['an unknown type', 'approve', { type: 'hat' as 'post' }, {}, errors.invalidReportType],
    ['a rule of nobody', 'remove', {}, { ruleId: 999 }, errors.ruleNotFound],
  ])('with %s is refused, and nothing is changed', async (_what, action, item, more, error) => {
    const answer = await send(ana, action, [{ ...thePost(), ...item }], more)
    expect(answer.json()).toEqual(error)
    expect(await isDeleted()).toBe(false)
    expect(await logged()).toEqual([])
  })

  it('in a deleted community is not done, not even for an admin', async () => {
    const admin = await forum.member('the_admin', { isAdmin: true })
    await forum.community('gone_soon')
    const other = await forum.post(author, 'gone_soon')
    await sql`update communities set deleted_at = now() where name = 'gone_soon'`.execute(forum.db)
    const [result] = await decide(admin, 'remove', [{ type: 'post', targetId: other.id }])
    expect(result).toMatchObject({ done: false })
    expect((await logged()).map(({ action }) => action)).toEqual(['create_community'])
  })

  it('is refused as a whole if one item is in another community', async () => {
    await forum.community('elsewhere')
    const other = await forum.post(author, 'elsewhere')
    const answer = await send(ana, 'remove', [thePost(), { type: 'post', targetId: other.id }])
    expect(answer.json()).toEqual(errors.neitherAdminNorModerator)
    expect(await isDeleted()).toBe(false)
  })

  it('takes the same number of statements for one and for many', async () => {
    const more = await Promise.all([1, 2, 3, 4].map(() => forum.post(author, 'birding')))
    const subjects = more.map(({ id }): Subject => ({ type: 'post', targetId: id }))
    const one = await countQueries(forum.database, () => decide(ana, 'remove', [thePost()]))
    expect(await countQueries(forum.database, () => decide(ana, 'remove', subjects))).toBe(one)
  })
})

describe('of two moderators with the same item open', () => {
  it('the second gets the decision of the first, and nothing is done twice', async () => {
    await report(thePost())
    await decide(ana, 'approve', [thePost()])
    expect(await decide(ben, 'remove', [thePost(), theComment()])).toEqual([
      { ...thePost(), done: false, review: { outcome: 'kept', by: 'ana_mods', at: expect.any(String) } },
      { ...theComment(), done: true, review: null },
    ])
    expect(await isDeleted()).toBe(false)
    expect((await logged()).map(({ action, name }) => `${action} ${name}`)).toEqual([
      'approve_post ana_mods',
      'remove_comment ben_mods',
    ])
  })

  it('also concurrently', async () => {
    await report(thePost())
    let both: Promise<Results[]> = Promise.resolve([])
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${stored(post.id)} for update`.execute(trx)
      both = Promise.all([decide(ana, 'approve', [thePost()]), decide(ben, 'remove', [thePost()])])
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
    })
    const results = (await both).map(([result]) => result)
    expect(results.filter((result) => result?.done)).toHaveLength(1)
    const second = results.find((result) => !result?.done)
    expect(second?.review?.by).toMatch(/_mods$/)
    expect(await logged()).toHaveLength(1)
  })

  it('the second can decide otherwise once they have read that', async () => {
    await report(thePost())
    await decide(ana, 'approve', [thePost()])
    await report({ ...thePost() })
    const [item] = (await read()).items
    expect(item).toMatchObject({ review: { outcome: 'kept', by: 'ana_mods' } })
    expect(await decide(ben, 'remove', [{ ...thePost(), version: item?.version ?? '' }])).toMatchObject([
      { done: true },
    ])
    expect(await isDeleted()).toBe(true)
  })

  it('also if the first used the menu of the post', async () => {
    await ana.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    expect(await decide(ben, 'remove', [thePost()])).toMatchObject([
      { done: false, review: { outcome: 'removed', by: 'ana_mods' } },
    ])
    await report(theComment())
    await ana.put(`/api/posts/${post.publicId}/comments/${comment}?action=lock&lockAs=mods`, {})
    expect(await decide(ben, 'approve', [theComment()])).toMatchObject([
      { done: false, review: { outcome: 'locked', by: 'ana_mods' } },
    ])
  })
})

describe('a moderator who has an item open', () => {
  const look = async (who: Member, subject: object = {}) =>
    (await who.put('/api/modqueue/looking', subject)).json<QueueOthers>()

  it('is shown to the others until they leave it', async () => {
    await report(thePost())
    expect(await look(ben, thePost())).toEqual({ lookers: [], decisions: [] })
    expect((await look(ana)).lookers).toEqual([{ ...thePost(), username: 'ben_mods' }])
    expect((await read()).items[0]?.lookers).toEqual(['ben_mods'])
    await look(ben, theComment())
    expect((await look(ana)).lookers).toEqual([{ ...theComment(), username: 'ben_mods' }])
    await look(ben)
    expect((await look(ana)).lookers).toEqual([])
  })

  it('is forgotten after half a minute', async () => {
    await look(ben, thePost())
    await sql`update queue_lookers set seen_at = now() - interval '31 seconds'`.execute(forum.db)
    expect((await look(ana)).lookers).toEqual([])
  })

  it('is listed with their decisions', async () => {
    await decide(ben, 'remove', [thePost()])
    expect((await look(ana)).decisions).toEqual([
      { ...thePost(), outcome: 'removed', by: 'ben_mods', at: expect.any(String) },
    ])
    expect((await look(ben)).decisions).toEqual([])
  })

  it('is never a member, who is neither recorded nor sees others', async () => {
    await look(ben, thePost())
    expect(await look(reporter, thePost())).toEqual({ lookers: [], decisions: [] })
    expect((await look(ana)).lookers).toHaveLength(1)
  })
})
