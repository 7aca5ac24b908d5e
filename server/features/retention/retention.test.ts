import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { parseConfig } from '../../config.ts'
import { isDatabaseDown } from '../../platform/database/connection.ts'
import { deleteOldRows } from './deleteOldRows.ts'

let forum: Forum
let member: Member
let admin: Member
let postId: string
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('admin_a', { isAdmin: true })
  await forum.community('birding', admin)
  member = await forum.member('wren_w')
  postId = stored((await forum.post(member, 'birding')).id)
})
afterAll(() => forum.close())
const days = {
  keepNotificationsDays: 30,
  keepVisitsDays: 30,
  keepAnalyticsDays: 30,
  keepAddressesDays: 30,
  keepLogsDays: 0,
}
const never = {
  keepNotificationsDays: 0,
  keepVisitsDays: 0,
  keepAnalyticsDays: 0,
  keepAddressesDays: 0,
  keepLogsDays: 0,
}
const run = (settings = days, signal = new AbortController().signal) =>
  deleteOldRows(forum.database.db, settings, signal)
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(forum.db)).rows[0]
    ?.n

describe('after its time', () => {
  const notify = (facts: { isNew: boolean; daysAgo: number }) =>
    sql`insert into notifications (user_id, type, badge_type, is_new, is_open, seen_at, created_at, updated_at)
      values (${stored(member.id)}, 'new_badge', 'supporter', ${facts.isNew}, false, ${facts.isNew ? null : new Date()},
        now() - make_interval(days => ${facts.daysAgo}::integer), now() - make_interval(days => ${facts.daysAgo}::integer))`.execute(
      forum.db,
    )
  beforeEach(async () => {
    await sql`delete from notifications`.execute(forum.db)
  })

  it.each([
    ['a notification that was seen goes', { isNew: false, daysAgo: 31 }, days, 0],
    ['one that was seen lately stays', { isNew: false, daysAgo: 29 }, days, 1],
    ['one that was not seen stays, and is counted', { isNew: true, daysAgo: 31 }, days, 1],
    ['nothing goes where it is to be kept forever', { isNew: false, daysAgo: 31 }, never, 1],
  ])('%s', async (_case, facts, settings, left) => {
    await notify(facts)
    await run(settings)
    expect(await count('notifications')).toBe(left)
  })

  it.each([
    [91, 0],
    [89, 1],
  ])('a decision of a moderator of %i days ago: %i stay, whatever the settings', async (daysAgo, left) => {
    await sql`delete from reviews`.execute(forum.db)
    await sql`insert into reviews (community_id, post_id, outcome, reviewed_by, reviewed_at)
      select community_id, id, 'kept', ${stored(member.id)}, now() - make_interval(days => ${daysAgo}::integer)
      from posts where id = ${postId}`.execute(forum.db)
    await run(never)
    expect(await count('reviews')).toBe(left)
  })

  it.each([
    [31, 0],
    [29, 1],
  ])('a visit of %i days ago: %i stay', async (daysAgo, left) => {
    await sql`delete from post_visits`.execute(forum.db)
    await sql`insert into post_visits (user_id, post_id, visited_at)
      values (${stored(member.id)}, ${postId}, now() - make_interval(days => ${daysAgo}::integer))`.execute(
      forum.db,
    )
    await run()
    expect(await count('post_visits')).toBe(left)
  })

  it.each([
    [31, null],
    [29, '192.0.2.1/32'],
  ])('each address that was used %i days ago is %s', async (daysAgo, address) => {
    const { db } = forum
    const then = sql`now() - make_interval(days => ${daysAgo}::integer)`
    const id = stored(member.id)
    await sql`update users set created_ip = '192.0.2.1', last_seen_ip = '192.0.2.1', created_at = ${then}, last_seen_at = ${then}
      where id = ${id}`.execute(db)
    await sql`update sessions set last_seen_ip = '192.0.2.1', last_seen_at = ${then} where user_id = ${id}`.execute(
      db,
    )
    await sql`delete from analytics_events`.execute(db)
    await sql`insert into analytics_events (name, session_id_hash, ip, created_at) values ('pwa_use', 's', '192.0.2.1', ${then})`.execute(
      db,
    )
    await sql`delete from applications`.execute(db)
    await sql`insert into applications (username, password_hash, created_ip, created_at)
      values ('applicant', 'x', '192.0.2.1', ${then})`.execute(db)
    await run({ ...days, keepAnalyticsDays: 0 })
    const { rows } = await sql<{ at: string; ip: string | null }>`
      select 'created' as at, created_ip::text as ip from users where id = ${id}
      union all select 'seen', last_seen_ip::text from users where id = ${id}
      union all select 'session', last_seen_ip::text from sessions where user_id = ${id}
      union all select 'event', ip::text from analytics_events
      union all select 'application', created_ip::text from applications`.execute(db)
    expect(rows).toEqual(
      ['created', 'seen', 'session', 'event', 'application'].map((at) => ({ at, ip: address })),
    )
  })

  it('the address at which an account was made goes, however often it is used since', async () => {
    await sql`update users set created_ip = '192.0.2.1', created_at = now() - interval '31 days', last_seen_at = now()
      where id = ${stored(member.id)}`.execute(forum.db)
    await run()
    const { rows } = await sql`select created_ip from users where id = ${stored(member.id)}`.execute(forum.db)
    expect(rows).toEqual([{ created_ip: null }])
  })

  it('addresses are kept for 90 days by default', () => {
    expect(parseConfig({}).keepAddressesDays).toBe(90)
  })

  it('logs are deleted if the site sets a number of days', async () => {
    await forum.db.deleteFrom('moderation_log').execute()
    await sql`insert into moderation_log (action, actor_id, acted_as, is_public, created_at)
      select 'pin', min(id), 'mods', true, now() - make_interval(days => age) from users, unnest(array[1, 29, 31]) as age
      group by age`.execute(forum.db)
    await sql`insert into setting_changes (name, changed_at)
      select 'siteName', now() - make_interval(days => age) from unnest(array[1, 31]) as age`.execute(
      forum.db,
    )
    await run()
    expect([await count('moderation_log'), await count('setting_changes')]).toEqual([3, 2])
    await run({ ...days, keepLogsDays: 30 })
    expect([await count('moderation_log'), await count('setting_changes')]).toEqual([2, 1])
  })

  it('answered appeals are deleted with the logs', async () => {
    await sql`insert into appeals (act, member_id, actor_id, acted_as, acted_at, body, created_at,
        outcome, answer, answered_by, answered_as, answered_at)
      select 'ban', ${stored(member.id)}, ${stored(admin.id)}, 'admins', now() - interval '50 days', text, now() - interval '40 days',
        case when age is not null then 'upheld' end, case when age is not null then 'No.' end,
        case when age is not null then ${stored(admin.id)}::bigint end, case when age is not null then 'admins' end,
        now() - make_interval(days => age)
      from (values ('open', null::integer), ('late', 29), ('old', 31)) as given (text, age)`.execute(forum.db)
    await run()
    expect(await count('appeals')).toBe(3)
    await run({ ...days, keepLogsDays: 30 })
    const left = await forum.db.selectFrom('appeals').select('body').orderBy('id').execute()
    expect(left.map(({ body }) => body)).toEqual(['open', 'late'])
  })

  it('each table is listed in the decision about growing tables', async () => {
    const decision = await readFile('docs/decisions/growing-tables.md', 'utf8')
    const tables = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`.execute(
      forum.db,
    )
    expect(tables.rows.length).toBeGreaterThan(50)
    expect(tables.rows.map(({ name }) => name).filter((name) => !decision.includes(`\`${name}\``))).toEqual(
      [],
    )
  })

  it('posts, comments, votes and the moderation log stay, however old they are', async () => {
    const kept = [
      'posts',
      'comments',
      'post_votes',
      'comment_votes',
      'moderation_log',
      'users',
      'site_statistics',
    ]
    await sql`update posts set created_at = '2000-01-01'`.execute(forum.db)
    await sql`update moderation_log set created_at = '2000-01-01'`.execute(forum.db)
    const before = await Promise.all(kept.map(count))
    await run()
    expect(await Promise.all(kept.map(count))).toEqual(before)
  })
})

