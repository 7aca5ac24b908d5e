import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BulkAction } from '../../../../contract/entities/bulkAction.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { recount } from '../../../../tests/support/recount.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'
import { stored } from '../../../../tests/support/wireIds.ts'
import { startJobs } from '../../../platform/jobs/queue.ts'
import { tasks } from '../../../tasks.ts'
import { deleteOrderedContent, orderContentDeletion } from '../deleteContent.ts'
import { performBulkActions } from './perform.ts'

let forum: Forum
let admin: Member
let thread: PostFacts
let wave = ''
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
  thread = await forum.post(admin, 'birding', { title: 'A good thread' })
})
beforeEach(() => {
  wave = `wave${++made}`
})
afterAll(() => forum.close())

const goOn = () => new AbortController().signal
const perform = (given: { signal?: AbortSignal; batch?: number } = {}) =>
  performBulkActions(forum.db, { signal: goOn(), purgeUrl: null, ...given })
const work = async () => {
  await perform()
  await deleteOrderedContent(forum.db, { signal: goOn() })
}
const order = async (body: object) => (await admin.post('/api/_admin/bulk_actions', body)).json<BulkAction>()
const change = async ({ id }: BulkAction, step: string) =>
  (await admin.put(`/api/_admin/bulk_actions/${id}`, { step })).json<BulkAction>()
const current = async ({ id }: BulkAction) => {
  const { bulkActions } = (await admin.get('/api/_admin/bulk_actions')).json<{ bulkActions: BulkAction[] }>()
  return bulkActions.find((one) => one.id === id)
}
const found = async (query: Record<string, string>) =>
  (await admin.get(`/api/_admin/found_members?${new URLSearchParams(query)}`)).json()
