import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueItemsPage } from '../../../../contract/entities/queue.ts'
import type { Report, ReportsPage } from '../../../../contract/entities/report.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { approve } from '../../../../tests/support/approve.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { recount } from '../../../../tests/support/recount.ts'
import { manyMembers } from '../../../../tests/support/viewer.ts'
import { notifyReporters } from './notifyReporters.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let reporter: Member
let second: Member
let communityId: string
let ruleId: number
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
  author = await forum.member('wren_writes')
  reporter = await forum.member('reporter_r')
  second = await forum.member('second_s')
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  const rules = await moderator.post(`/api/communities/${communityId}/rules`, { rule: 'No advertising' })
  ruleId = rules.json<{ id: number }[]>()[0]?.id ?? 0
})
beforeEach(async () => {
  await forum.db.deleteFrom('reports').execute()
  await forum.db.deleteFrom('report_silences').execute()
  await forum.db.deleteFrom('report_outcomes').execute()
  post = await forum.post(author, 'birding', { title: 'Buy my feeders' })
  comment = (await forum.comment(author, post)).id
})
afterAll(() => forum.close())

const report = (who: Member, fields: object = { reason: 3 }) =>
  who.post('/api/_report', { type: 'post', targetId: post.id, ...fields })
const listed = async (who = moderator): Promise<Report[]> =>
  (await who.get(`/api/communities/${communityId}/reports`)).json<ReportsPage>().reports
const queue = async () => (await moderator.get('/api/modqueue/items')).json<QueueItemsPage>()

describe('a report', () => {
  it('is the same in the list of reports and in the queue', async () => {
    await report(reporter, { ruleId, note: 'The third this week.' })
    await report(second)
    await report(second, { type: 'comment', targetId: comment, reason: 1 })
    await report(admin, { reason: 3 })
    await forum.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', second.id).execute()
    const inList = (await listed()).map(({ id, reason, note = null, reporter: who, createdAt }) => ({
      id,
      reason,
      note,
      reporter: who,
      createdAt,
    }))
    const inQueue = (await queue()).items.flatMap(({ reports }) => reports)
    expect(inList).toHaveLength(4)
    expect(inQueue.sort((a, b) => b.id - a.id)).toEqual(inList)
    await forum.db.updateTable('users').set({ deleted_at: null }).where('id', '=', second.id).execute()
  })

  it('can be for a rule of the community, as it was worded then, with a note', async () => {
    const filed = await report(reporter, { ruleId, note: '\nThe third this week.  ' })
    expect(filed.json()).toMatchObject({
      reason: 'No advertising',
      reasonId: 0,
      ruleId,
      note: 'The third this week.',
    })
    await report(second)
    const rule = `/api/communities/${communityId}/rules/${ruleId}`
    await moderator.put(rule, { rule: 'Advertise on Fridays' })
    expect(await listed()).toMatchObject([
      { reason: 'Spam', reasonId: 3, reporter: { username: 'second_s' } },
      {
        reason: 'No advertising',
        reasonId: 0,
        note: 'The third this week.',
        reporter: { username: 'reporter_r' },
      },
    ])
    expect((await queue()).items).toMatchObject([
      {
        noReports: 2,
        reasons: [
          { reasonId: 3, title: 'Spam', noReports: 1 },
          { reasonId: 0, title: 'No advertising', noReports: 1 },
        ],
        reports: [
          { reason: 'Spam', note: null, reporter: { username: 'second_s' } },
          { reason: 'No advertising', note: 'The third this week.', reporter: { username: 'reporter_r' } },
        ],
      },
    ])
    await moderator.put(rule, { rule: 'No advertising' })
  })

  it('stays when its rule is deleted', async () => {
    const rules = await moderator.post(`/api/communities/${communityId}/rules`, { rule: 'No haiku' })
    const haiku = rules.json<{ id: number; rule: string }[]>().find(({ rule }) => rule === 'No haiku')?.id
    await report(reporter, { ruleId: haiku })
    await moderator.delete(`/api/communities/${communityId}/rules/${haiku}`)
    expect(await listed()).toMatchObject([{ reason: 'No haiku', reasonId: 0 }])
  })

  it.each([
    [
      'for a rule of another community',
      async () => {
        const { id } = (await elsewhere.get('/api/communities/elsewhere?byName=true')).json<{ id: string }>()
        const rules = await elsewhere.post(`/api/communities/${id}/rules`, { rule: 'Elsewhere' })
        return { ruleId: rules.json<{ id: number }[]>()[0]?.id }
      },
    ],
    ['for a rule that is none, though the reason is one', async () => ({ ruleId: 999, reason: 3 })],
  ])('is refused %s', async (_what, fields) => {
    expect((await report(reporter, await fields())).json()).toEqual(errors.invalidReportReason)
    expect(await listed()).toEqual([])
  })

  it('for a rule is one for each reporter and target, and a note is cut', async () => {
    const note = '🐦'.repeat(limits.reportNoteMaxLength + 1)
    expect((await report(reporter, { ruleId, note })).json()).toMatchObject({
      note: '🐦'.repeat(limits.reportNoteMaxLength),
    })
    expect((await report(reporter, { ruleId })).json()).toEqual(errors.alreadyReported)
  })

  it('does not name a reporter whose account is deleted', async () => {
    await report(await forum.member('gone_g'))
    await forum.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('username', '=', 'gone_g')
      .execute()
    expect(await listed()).toMatchObject([{ reporter: null }])
    expect((await queue()).items).toMatchObject([{ reports: [{ reporter: null }] }])
  })
})

