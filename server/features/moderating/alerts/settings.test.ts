import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AlertSettings, QuietHours } from '../../../../contract/entities/alerts.ts'
import {
  type Client,
  type Forum,
  type Member,
  passwordOf,
  startForum,
} from '../../../../tests/support/forum.ts'
import { type PushService, startPushService } from '../../../../tests/support/pushService.ts'
import { stored } from '../../../../tests/support/wireIds.ts'
import { pushTask } from '../../../core/notifications/push.ts'
import { alertModerators } from './alertModerators.ts'

let service: PushService
let forum: Forum
let moderator: Member
let reporter: Member
let author: Member
let guest: Client
let communityId: string

beforeAll(async () => {
  service = await startPushService()
  forum = await startForum(service.environment)
  moderator = await forum.moderator('moderator_m', 'birding')
  reporter = await forum.member('reporter_r')
  author = await forum.member('wren_writes')
  guest = await forum.guest()
  communityId = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  await moderator.post('/api/push_subscriptions', service.browser().subscription)
})
beforeEach(async () => {
  await sql`delete from reports`.execute(forum.db)
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
})
afterAll(async () => {
  await forum.close()
  await service.close()
})

/** Reports a new post, and runs the job. */
async function reportPost(title = 'Buy my feeders') {
  const post = await forum.post(author, 'birding', { title })
  await reporter.post('/api/_report', {
    type: 'post',
    targetId: post.id,
    reason: 3,
    note: 'A <b>third</b> one',
  })
  const { id } = await forum.db
    .selectFrom('posts')
    .select('id')
    .where('public_id', '=', post.publicId)
    .executeTakeFirstOrThrow()
  await alertModerators({ db: forum.database.db, settings: forum.settings }, { postId: id, commentId: null })
  return post
}