/** What can be counted of the wave. */
async function state() {
  const { rows } = await sql<Record<string, number>>`
    with member as (select * from users where username like ${`${wave}\\_%`})
    select (select count(*)::integer from member where banned_at is not null) as banned,
      (select count(*)::integer from posts where author_id in (select id from member) and deleted_at is null) as posts,
      (select count(*)::integer from comments where author_id in (select id from member) and deleted_at is null) as comments,
      (select count(*)::integer from notifications where user_id in (select id from member)) as notified`.execute(
    forum.db,
  )
  return rows[0]
}
const logged = async (action: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from moderation_log
    where action = ${action} and (user_id is null or user_id in (
      select id from users where username like ${`${wave}\\_%`}))`.execute(forum.db)
  return rows[0]?.count
}

/** This many accounts of a wave with one post and one comment each. */
async function spam(accounts: number, { ip = '203.0.113.7', domain = `${wave}.example` } = {}) {
  await sql`update site_settings set user_count = user_count + ${accounts}`.execute(forum.db)
  await sql`insert into users (username, email, created_ip, last_seen_ip, post_count, comment_count)
    select ${wave} || '_' || n, 'u' || n || '@' || ${domain}::text, ${ip}::inet, ${ip}::inet, 1, 1
    from generate_series(1, ${accounts}) n`.execute(forum.db)
  await sql`
    with written as (
      insert into posts (public_id, type, author_id, community_id, title, body, body_html, created_at)
      select 'w' || lpad(users.id::text, 7, '0'), 'text', users.id,
        (select id from communities where name = 'birding'), 'Buy this', 'Cheap.', '<p>Cheap.</p>', now()
      from users where username like ${`${wave}\\_%`} returning 1)
    update communities set post_count = post_count + ${accounts} where name = 'birding'`.execute(forum.db)
  await sql`insert into comments (post_id, author_id, body, body_html, created_at)
    select ${stored(thread.id)}, id, 'Cheap.', '<p>Cheap.</p>', now() from users where username like ${`${wave}\\_%`}`.execute(
    forum.db,
  )
  await sql`update posts set comment_count = comment_count + ${accounts} where id = ${stored(thread.id)}`.execute(
    forum.db,
  )
}
const banAll = (accounts: number, more: object = {}) =>
  order({ action: 'ban', filter: { q: `${wave}_` }, accounts, withContent: true, reason: 'Spam', ...more })

describe('a bulk ban', () => {
  it('[ACC-2-299] bans 300 accounts and removes their 600 texts in seconds, and undoing it restores them', async () => {
    await spam(300)
    const began = Date.now()
    const { accounts, newest } = await found({ mailDomain: `${wave}.example`, since: '2020-01-01' })
    expect(accounts).toBe(300)
    const filter = { mailDomain: `${wave}.example`, since: '2020-01-01', newest }
    const ban = await banAll(300, { filter })
    expect(ban).toMatchObject({ accounts: 300, done: 0, finishedAt: null, isUndoable: false })
    await work()
    expect(Date.now() - began).toBeLessThan(60_000)
    expect(await state()).toEqual({ banned: 300, posts: 0, comments: 0, notified: 0 })
    expect(await current(ban)).toMatchObject({ done: 300, changed: 300, contentLeft: 0, isUndoable: true })
    expect(await logged('ban_users')).toBe(1)
    expect(await logged('ban_user_with_content')).toBe(300)
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)

    const undoing = await change(ban, 'undo')
    await work()
    expect(await state()).toEqual({ banned: 0, posts: 300, comments: 300, notified: 0 })
    expect(await current(undoing)).toMatchObject({ changed: 300, contentLeft: 0, undoes: ban.id })
    expect(await current(ban)).toMatchObject({ isUndoable: false })
    expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
    expect(await logged('restore_removed')).toBe(300)
  }, 120_000)

  it('goes on where it was after it was killed, and changes nobody twice', async () => {
    await spam(20)
    const ban = await banAll(20)
    let batches = 0
    const signal = {
      get aborted() {
        return batches++ > 1
      },
    } as AbortSignal
    await perform({ signal, batch: 5 })
    const half = await current(ban)
    expect(half?.done).toBeGreaterThan(0)
    expect(half?.done).toBeLessThan(20)
    // Accounts that come later are not in the set.
    await sql`insert into users (username) values (${`${wave}_late`})`.execute(forum.db)
    const jobs = await startJobs(forum.connection, forum, tasks, () => {})
    await expect.poll(() => current(ban), { timeout: 30_000 }).toMatchObject({ done: 20, contentLeft: 0 })
    await jobs.stop()
    expect(await state()).toEqual({ banned: 20, posts: 0, comments: 0, notified: 0 })
    expect(await logged('ban_user_with_content')).toBe(20)
  }, 60_000)

  it('can be stopped, which leaves the others as they are, and then undone', async () => {
    await spam(10)
    const ban = await banAll(10)
    let batches = 0
    const signal = {
      get aborted() {
        return batches++ > 0
      },
    } as AbortSignal
    await perform({ signal, batch: 4 })
    expect(await change(ban, 'stop')).toMatchObject({ done: 4, isStopped: true, contentLeft: 0 })
    await work()
    expect(await state()).toMatchObject({ banned: 4, posts: 10, comments: 10 })
    await change(ban, 'undo')
    await work()
    expect(await state()).toMatchObject({ banned: 0, posts: 10, comments: 10 })
  })

  it('spares admins, deleted accounts, and those of whom the number was not confirmed', async () => {
    await spam(3)
    await sql`update users set is_admin = true where username = ${`${wave}_1`}`.execute(forum.db)
    expect(await found({ q: `${wave}_` })).toMatchObject({ accounts: 2 })
    expect(
      (
        await admin.post('/api/_admin/bulk_actions', {
          action: 'ban',
          accounts: 3,
          filter: { q: `${wave}_` },
        })
      ).json(),
    ).toMatchObject({ code: 'found_others' })
    const ban = await banAll(2)
    // Became an admin meanwhile.
    await sql`update users set is_admin = true where username = ${`${wave}_2`}`.execute(forum.db)
    await work()
    expect(await state()).toMatchObject({ banned: 1, posts: 2 })
    expect(await current(ban)).toMatchObject({ changed: 1, skipped: [`${wave}_2`] })
  })

  it('ends when who ordered it is no longer an admin', async () => {
    await spam(2)
    const deputy = await forum.member(`deputy_${made}`, { isAdmin: true })
    const ban = (
      await deputy.post('/api/_admin/bulk_actions', {
        action: 'ban',
        filter: { q: `${wave}_` },
        accounts: 2,
      })
    ).json<BulkAction>()
    await sql`update users set is_admin = false where id = ${stored(deputy.id)}`.execute(forum.db)
    await work()
    expect(await state()).toMatchObject({ banned: 0 })
    expect(await current(ban)).toMatchObject({ isStopped: true, done: 0 })
  })

  it('undone, puts back milder bans, and leaves bans that changed since', async () => {
    await spam(3)
    for (const [name, kind] of [
      ['1', 'posting'],
      ['2', 'reading'],
    ] as const)
      await admin.post('/api/_admin', {
        action: 'ban_user',
        username: `${wave}_${name}`,
        kind,
        reason: 'Before',
      })
    const ban = await banAll(3)
    await work()
    await admin.post('/api/_admin', { action: 'ban_user', username: `${wave}_3`, reason: 'Another one' })
    await change(ban, 'undo')
    await work()
    const { rows } = await sql`select username, kind, reason, users.banned_at is not null as suspended
      from users left join site_bans on user_id = id where username like ${`${wave}\\_%`} order by 1`.execute(
      forum.db,
    )
    expect(rows).toEqual([
      { username: `${wave}_1`, kind: 'posting', reason: 'Before', suspended: false },
      { username: `${wave}_2`, kind: 'reading', reason: 'Before', suspended: true },
      { username: `${wave}_3`, kind: 'reading', reason: 'Another one', suspended: true },
    ])
    expect(await state()).toMatchObject({ posts: 3, comments: 3 })
  })
})

describe('bulk bans of the same accounts', () => {
  const bans = async () =>
    (
      await sql<Record<string, unknown>>`
      select username, site_bans.*, users.banned_at from users left join site_bans on user_id = id
      where username like ${`${wave}\\_%`} order by 1`.execute(forum.db)
    ).rows
  const ban = (more: object = {}) => banAll(3, { withContent: false, ...more })
  const at = (days: number) => new Date(Math.ceil(Date.now() / 1000) * 1000 + days * 86_400_000).toISOString()
  /** Before all: one is suspended until tomorrow, one may not post, and one has no ban. */
  async function someBans() {
    await spam(3)
    for (const [name, given] of [
      ['1', { kind: 'reading', expires: at(1) }],
      ['2', { kind: 'posting' }],
    ] as const)
      await admin.post('/api/_admin', {
        action: 'ban_user',
        username: `${wave}_${name}`,
        reason: 'Before',
        ...given,
      })
    return bans()
  }

  it.each([
    ['the first one first', [0, 1]],
    ['the last one first', [1, 0]],
  ])('both undone, %s, leave what was before them', async (_order, order) => {
    const before = await someBans()
    const made = [await ban(), await ban({ reason: 'Again', withContent: true })]
    await work()
    expect((await state())?.banned).toBe(3)
    for (const [undone, place] of order.entries()) {
      await change(made[place] as BulkAction, 'undo')
      await work()
      if (undone === 0) expect((await state())?.banned).toBe(3)
    }
    expect(await bans()).toEqual(before.map((row, n) => (n === 0 ? row : { ...row, banned_at: null })))
  })

  it.each([
    ['the first one first', [0, 1]],
    ['the last one first', [1, 0]],
  ])('with content, both undone, %s, restore it with the second', async (_order, order) => {
    await spam(3)
    const made = [await ban({ withContent: true }), await ban({ withContent: true })]
    await work()
    expect(await state()).toMatchObject({ banned: 3, posts: 0, comments: 0 })
    // Only the first one has removed something.
    await change(made[order[0] ?? 0] as BulkAction, 'undo')
    await work()
    expect(await state()).toMatchObject({ banned: 3, posts: 0, comments: 0 })
    await change(made[order[1] ?? 0] as BulkAction, 'undo')
    await work()
    expect(await state()).toEqual({ banned: 0, posts: 3, comments: 3, notified: 0 })
  })

  it('make a suspension permanent, and undone, give it its end back', async () => {
    const [before] = await someBans()
    const forever = await ban({ reason: 'Spam' })
    await work()
    expect((await bans())[0]).toMatchObject({ expires_at: null, reason: 'Spam' })
    expect(await current(forever)).toMatchObject({ changed: 3 })
    await change(forever, 'undo')
    await work()
    expect((await bans())[0]).toEqual(before)
  })

  it.each([
    ['of the longer one', 0, 5],
    ['of the shorter one', 1, 9],
  ])(
    'end at the later of their ends, and without the ban %s at that of the other',
    async (_which, undone, days) => {
      await spam(3)
      const [long, short, other] = [at(9), at(5), at(days)]
      const made = [
        await ban({ expires: long, reason: 'Long' }),
        await ban({ expires: short, reason: 'Short' }),
      ]
      await work()
      for (const row of await bans())
        expect(row).toMatchObject({ expires_at: new Date(long), reason: 'Long' })
      await change(made[undone] as BulkAction, 'undo')
      await work()
      for (const row of await bans())
        expect(row).toMatchObject({ expires_at: new Date(other), reason: undone === 0 ? 'Short' : 'Long' })
    },
  )

  it('changed by an admin since, stay', async () => {
    await spam(3)
    const made = [await ban(), await ban()]
    await work()
    await admin.post('/api/_admin', { action: 'ban_user', username: `${wave}_1`, reason: 'Looked at' })
    const [changed] = await bans()
    for (const one of made) {
      await change(one, 'undo')
      await work()
    }
    expect(await bans()).toMatchObject([changed, { kind: null }, { kind: null }])
  })
})

describe('stopping a bulk action', () => {
  it('waits for the batch that is being performed, and ends what that ordered to be removed', async () => {
    await spam(4)
    const ban = await banAll(4)
    let stopping: Promise<BulkAction> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from bulk_actions where id = ${ban.id} for update`.execute(trx)
      stopping = change(ban, 'stop')
      await expect.poll(() => waitingStatements(forum.db), { interval: 10 }).toHaveLength(1)
      await orderContentDeletion(trx, {
        userIds: [stored(admin.id)],
        adminId: stored(admin.id),
        days: 0,
        bulkActionId: ban.id,
      })
    })
    expect(await stopping).toMatchObject({ isStopped: true })
    const { rows } = await sql`select finished_at is not null as ended from content_deletions
      where bulk_action_id = ${ban.id}`.execute(forum.db)
    expect(rows).toEqual([{ ended: true }])
  })
})

