import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statisticsEndpoints } from '../../../contract/endpoints/statistics.ts'
import type {
  AnalyticsEvent,
  AnalyticsEventPage,
  StatisticsSeries,
} from '../../../contract/entities/statistics.ts'
import { errors } from '../../../contract/errors.ts'
import { statisticsNames } from '../../../contract/words.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'
import { tasks } from '../../tasks.ts'
import { recordStatistics } from './record.ts'

let forum: Forum
let admin: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

const page = async (query = '') => (await admin.get(`/api/analytics/bss${query}`)).json<AnalyticsEventPage>()
const events = async () => (await page()).events
const numbersOf = ({ payload }: AnalyticsEvent) => JSON.parse(payload)
/** Moves all recorded statistics into the past. */
const passHours = (hours: number) =>
  sql`update site_statistics set hour = hour - ${hours} * interval '1 hour'`.execute(forum.db)

describe('the statistics', () => {
  it('[ACC-3-020] [ACC-3-021] count visits, posts, comments and installations', async () => {
    // Last visit and age of accounts in days, plus or minus five minutes, so that the clock does not matter.
    const people = [
      { seen: 0.9, age: 0.9 },
      { seen: 0.9, age: 1.1 },
      { seen: 6.9, age: 6.9 },
      { seen: 6.9, age: 7.1 },
      { seen: 29.9, age: 29.9 },
      { seen: 29.9, age: 30.1 },
      { seen: 31, age: 40 },
    ]
    await forum.community('birding', admin)
    const author = await forum.member('wren_writes')
    for (const [index, { seen, age }] of people.entries()) {
      const { id } = await forum.member(`person_${index}`)
      await sql`update users set last_seen_at = now() - ${seen} * interval '1 day',
        created_at = now() - ${age} * interval '1 day' where id = ${id}`.execute(forum.db)
    }
    const old = await forum.post(author, 'birding')
    await sql`update posts set created_at = now() - interval '6 days' where id = ${old.id}`.execute(forum.db)
    const gone = await forum.post(author, 'birding')
    await author.delete(`/api/posts/${gone.publicId}`)
    const ancient = await forum.post(author, 'birding')
    await sql`update posts set created_at = now() - interval '8 days' where id = ${ancient.id}`.execute(
      forum.db,
    )
    const comment = await forum.comment(author, old)
    await forum.comment(author, old)
    await sql`update comments set created_at = now() - interval '2 days' where id = ${comment.id}`.execute(
      forum.db,
    )
    await author.post('/api/analytics', { event: 'pwa_use' })
    await author.post('/api/analytics', { event: 'pwa_use' })
    await (await forum.guest()).post('/api/analytics', { event: 'pwa_use' })
    await author.post('/api/push_subscriptions', {
      endpoint: 'https://push.example/1',
      keys: { auth: 'a', p256dh: 'p' },
    })
    await sql`insert into push_subscriptions (session_id_hash, endpoint, auth, p256dh)
      select id_hash, 'https://push.example/2', 'a', 'p' from sessions where user_id = ${admin.id}
      on conflict do nothing`.execute(forum.db)
    const subscriptions = await forum.db.selectFrom('push_subscriptions').select('endpoint').execute()

    await recordStatistics(forum.db)
    const [event] = await events()
    expect(event).toEqual({
      id: expect.any(Number),
      name: '',
      uniqueKey: null,
      payload: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(event && numbersOf(event)).toEqual({
      version: 0,
      // the admin, the author, and seven people
      signups: 9,
      users_day: 4,
      users_week: 6,
      users_month: 8,
      return_users_day: 1,
      return_users_week: 1,
      return_users_month: 1,
      posts_day: 1,
      posts_week: 2,
      comments_day: 1,
      comments_week: 2,
      pwa_installs: 2,
      notifications_enabled: subscriptions.length,
    })
    expect(event && Object.keys(numbersOf(event))).toEqual(['version', ...statisticsNames])
    expect(subscriptions.length).toBeGreaterThan(0)
  })

  it('are recorded once an hour, whatever the number of processes and starts', async () => {
    await passHours(1)
    const before = (await events()).length
    await Promise.all(Array.from({ length: 4 }, () => recordStatistics(forum.db)))
    await forum.member('late_one')
    await recordStatistics(forum.db)
    const now = await events()
    expect(now).toHaveLength(before + 1)
    expect(now[0] && numbersOf(now[0]).signups).toBe(9)
  })

  it('are recorded at the start of the server and every hour', () => {
    expect(tasks.find(({ name }) => name === 'record_statistics')).toMatchObject({
      schedule: '0 * * * *',
      atStart: true,
    })
  })
})

describe('the list of events', () => {
  it('[ACC-7-056] has the newest first, in pages, and ends', async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      await passHours(1)
      await recordStatistics(forum.db)
    }
    const all = await events()
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a))
    const read: AnalyticsEvent[] = []
    let next = ''
    do {
      const answer = await page(`?limit=2${next && `&next=${next}`}`)
      read.push(...answer.events)
      next = answer.next
    } while (next !== '')
    expect(read).toEqual(all)
    expect((await page(`?limit=${all.length}`)).next).toBe('')
  })

  it.each(['0', '-1', '1001', 'many'])('refuses the limit %s', async (limit) => {
    expect(await page(`?limit=${limit}`)).toEqual(errors.invalidStatisticsLimit)
  })

  it.each(['now', '-5', '999999999999'])('refuses the cursor %s', async (next) => {
    expect(await page(`?next=${next}`)).toEqual(errors.invalidStatisticsCursor)
  })
})