describe('the outcome', () => {
  const notifyAll = () => notifyReporters(forum.db, new AbortController().signal)
  const outcomeFor = async (who: Member) => {
    const { items, newCount } = (await who.get('/api/notifications?render=true')).json<{
      items: { type: string; title: string }[]
      newCount: number
    }>()
    await who.post('/api/notifications?action=deleteAll')
    return {
      newCount,
      titles: items.filter(({ type }) => type === 'report_handled').map(({ title }) => title),
    }
  }
  const onComment = () => ({ type: 'comment', targetId: comment, reason: 3 })

  it.each<[string, () => Promise<unknown>, string, string]>([
    [
      'removed',
      () => moderator.delete(`/api/posts/any/comments/${comment}?deleteAs=mods`),
      'a comment on',
      'comment removed',
    ],
    [
      'removed with its post',
      () => admin.delete(`/api/posts/${post.publicId}?deleteAs=admins`),
      'a comment on',
      'comment removed',
    ],
    [
      'locked',
      () => moderator.put(`/api/posts/any/comments/${comment}?action=lock&lockAs=mods`),
      'a comment on',
      'comment locked',
    ],
    [
      'kept',
      () => approve(moderator, { type: 'comment', targetId: comment }),
      'a comment on',
      'no action taken',
    ],
  ])('of what is %s reaches each reporter once', async (_outcome, decide, subject, said) => {
    await report(reporter, onComment())
    await report(reporter, { ...onComment(), reason: 1 })
    await report(second, onComment())
    await decide()
    await Promise.all([notifyAll(), notifyAll()])
    await notifyAll()
    const isRemovedPost = _outcome === 'removed with its post'
    const title = isRemovedPost ? '[Removed]' : 'Buy my feeders'
    const expected = { newCount: 1, titles: [`Your report of ${subject} ${title} was reviewed: ${said}`] }
    expect(await outcomeFor(reporter)).toEqual(expected)
    expect(await outcomeFor(second)).toEqual(expected)
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
  })

  it('of an ignored report is sent to its reporter only', async () => {
    const { id } = (await report(reporter)).json<{ id: number }>()
    await report(second)
    await moderator.delete(`/api/communities/${communityId}/reports/${id}`)
    await notifyAll()
    expect((await outcomeFor(reporter)).titles).toEqual([
      'Your report of the post Buy my feeders was reviewed: no action taken',
    ])
    expect((await outcomeFor(second)).titles).toEqual([])
  })

  it('is sent when moderators decide, not when the author deletes the item, nor to who decides about their own report', async () => {
    await report(reporter, onComment())
    await author.delete(`/api/posts/any/comments/${comment}`)
    await notifyAll()
    expect((await outcomeFor(reporter)).titles).toEqual([])
    await report(moderator)
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    await notifyAll()
    expect((await outcomeFor(reporter)).titles).toHaveLength(1)
    expect((await outcomeFor(moderator)).titles).toEqual([])
  })

  it('reaches more reporters than one batch, also after an interruption', async () => {
    const many = await manyMembers(forum.db, 450)
    const { community_id } = await forum.db
      .selectFrom('posts')
      .select('community_id')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow()
    await forum.db
      .insertInto('reports')
      .values(many.map(({ id }) => ({ community_id, post_id: post.id, reason_id: 3, reporter_id: id })))
      .execute()
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    await expect(notifyReporters(forum.db, AbortSignal.abort())).rejects.toThrow()
    await notifyAll()
    const { count } = await forum.db
      .selectFrom('notifications')
      .where('type', '=', 'report_handled')
      .where('post_id', '=', post.id)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(450)
    expect(await recount(forum.connection)).not.toContain('notifications_new_count')
  })
})