describe('other bulk actions', () => {
  it('lift bans with what they removed, and log out', async () => {
    await spam(4)
    await banAll(4)
    await work()
    await order({
      action: 'unban',
      filter: { q: `${wave}_`, state: 'banned' },
      accounts: 4,
      withContent: true,
    })
    await work()
    expect(await state()).toEqual({ banned: 0, posts: 4, comments: 4, notified: 0 })
    const visitor = await forum.member(`visitor_${made}`)
    const out = await order({ action: 'log_out', usernames: [visitor.username], accounts: 1 })
    await perform()
    expect((await visitor.get('/api/_user')).statusCode).toBe(401)
    expect(await current(out)).toMatchObject({ changed: 1, isUndoable: false })
  })
})

describe('the filters of accounts', () => {
  it('are time of creation, address, range, mail domain and what was written', async () => {
    await spam(2, { ip: '198.51.100.9' })
    await sql`update users set created_at = '2020-05-05T10:15:30Z', post_count = 7 where username = ${`${wave}_1`}`.execute(
      forum.db,
    )
    const q = `${wave}_`
    const accounts = async (query: Record<string, string>) => (await found({ q, ...query })).accounts
    expect(await accounts({ since: '2020-05-05T10:15', before: '2020-05-05T10:16' })).toBe(1)
    expect(await accounts({ since: '2020-05-05T12:15:31+02:00' })).toBe(1)
    expect(await accounts({ before: '2020-05-05' })).toBe(0)
    expect(await accounts({ ip: '198.51.100.0/24' })).toBe(2)
    expect(await accounts({ ip: '198.51.100.10' })).toBe(0)
    expect(await accounts({ mailDomain: `@${wave.toUpperCase()}.example` })).toBe(2)
    expect(await accounts({ mailDomain: 'example' })).toBe(0)
    expect(await accounts({ writtenMax: '2' })).toBe(1)
    for (const [name, value] of Object.entries({
      since: '2020-02-30',
      before: 'now',
      ip: '1.2.3.4/99',
      mailDomain: 'a%b',
      writtenMax: '-1',
    }))
      expect([name, (await found({ [name]: value })).code]).toEqual([name, 'invalid_filter'])
  })
})