describe('a large table', () => {
  const rows = 20_000
  /** The number of rows that each statement has deleted. */
  const batches = async () =>
    (await sql<{ n: number }>`select n from batches order by n desc`.execute(forum.db)).rows.map(({ n }) => n)
  beforeAll(async () => {
    await sql`create table batches (n integer, ended boolean)`.execute(forum.db)
    await sql`create function note_batch() returns trigger language plpgsql as $$ begin
      insert into batches select count(*), false from gone having count(*) > 0; return null; end $$`.execute(
      forum.db,
    )
    await sql`create trigger noted after delete on analytics_events referencing old table as gone
      for each statement execute function note_batch()`.execute(forum.db)
  })
  beforeEach(async () => {
    await sql`truncate batches, analytics_events`.execute(forum.db)
    await sql`insert into analytics_events (name, session_id_hash, user_id, user_agent, created_at)
      select 'pwa_use', sha256(n::text::bytea), ${stored(member.id)}, repeat('a', 60), now() - interval '40 days'
      from generate_series(1, ${sql.lit(rows)}) as n`.execute(forum.db)
  })

  it('is emptied in transactions of some thousand rows at most', async () => {
    await run()
    expect(await count('analytics_events')).toBe(0)
    const [largest = 0, ...others] = await batches()
    expect(largest).toBeLessThanOrEqual(3000)
    expect(others.length + 1).toBeGreaterThanOrEqual(rows / 3000)
  })

  it('is emptied without waiting for locked rows', async () => {
    const holder = await forum.database.pool.connect()
    await holder.query('begin')
    await holder.query(
      'select from analytics_events where id = (select min(id) from analytics_events) for update',
    )
    await run()
    expect(await count('analytics_events')).toBe(1)
    await holder.query('rollback')
    holder.release()
    await run()
    expect(await count('analytics_events')).toBe(0)
  })

  it('is emptied by two processes concurrently', async () => {
    await Promise.all([run(), run()])
    expect(await count('analytics_events')).toBe(0)
    expect((await batches()).reduce((sum, n) => sum + n, 0)).toBe(rows)
  })

  it('is emptied by the next run after a kill', async () => {
    await sql`create function end_after_three() returns trigger language plpgsql as $$ begin
      if (select count(*) from batches) = 3 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return null; end $$`.execute(forum.db)
    await sql`create trigger killed after delete on analytics_events
      for each statement execute function end_after_three()`.execute(forum.db)
    expect(await run().catch(isDatabaseDown)).toBe(true)
    const left = (await count('analytics_events')) ?? 0
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(rows)
    await sql`drop trigger killed on analytics_events`.execute(forum.db)
    // The pool may give the connection once more before it notices that it is gone; the queue tries again, too.
    await expect.poll(() => run().then(() => 'done', isDatabaseDown)).toBe('done')
    expect(await count('analytics_events')).toBe(0)
  })

  it('is left when the server stops', async () => {
    await run(days, AbortSignal.abort())
    expect(await count('analytics_events')).toBe(rows)
  })
})