describe('deletion of an account', () => {
  it('deletes the settings of the member, and the feed', async () => {
    const leaving = await forum.moderator('leaving_l', 'birding')
    await leaving.put(`/api/communities/${communityId}/alerts`, { onFirst: true, threshold: 2, ageHours: 1 })
    await leaving.put('/api/modqueue/quiet_hours', {
      quietHours: { fromHour: 1, untilHour: 2, timeZone: 'UTC' },
    })
    await leaving.post('/api/modqueue/feed')
    await reportPost()
    const tables = ['report_alert_settings', 'quiet_hours', 'queue_feeds', 'report_alerts']
    const rows = async () => {
      const counts: unknown[] = []
      for (const table of tables) {
        const found = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}
          where user_id = ${stored(leaving.id)}::bigint`.execute(forum.db)
        counts.push(found.rows[0]?.n)
      }
      return counts
    }
    expect(await rows()).toEqual([1, 1, 1, 1])
    const answer = await leaving.delete('/api/users/leaving_l', { password: passwordOf('leaving_l') })
    expect(answer.statusCode).toBe(200)
    expect(await rows()).toEqual([0, 0, 0, 0])
  })
})

describe('settings', () => {
  const path = () => `/api/communities/${communityId}/alerts`
  afterEach(() => sql`delete from report_alert_settings`.execute(forum.db))
  const read = async () => (await moderator.get(path())).json<AlertSettings>()

  it('have sensible defaults, and are stored when changed', async () => {
    const defaults = { onFirst: true, threshold: 3, ageHours: 24, quietHours: null, feedMadeAt: null }
    expect(await read()).toEqual(defaults)
    const chosen = { onFirst: false, threshold: null, ageHours: 48 }
    expect((await moderator.put(path(), chosen)).json()).toEqual({ ...defaults, ...chosen })
    expect(await read()).toEqual({ ...defaults, ...chosen })
  })

  it.each([{ threshold: 1 }, { threshold: 101 }, { ageHours: 0 }, { ageHours: 721 }])(
    'refuse %j',
    async (wrong) => {
      const before = await read()
      const answer = await moderator.put(path(), { onFirst: true, threshold: 3, ageHours: 24, ...wrong })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-alerts'])
      expect(await read()).toEqual(before)
    },
  )
})

describe('quiet hours', () => {
  afterEach(() => moderator.put('/api/modqueue/quiet_hours', { quietHours: null }))
  const save = (quietHours: QuietHours) => moderator.put('/api/modqueue/quiet_hours', { quietHours })
  const hourNow = () =>
    Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Asia/Kolkata' }).format(new Date()))
  const hour = (offset: number) => (hourNow() + offset + 24) % 24
  const pushes = async () => {
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from run_at - now()) / 3600 as hours from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${pushTask}`.execute(
      forum.db,
    )
    return rows.map(({ hours }) => Number(hours))
  }

  it('outside of them each notification is pushed at once', async () => {
    await save({ fromHour: hour(3), untilHour: hour(5), timeZone: 'Asia/Kolkata' })
    await reportPost()
    await reportPost()
    const waiting = await pushes()
    expect(waiting).toHaveLength(2)
    for (const hours of waiting) expect(hours).toBeLessThanOrEqual(0)
  })

  it('during them the last one is pushed when they end', async () => {
    await save({ fromHour: hour(-1), untilHour: hour(3), timeZone: 'Asia/Kolkata' })
    await reportPost()
    await reportPost()
    const [hours, ...others] = await pushes()
    expect(others).toEqual([])
    // One to three hours long, because the hour may end during the test.
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThanOrEqual(3)
    const { items } = (await moderator.get('/api/notifications')).json()
    expect(items[0]).toMatchObject({ type: 'reported', seen: false })
  })

  it.each([
    ['2026-01-10 22:30', 22, 7, '2026-01-11 07:00'],
    ['2026-01-10 06:59', 22, 7, '2026-01-10 07:00'],
    ['2026-01-10 07:00', 22, 7, null],
    ['2026-01-10 13:00', 12, 14, '2026-01-10 14:00'],
    ['2026-01-10 14:00', 12, 14, null],
    ['2026-01-10 11:59', 12, 14, null],
  ])('at %s from %i to %i they end %s', async (now, fromHour, untilHour, end) => {
    await save({ fromHour, untilHour, timeZone: 'Asia/Kolkata' })
    const { rows } = await sql<{ end: string | null }>`
      select to_char(quiet_hours_end(${stored(moderator.id)}::bigint, ${now}::timestamp at time zone 'Asia/Kolkata')
        at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as end`.execute(forum.db)
    expect(rows).toEqual([{ end }])
  })

  it.each([
    { fromHour: 7, untilHour: 7, timeZone: 'UTC' },
    { fromHour: -1, untilHour: 7, timeZone: 'UTC' },
    { fromHour: 7, untilHour: 24, timeZone: 'UTC' },
    { fromHour: 7, untilHour: 8, timeZone: 'Europe/Atlantis' },
  ])('refuse %j', async (quietHours) => {
    const answer = await save(quietHours)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-quiet-hours'])
  })
})

describe('the feed of the queue', () => {
  const make = async (who: Member = moderator) =>
    (await who.post('/api/modqueue/feed')).json<{ path: string }>().path

  it('has the reported items with reasons but without reporters, and is not cached', async () => {
    await reportPost('Cheap <feeders>')
    const path = await make()
    const answer = await guest.get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/atom+xml; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
    expect(answer.body).toContain('<title>1 report: Cheap &lt;feeders&gt;</title>')
    expect(answer.body).toContain('A &amp;lt;b&amp;gt;third&amp;lt;/b&amp;gt; one')
    expect(answer.body).not.toContain('reporter_r')
    expect(answer.body).not.toContain(path)
  })

  it('is limited in length', async () => {
    for (let count = 0; count < 31; count++) await reportPost()
    expect((await guest.get(await make())).body.match(/<entry>/g)).toHaveLength(30)
  })

  it('stores only a hash of its token', async () => {
    const [token = ''] = /\w{40}/.exec(await make()) ?? []
    const { rows } = await sql<{ text: string }>`select queue_feeds::text as text from queue_feeds`.execute(
      forum.db,
    )
    expect(token).toHaveLength(40)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })

  const ends: [string, (who: Member) => Promise<unknown>][] = [
    ['was withdrawn', (who) => who.delete('/api/modqueue/feed')],
    ['was replaced by another', (who) => make(who)],
    [
      'is of someone who is no longer a moderator',
      (who) => sql`delete from moderators where user_id = ${stored(who.id)}::bigint`.execute(forum.db),
    ],
    [
      'is of someone who is suspended',
      (who) => sql`update users set banned_at = now() where id = ${stored(who.id)}::bigint`.execute(forum.db),
    ],
  ]
  it.each(ends)('is not found once it %s', async (_case, end) => {
    made += 1
    const colleague = await forum.moderator(`colleague_${made}`, 'birding')
    const path = await make(colleague)
    expect((await guest.get(path)).statusCode).toBe(200)
    await end(colleague)
    const answer = await guest.get(path)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  })
  let made = 0
})
