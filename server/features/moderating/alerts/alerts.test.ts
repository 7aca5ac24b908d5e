import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertSettings } from '../../../../contract/entities/alerts.ts'
import type { Notification } from '../../../../contract/entities/notification.ts'
import { approve } from '../../../../tests/support/approve.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { recount } from '../../../../tests/support/recount.ts'
import { stored } from '../../../../tests/support/wireIds.ts'
import { alertModerators, alertOfOldReports, alertTask, type Reported } from './alertModerators.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let reporters: Member[]
let communityId: string
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  await forum.community('lonely')
  await sql`delete from moderators using communities
    where communities.id = community_id and name = 'lonely'`.execute(forum.db)
  author = await forum.member('wren_writes')
  reporters = []
  for (const name of ['reporter_a', 'reporter_b', 'reporter_c', 'reporter_d'])
    reporters.push(await forum.member(name))
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
})
beforeEach(async () => {
  for (const table of ['reports', 'report_alerts', 'report_alert_settings', 'quiet_hours', 'notifications'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
  await sql`update users set notifications_new_count = 0`.execute(forum.db)
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  post = await forum.post(author, 'birding', { title: 'Buy my feeders' })
})
afterAll(() => forum.close())

/** Runs the jobs that notify moderators. @returns their number. */
async function performJobs(): Promise<number> {
  const { rows } = await sql<{ payload: Reported }>`
    with done as (
      delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = jobs.task_id and identifier = ${alertTask} returning jobs.id, jobs.payload
    )
    select payload from done order by id`.execute(forum.db)
  for (const { payload } of rows)
    await alertModerators({ db: forum.database.db, settings: forum.settings }, payload)
  return rows.length
}
const file = async (who: Member | undefined, target: object = { type: 'post', targetId: post.id }) => {
  const filed = await who?.post('/api/_report', { reason: 3, ...target })
  expect(filed?.statusCode).toBe(200)
}
const report = async (who: Member | undefined, target?: object) => {
  await file(who, target)
  await performJobs()
}
const alertsOf = async (who = moderator, form = ''): Promise<Notification[]> =>
  (await who.get(`/api/notifications${form}`))
    .json<{ items: Notification[] }>()
    .items.filter(({ type }) => type === 'reported')
const causesOf = async (who = moderator) =>
  (await alertsOf(who)).map(({ notif }) => notif?.cause).toReversed()
const choose = (choice: Partial<AlertSettings>, who = moderator) =>
  who.put(`/api/communities/${communityId}/alerts`, {
    onFirst: true,
    threshold: 3,
    ageHours: 24,
    ...choice,
  })
const sweep = () => alertOfOldReports(forum.database.db, new AbortController().signal)
const reportedHoursAgo = (hours: number) =>
  sql`update reports set created_at = now() - make_interval(hours => ${hours}::integer)`.execute(forum.db)

describe('the first report', () => {
  it('notifies the moderators of the community, and nobody else', async () => {
    await report(reporters[0])
    expect(await alertsOf()).toMatchObject([
      {
        seen: false,
        notif: {
          cause: 'first',
          noReports: 1,
          reason: 'Spam',
          targetType: 'post',
          targetId: post.id,
          communityName: 'birding',
        },
      },
    ])
    expect(await causesOf(admin)).toEqual([])
    expect(await causesOf(author)).toEqual([])
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
  })

  it('names the reported item in a sentence, and links to the reports', async () => {
    const comment = await forum.comment(author, post)
    await report(reporters[0], { type: 'comment', targetId: comment.id })
    expect(await alertsOf(moderator, '?render=true')).toMatchObject([
      {
        title: 'A comment on Buy my feeders in birding was reported',
        body: 'Reason: Spam',
        toURL: '/birding/modtools/reports',
        kind: 'moderation',
      },
    ])
  })

  it('is the only one that is notified until the threshold', async () => {
    await report(reporters[0])
    await report(reporters[1])
    expect(await causesOf()).toEqual(['first'])
  })

  it('is notified again after its subject was approved', async () => {
    await report(reporters[0])
    await approve(moderator, { type: 'post', targetId: post.id })
    await report(reporters[1])
    expect(await causesOf()).toEqual(['first', 'first'])
  })

  it('enqueues one job, however many reports are filed before it runs', async () => {
    await file(reporters[0])
    await file(reporters[1])
    expect(await performJobs()).toBe(1)
    expect(await causesOf()).toEqual(['first'])
  })

  it('of a silenced member is not notified', async () => {
    await forum.db
      .insertInto('report_silences')
      .values({ user_id: stored(reporters[3]?.id ?? ''), community_id: stored(communityId) })
      .execute()
    await report(reporters[3])
    await forum.db.deleteFrom('report_silences').execute()
    expect(await causesOf()).toEqual([])
  })

  it('by a moderator is not sent to themselves', async () => {
    await report(moderator)
    expect(await causesOf()).toEqual([])
  })

  it('in a community without moderators is sent to the admins', async () => {
    const lonely = await forum.post(author, 'lonely')
    await report(reporters[0], { type: 'post', targetId: lonely.id })
    expect(await causesOf(admin)).toEqual(['first'])
    expect(await causesOf()).toEqual([])
  })

  it('is not sent to moderators who opted out', async () => {
    await choose({ onFirst: false })
    await report(reporters[0])
    expect(await causesOf()).toEqual([])
  })
})

describe('the threshold', () => {
  it('is notified once', async () => {
    for (const reporter of reporters) await report(reporter)
    expect(await causesOf()).toEqual(['first', 'threshold'])
    expect((await alertsOf())[0]?.notif).toMatchObject({ noReports: 3 })
  })

  it('is the only notification if the first report reaches it', async () => {
    await choose({ threshold: 2 })
    await file(reporters[0])
    await file(reporters[1])
    await performJobs()
    await report(reporters[2])
    expect(await causesOf()).toEqual(['threshold'])
  })

  it('does not notify moderators who chose none', async () => {
    await choose({ onFirst: false, threshold: null })
    for (const reporter of reporters) await report(reporter)
    expect(await causesOf()).toEqual([])
  })
})

describe('the age', () => {
  beforeEach(() => choose({ onFirst: false, ageHours: 5 }))

  it.each([
    [6, ['age']],
    [4, []],
  ])('of %i hours: %j', async (hours, causes) => {
    await report(reporters[0])
    await reportedHoursAgo(hours)
    await sweep()
    await sweep()
    expect(await causesOf()).toEqual(causes)
  })

  it('of several items is one notification', async () => {
    const second = await forum.post(author, 'birding')
    await report(reporters[0])
    await report(reporters[0], { type: 'post', targetId: second.id })
    await reportedHoursAgo(6)
    await sweep()
    expect(await alertsOf(moderator, '?render=true')).toMatchObject([
      { title: 'Reports of 2 posts and comments in birding have been open for 5 hours' },
    ])
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
  })

  it('does not notify moderators who chose none', async () => {
    await choose({ onFirst: false, ageHours: null })
    await report(reporters[0])
    await reportedHoursAgo(100)
    await sweep()
    expect(await causesOf()).toEqual([])
  })
})