describe('the numbers of a period', () => {
  it.each([
    ['', 'hour', 168],
    ['?period=day', 'hour', 24],
    ['?period=week', 'hour', 168],
    ['?period=month', 'day', 31],
    ['?period=quarter', 'day', 91],
    ['?period=year', 'week', 53],
  ])('[ACC-7-094] %s are those of the last hour of each %s', async (query, step, most) => {
    await sql`delete from site_statistics`.execute(forum.db)
    // Two years, hour by hour; the number of sign-ups is that of the hour.
    await sql`insert into site_statistics (hour, created_at, numbers)
      select at, at, jsonb_build_object('signups', extract(epoch from at)::bigint / 3600)
      from generate_series(date_trunc('hour', now(), 'UTC') - interval '2 years', date_trunc('hour', now(), 'UTC'),
        interval '1 hour') as at`.execute(forum.db)
    const series = (await admin.get(`/api/_admin/statistics${query}`)).json<StatisticsSeries>()
    expect(series.step).toBe(step)
    expect(series.points.length).toBeGreaterThanOrEqual(most - 1)
    expect(series.points.length).toBeLessThanOrEqual(most + 1)
    const hours = series.points.map(({ at }) => Date.parse(at) / 3_600_000)
    expect(series.points.map(({ numbers }) => numbers.signups)).toEqual(hours)
    expect(hours).toEqual(hours.toSorted((one, other) => one - other))
    const startOf = (hour: number) =>
      ({ hour, day: Math.floor(hour / 24), week: Math.floor((hour / 24 + 3) / 7) })[
        step as 'hour' | 'day' | 'week'
      ]
    // The next hour is in the next step, except for an unfinished step.
    expect(hours.slice(0, -1).every((hour) => startOf(hour + 1) !== startOf(hour))).toBe(true)
    expect(new Set(hours.map(startOf)).size).toBe(hours.length)
    // Not counted in the hours of the test.
    expect(series.points[0]?.numbers.posts_day).toBe(0)
  })
})

const calls: Record<string, Call> = {
  listStatistics: (who) => who.get('/api/analytics/bss'),
  getStatisticsSeries: (who) => who.get('/api/_admin/statistics'),
}

describe('permission to see them', () => {
  describeAuthorization({
    endpoints: statisticsEndpoints,
    table: `
                       guest  banned  member  author  elsewhere  moderator  admin
      listStatistics     401     403     403     403        403        403    200
      getStatisticsSeries 401    403     403     403        403        403    200
    `,
    calls,
  })
})

describe('refusals', () => {
  describeRefusals(statisticsEndpoints, {
    listStatistics: {
      invalidStatisticsLimit: ({ admin }) => admin.get('/api/analytics/bss?limit=x'),
      invalidStatisticsCursor: ({ admin }) => admin.get('/api/analytics/bss?next=x'),
    },
    getStatisticsSeries: {
      invalidStatisticsPeriod: ({ admin }) => admin.get('/api/_admin/statistics?period=decade'),
    },
  })
})
