import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { memberSorts } from '../../../contract/words.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { startMailServer } from '../../../tests/support/mailServer.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'

type Listed = OutputOf<'listMembers'>
type Changed = OutputOf<'changeMembers'>

let forum: Forum
let admin: Member
let mailServer: Awaited<ReturnType<typeof startMailServer>>

beforeAll(async () => {
  mailServer = await startMailServer()
  forum = await startForum(mailServer.environment)
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
  await forum.moderator('warden', 'birding')
})
afterAll(async () => {
  await forum.close()
  await mailServer.close()
})

const list = async (query = '') => (await admin.get(`/api/_admin/members${query}`)).json<Listed>()
const names = async (query: string) => (await list(query)).members.map(({ username }) => username)
const change = async (action: string, ...usernames: string[]) =>
  (await admin.post('/api/_admin/members', { action, usernames })).json<Changed>().results
const setAdmin = (who: Member, username: string, isAdmin: boolean) =>
  who.put(`/api/_admin/members/${username}/admin`, { isAdmin })
const logged = async () => {
  const { rows } = await sql<{ entry: string }>`
    select action || ' ' || users.username || case when is_public then '' else ' (private)' end as entry
    from moderation_log join users on users.id = user_id order by moderation_log.id`.execute(forum.db)
  return rows.map(({ entry }) => entry)
}

describe('the list of accounts', () => {
  it.each(memberSorts)('[ACC-7-070] ordered by %s has each account once, page by page', async (sort) => {
    await forum.db.deleteFrom('sessions').where('user_id', '<>', admin.id).execute()
    if ((await list()).members.length < 10) {
      await manyMembers(forum.db, 2 * limits.adminTableRows)
      // Many have equal sort keys.
      await sql`update users set post_count = id % 3, comment_count = id % 2,
        last_seen_at = date_trunc('day', now()) - (id % 4) * interval '1 hour' where not is_built_in`.execute(
        forum.db,
      )
    }
    const order = {
      new: sql`id desc`,
      old: sql`id`,
      seen: sql`last_seen_at desc, id desc`,
      name: sql`username_key`,
      posts: sql`post_count desc, id desc`,
      comments: sql`comment_count desc, id desc`,
    }[sort]
    const { rows } = await sql<{ username: string }>`
      select username from users where not is_built_in order by ${order}`.execute(forum.db)
    const read: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: Listed = await list(`?sort=${sort}&next=${next}`)
      read.push(...page.members.map(({ username }) => username))
      next = page.next
    }
    expect(read).toEqual(rows.map(({ username }) => username))
  })

  it('[ACC-7-071] is narrowed by state and role, also together', async () => {
    const [banned, gone, old] = [
      await forum.member('banned_one'),
      await forum.member('gone_one'),
      await forum.member('old_one'),
    ]
    await sql`update users set banned_at = now() where id = ${banned.id}`.execute(forum.db)
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    await sql`update users set created_at = now() - interval '8 days' where id = ${old.id}`.execute(forum.db)
    expect(await names('?state=banned')).toEqual(['banned_one'])
    expect(await names('?state=deleted')).toEqual(['gone_one'])
    expect(await names('?role=admin')).toEqual(['keeper'])
    expect(await names('?role=admin&state=banned')).toEqual([])
    expect(await names('?role=moderator&sort=name')).toEqual(['keeper', 'warden'])
    const found = async (query: string) =>
      (await names(`${query}&q=o`)).filter((name) => /^old_one$/.test(name))
    expect(await found('?state=active')).toEqual(['old_one'])
    expect(await found('?state=new')).toEqual([])
    expect(await found('?role=member')).toEqual(['old_one'])
  })

  it('[ACC-7-072] is searched by the beginning of a name, a whole email address and an IP address', async () => {
    const wren = await forum.member('wren_writes')
    await sql`update users set email = 'Wren_1@example.org', created_ip = '192.0.2.7',
      last_seen_ip = '::ffff:198.51.100.7' where id = ${wren.id}`.execute(forum.db)
    for (const q of ['@WREN_w', 'wren_1@Example.org', '192.0.2.7', '192.0.2.0/24', '198.51.100.7'])
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(['wren_writes'])
    for (const q of ['ren_writes', 'wrenx1@example.org', 'wren_1@example', '192.0.2.8', '%', "'"])
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual([])
  })

  it('costs two queries, with the session', async () => {
    expect(await countQueries(forum.database, () => list('?state=active&sort=seen'))).toBe(2)
  })
})

