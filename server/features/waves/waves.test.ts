import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { watchWaves } from './raiseBar.ts'

let forum: Forum
let admin: Member
let made = 0

beforeEach(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
})
afterEach(() => forum.close())

const settings = () => ({ ...forum.settings, rateLimits: true })
const watch = (changed: object = {}) => watchWaves(forum.db, { ...settings(), ...changed })
const set = async (changes: Record<string, unknown>) => {
  const response = await admin.put('/api/_admin/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })
  expect(response.statusCode, response.body).toBe(200)
}
const state = async () => (await admin.get('/api/_admin/waves')).json()
const step = (name: string) => admin.put('/api/_admin/waves', { step: name })
const notified = async () =>
  (await admin.get('/api/notifications')).json().items.filter(({ type }: { type: string }) => type === 'wave')

/** Accounts that signed up just now, each from its own network unless told otherwise. */
async function signUps(count: number, { network = '' } = {}) {
  made++
  await sql`insert into users (username, created_ip)
    select ${`w${made}_`} || n, (case when ${network} = '' then '10.' || ${made} || '.' || n || '.1' else ${network} || n end)::inet
    from generate_series(1, ${count}) n`.execute(forum.db)
}
const write = async (count: number, text: (n: number) => { title: string; body: string }) => {
  for (let n = 0; n < count; n++) {
    const member = await forum.member(`writer_${++made}`)
    // Not a sign-up of now.
    await sql`update users set created_at = now() - interval '3 hours' where username = ${member.username}`.execute(
      forum.db,
    )
    await forum.post(member, 'birding', text(n))
  }
}
const words = [
  'heron',
  'lake',
  'lens',
  'forest',
  'tide',
  'nest',
  'reed',
  'sand',
  'gull',
  'owl',
  'marsh',
  'ferry',
]
const own = (n: number) => ({
  title: `About the ${words[n % 12]}`,
  body: words.map((_, place) => words[(place * (n + 5) + n) % 12]).join(` ${n} `),
})

describe('what is more than usual', () => {
  it('is nothing on a quiet site', async () => {
    await signUps(5)
    await write(3, own)
    await watch()
    expect(await state()).toEqual({ until: null, now: [], waves: [] })
  })

  it.each([
    ['sign-ups', () => signUps(12), [{ kind: 'signups', count: 12, limit: 12 }]],
    [
      'sign-ups from one network',
      () => signUps(6, { network: '203.0.113.' }),
      [{ kind: 'network', about: '203.0.113.0/24', count: 6 }],
    ],
    ['members who post for the first time', () => write(12, own), [{ kind: 'first_posts', count: 12 }]],
    [
      'links of new members to one domain',
      () => write(5, (n) => ({ ...own(n), body: `${own(n).body} https://www.watches.example/${n}` })),
      [{ kind: 'link', about: 'watches.example', count: 5 }],
    ],
    [
      'texts of new members that are alike',
      () =>
        write(5, (n) => ({
          title: 'Offer',
          body: `Number ${n}: buy the best and cheapest watches with fast delivery and full refund today`,
        })),
      [{ kind: 'likeness', count: 5 }],
    ],
  ])('%s', async (_case, happen, signals) => {
    await happen()
    await watch()
    const { now, until } = await state()
    expect(now).toMatchObject(signals)
    expect(now).toHaveLength(1)
    // One signal alone raises the bar only if it is far above its limit.
    expect(until).toBe(null)
  })

  it('is nothing where members were invited or approved', async () => {
    await signUps(30, { network: '203.0.113.' })
    await sql`with invitation as (
        insert into invitations (code, created_by, uses_max, expires_at)
        select repeat('a', 20), id, 30, now() + interval '1 day' from users where username = 'keeper' returning id)
      insert into invited_members (user_id, invitation_id)
      select users.id, invitation.id from users, invitation where created_ip <<= '203.0.113.0/24' and users.id % 2 = 0`.execute(
      forum.db,
    )
    await sql`insert into applications (username, user_id, decided_at, is_approved)
      select username, id, now(), true from users where created_ip <<= '203.0.113.0/24' and id % 2 = 1`.execute(
      forum.db,
    )
    expect((await state()).now).toEqual([])
  })

  it('is measured by what is usual', async () => {
    await sql`insert into users (username, created_at)
      select 'usual_' || n, now() - interval '2 days' - n * interval '5 minutes' from generate_series(1, 5000) n`.execute(
      forum.db,
    )
    await signUps(12)
    expect((await state()).now).toEqual([])
    await signUps(12)
    expect((await state()).now).toMatchObject([{ kind: 'signups', count: 24, usual: 2 }])
  })
})

describe('a wave', () => {
  it('raises the bar for hours and notifies the admins once, which each process knows', async () => {
    await signUps(24)
    await watch()
    await expect.poll(() => forum.settings.barRaisedUntil).not.toBe('')
    const { until, waves } = await state()
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(5.9 * 3_600_000)
    expect(waves).toMatchObject([{ startedBy: null, endedAt: null, signals: [{ kind: 'signups' }] }])
    await watch()
    expect((await state()).waves).toHaveLength(1)
    expect(await notified()).toHaveLength(1)
  })

  it('is prolonged while it lasts', async () => {
    await signUps(24)
    await watch()
    const soon = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 16)}Z`
    await watch({ barRaisedUntil: soon })
    expect((await state()).waves).toHaveLength(1)
    const { rows } = await sql<{
      value: string
    }>`select value from setting_values where name = 'barRaisedUntil'`.execute(forum.db)
    expect(Date.parse(rows[0]?.value ?? '')).toBeGreaterThan(Date.parse(soon))
  })

  it.each([
    ['rate limits are off', { rateLimits: false }],
    ['the admins want none of it', { raiseBar: false }],
  ])('does nothing if %s', async (_case, changed) => {
    await signUps(30)
    await watch(changed)
    expect(await state()).toMatchObject({ until: null, waves: [], now: [{ kind: 'signups' }] })
    expect(await notified()).toEqual([])
  })

  it('makes new members need an approval, and lets join who could before when its time is over', async () => {
    await set({ barApproval: true })
    await expect.poll(() => forum.settings.barApproval).toBe(true)
    await signUps(24)
    await watch()
    await expect.poll(() => forum.settings.joining).toBe('approval')
    await sql`update users set created_at = now() - interval '2 hours'`.execute(forum.db)
    await set({ barRaisedUntil: '2020-01-01T00:00Z' })
    await watch()
    await expect.poll(() => forum.settings.joining).toBe('open')
    expect(await state()).toMatchObject({
      until: null,
      waves: [{ endedBy: null, endedAt: expect.any(String) }],
    })
  })

  it('is ended by admins, and then does not begin again automatically', async () => {
    await signUps(24)
    await watch()
    expect((await step('prolong')).json()).toMatchObject({ until: expect.any(String) })
    expect((await step('end')).json()).toMatchObject({ until: null, waves: [{ endedBy: 'keeper' }] })
    await expect.poll(() => forum.settings.barRaisedUntil).toBe('')
    await watch()
    expect((await state()).waves).toHaveLength(1)
    expect((await step('raise')).json()).toMatchObject({
      until: expect.any(String),
      waves: [{ startedBy: 'keeper' }, {}],
    })
  })
})

it('asks for four times the work to sign up while the bar is raised', async () => {
  const mostTries = async () => {
    const { challenge } = (await (await forum.guest()).get('/api/_captcha')).json()
    return JSON.parse(challenge).parameters.data.mostTries
  }
  const before = await mostTries()
  await step('raise')
  await expect.poll(mostTries).toBe(4 * before)
})

describe('while the bar is raised', () => {
  const post = (who: Member) =>
    who.post('/api/posts', { title: 'A heron', body: 'At the lake.', community: 'birding' })
  const code = async (who: Member) => (await post(who)).json().code
  const raise = async () => {
    await step('raise')
    await expect.poll(() => forum.settings.barRaisedUntil).not.toBe('')
  }

  it.each([
    ['an account of today, whatever it wrote', { days: 0, contributions: 5, trust: 0 }, 'held_for_review'],
    ['an older account that has written little', { days: 60, contributions: 0, trust: 0 }, 'held_for_review'],
    ['an older account that has written something', { days: 60, contributions: 3, trust: 0 }, undefined],
    ['a member who is trusted', { days: 0, contributions: 0, trust: 1 }, undefined],
  ])('what is held of %s', async (_case, { days, contributions, trust }, answer) => {
    const member = await forum.member('wren_writes')
    await sql`update users set created_at = now() - make_interval(days => ${days}), post_count = ${contributions}, trust_level = ${trust}
      where username = 'wren_writes'`.execute(forum.db)
    await raise()
    expect(await code(member)).toBe(answer)
  })

  it('nothing is held once it has ended', async () => {
    const member = await forum.member('wren_writes')
    await raise()
    expect(await code(member)).toBe('held_for_review')
    await step('end')
    await expect.poll(() => forum.settings.barRaisedUntil).toBe('')
    expect(
      (await member.post('/api/posts', { title: 'An owl', body: 'At night.', community: 'birding' }))
        .statusCode,
    ).toBe(200)
  })

  it('what waits of suspended accounts leaves the queue, and comes back with them', async () => {
    const member = await forum.member('wren_writes')
    await raise()
    await post(member)
    const waiting = async () => (await admin.get('/api/modqueue/held')).json().items.length
    expect(await waiting()).toBe(1)
    await admin.post('/api/_admin', { action: 'ban_user', username: 'wren_writes' })
    expect(await waiting()).toBe(0)
    await admin.post('/api/_admin', { action: 'unban_user', username: 'wren_writes' })
    expect(await waiting()).toBe(1)
  })
})