describe('a member whose reports are hidden', () => {
  const silence = (who: Member, silenced: boolean, where: object = { communityId }) =>
    who.put('/api/silenced_reporters', { username: 'Reporter_R', silenced, ...where })
  const silencedIn = async (query = `?communityId=${communityId}`, who = moderator) =>
    (await who.get(`/api/silenced_reporters${query}`)).json<{ items: object[] }>().items

  it.each([
    ['by a moderator of the community', () => silence(moderator, true), () => silence(moderator, false)],
    ['by an admin, on the whole site', () => silence(admin, true, {}), () => silence(admin, false, {})],
  ])('%s is answered as others are, and moderators do not see it', async (_who, hide, show) => {
    await hide()
    const answer = await report(reporter)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ reason: 'Spam', targetId: post.id })
    expect((await report(reporter)).json()).toEqual(errors.alreadyReported)
    expect(await listed()).toEqual([])
    expect(await queue()).toMatchObject({ items: [], counts: { reported: 0 } })
    const closed = await moderator.delete(
      `/api/communities/${communityId}/reports/${answer.json<{ id: number }>().id}`,
    )
    expect(closed.json()).toEqual(errors.reportNotFound)
    await report(second)
    expect(await queue()).toMatchObject({ items: [{ noReports: 1 }], counts: { reported: 1 } })
    await show()
    await report(reporter, { reason: 1 })
    expect(await queue()).toMatchObject({ items: [{ noReports: 2 }], counts: { reported: 1 } })
  })

  it('in one community can still report in others, and earlier reports stay', async () => {
    await report(reporter)
    await silence(moderator, true)
    expect(await listed()).toHaveLength(1)
    const there = await forum.post(author, 'elsewhere')
    await reporter.post('/api/_report', { type: 'post', targetId: there.id, reason: 3 })
    const { items } = (await elsewhere.get('/api/modqueue/items')).json<QueueItemsPage>()
    expect(items).toHaveLength(1)
  })

  it('is listed once with the moderator, and can be removed; only admins see it in the log', async () => {
    expect(await silencedIn()).toEqual([])
    await Promise.all([silence(moderator, true), silence(moderator, true)])
    expect(await silencedIn()).toEqual([
      { username: 'reporter_r', silencedAt: expect.any(String), silencedBy: 'moderator_m' },
    ])
    expect(await silencedIn('', admin)).toEqual([])
    await silence(moderator, false)
    await silence(moderator, false)
    expect(await silencedIn()).toEqual([])
    const log = async (who: Member) =>
      (await who.get('/api/modlog?limit=2'))
        .json<{ items: { action: string }[] }>()
        .items.map(({ action }) => action)
    expect(await log(admin)).toEqual(['unsilence_reporter', 'silence_reporter'])
    expect(await log(moderator)).not.toContain('silence_reporter')
  })

  it('is notified of outcomes like others', async () => {
    await silence(moderator, true)
    await report(reporter)
    await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`)
    expect(await forum.db.selectFrom('report_outcomes').select('outcome').execute()).toEqual([
      { outcome: 'removed' },
    ])
  })
})