describe('changing several accounts', () => {
  it('[ACC-7-073] bans, logs out and records each, and reports what was not possible', async () => {
    const [one, two] = [await forum.member('loud_one'), await forum.member('loud_two')]
    const before = await logged()
    expect(await change('ban', 'Loud_One', 'loud_two', 'keeper', 'ghost', 'no_such_one', 'loud_one')).toEqual(
      [
        { username: 'loud_one', changed: true, refusal: null },
        { username: 'loud_two', changed: true, refusal: null },
        { username: 'keeper', changed: false, refusal: expect.objectContaining({ code: 'no_ban_admin' }) },
        { username: 'ghost', changed: false, refusal: expect.objectContaining({ code: 'user-deleted' }) },
        {
          username: 'no_such_one',
          changed: false,
          refusal: expect.objectContaining({ code: 'user_not_found' }),
        },
      ],
    )
    for (const banned of [one, two]) expect((await banned.get('/api/_user')).statusCode).toBe(401)
    expect((await change('ban', 'loud_one'))[0]).toMatchObject({ changed: false, refusal: null })
    expect(await change('unban', 'loud_one', 'loud_two')).toMatchObject([
      { changed: true },
      { changed: true },
    ])
    const after = (await logged()).slice(before.length)
    expect(after.toSorted()).toEqual([
      'ban_user loud_one',
      'ban_user loud_two',
      'unban_user loud_one',
      'unban_user loud_two',
    ])
    const guest = await forum.guest()
    const account = { username: 'loud_one', password: passwordOf('loud_one') }
    expect((await guest.post('/api/_login', account)).statusCode).toBe(200)
  })

  it('[ACC-7-074] logs out everywhere, except the session of the calling admin', async () => {
    const member = await forum.member('left_open')
    expect(await change('log_out', 'left_open', 'keeper')).toMatchObject([
      { changed: true },
      { changed: false },
    ])
    expect((await member.get('/api/_user')).statusCode).toBe(401)
    expect((await admin.get('/api/_user')).statusCode).toBe(200)
    expect((await logged()).at(-1)).toBe('log_out_user left_open (private)')
  })

  it('[ACC-7-075] confirms addresses, and mails links to confirmed ones only', async () => {
    const member = await forum.member('forgetful')
    await forum.member('no_address')
    await sql`update users set email = 'forgetful@example.org' where id = ${member.id}`.execute(forum.db)
    const refused = { changed: false, refusal: expect.objectContaining({ code: 'no_confirmed_email' }) }
    expect(await change('send_password_reset', 'forgetful', 'no_address')).toMatchObject([refused, refused])
    expect(await change('confirm_email', 'forgetful', 'no_address')).toMatchObject([
      { changed: true },
      { changed: false, refusal: { code: 'no_email' } },
    ])
    expect((await change('confirm_email', 'forgetful'))[0]).toMatchObject({ changed: false, refusal: null })
    expect(await change('send_password_reset', 'forgetful')).toMatchObject([{ changed: true }])
    const { rows } = await sql<{ payload: unknown }>`
      select payload from graphile_worker._private_jobs as jobs
      where payload->>'userId' = ${String(BigInt(member.id))}`.execute(forum.db)
    expect(rows).toEqual([{ payload: expect.objectContaining({ purpose: 'reset_password' }) }])
    expect((await logged()).slice(-2)).toEqual([
      'confirm_email forgetful (private)',
      'mail_password_reset forgetful (private)',
    ])
  })

  it.each([
    [{ action: 'ban', usernames: [] }],
    [
      {
        action: 'ban',
        usernames: Array.from({ length: limits.membersChangedMax + 1 }, (_, n) => `name_${n}`),
      },
    ],
    [{ action: 'ban', usernames: ['x'.repeat(22)] }],
    [{ action: 'ban' }],
  ])('refuses %j', async (body) => {
    expect((await admin.post('/api/_admin/members', body)).json()).toEqual(errors.invalidJson)
  })

  it('takes one statement for any number of changes', async () => {
    const many = (await names('?sort=old')).slice(-100)
    expect(many).toHaveLength(100)
    // begin, permission locks, rows, the changes, the log, commit; the session and the time of the write
    const queries = await countQueries(forum.database, () => change('ban', ...many))
    expect(queries).toBeLessThanOrEqual(8)
    expect(await countQueries(forum.database, () => change('unban', many[0] ?? ''))).toBeLessThanOrEqual(
      queries,
    )
    await change('unban', ...many)
  })
})

describe('admins', () => {
  it('[ACC-7-076] are made and dismissed by another admin who has just given the password', async () => {
    const helper = await forum.member('helper')
    await sql`update sessions set password_given_at = now() - interval '1 hour'`.execute(forum.db)
    expect((await setAdmin(admin, 'helper', true)).json()).toEqual(errors.passwordNeeded)
    expect((await helper.get('/api/_admin/members')).json()).toEqual(errors.notAdmin)
    await admin.post('/api/_password', { password: passwordOf('keeper') })
    expect((await setAdmin(admin, 'helper', true)).statusCode).toBe(200)
    expect((await helper.get('/api/_admin/members')).statusCode).toBe(200)
    expect((await setAdmin(admin, 'helper', true)).statusCode).toBe(200)
    expect((await setAdmin(admin, 'helper', false)).statusCode).toBe(200)
    expect((await helper.get('/api/_admin/members')).json()).toEqual(errors.notAdmin)
    expect((await logged()).slice(-2)).toEqual(['add_admin helper', 'remove_admin helper'])
  })

  it('[ACC-7-077] always remain: of two who dismiss themselves at the same time, one stays', async () => {
    const second = await forum.member('second', { isAdmin: true })
    await sql`update sessions set password_given_at = now()`.execute(forum.db)
    const answers = await Promise.all([setAdmin(admin, 'keeper', false), setAdmin(second, 'second', false)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toEqual(errors.lastAdmin)
    const { rows } = await sql`select from users where is_admin and not is_built_in`.execute(forum.db)
    expect(rows).toHaveLength(1)
  })
})
