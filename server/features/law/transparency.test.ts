import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lawEndpoints } from '../../../contract/endpoints/law.ts'
import type { Transparency } from '../../../contract/entities/transparency.ts'
import { errors } from '../../../contract/errors.ts'
import { type Call, describeAuthorization } from '../../../tests/support/authorization.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { describeRefusals } from '../../../tests/support/refusals.ts'
import { tasks } from '../../tasks.ts'
import { countModerationDays, countsOfDays } from './countDays.ts'
import { getTransparency } from './transparency.ts'

let forum: Forum
let admin: Member
let author: Member
let reader: Member
let post: PostFacts
beforeAll(async () => {
  forum = await startForum({ KEEP_LOGS_DAYS: '30' })
  admin = await forum.member('keeper', { isAdmin: true })
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  await forum.community('birding', admin)
})
afterAll(() => forum.close())
beforeEach(async () => {
  for (const table of ['notices', 'appeals', 'moderation_log', 'report_counts', 'moderation_days'])
    await sql`delete from ${sql.table(table)}`.execute(forum.db)
  post = await forum.post(author, 'birding')
})

const count = (signal = new AbortController().signal) => countModerationDays(forum.database.db, signal)
const read = async (year?: number) =>
  (
    await admin.get(`/api/_admin/law/transparency${year === undefined ? '' : `?year=${year}`}`)
  ).json<Transparency>()
const numberOf = async (label: string, { year, section }: { year?: number; section?: string } = {}) => {
  const { rows } = await read(year)
  return rows.find((row) => row.label === label && (section === undefined || row.section === section))?.number
}
const today = () => new Date().toISOString().slice(0, 10)
const thisYear = () => Number(today().slice(0, 4))
const log = (days: number, entry: { action: string; as?: string; details?: object }) =>
  sql`insert into moderation_log (action, actor_id, acted_as, is_public, details, created_at)
    values (${entry.action}, ${admin.id}, ${entry.as ?? 'mods'}, true, ${JSON.stringify(entry.details ?? {})}::jsonb,
      now() - make_interval(days => ${days}::integer))`.execute(forum.db)
/** Some minutes after the day began, so that what belongs together is of one day at any hour. */
const todayAt = (minutes: number) =>
  sql`date_trunc('day', now(), 'UTC') + make_interval(mins => ${minutes}::integer)`
/** The middle of a day some years ago. */
const yearsAgo = (years: number) => `${thisYear() - years}-06-15 12:00Z`
const logAt = (at: string, action: string) =>
  sql`insert into moderation_log (action, actor_id, acted_as, is_public, created_at)
    values (${action}, ${admin.id}, 'mods', true, ${at})`.execute(forum.db)
const storedDays = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from moderation_days`.execute(forum.db)).rows[0]?.n

describe('the counts of a year', () => {
  it('are of what was done by whom, from the first moment', async () => {
    await admin.delete(`/api/posts/${post.publicId}?deleteAs=admins`)
    await log(0, { action: 'remove_comment', as: 'mods' })
    await log(0, { action: 'remove_comment', as: 'mods' })
    expect(await numberOf('Comments removed, by moderators')).toBe(2)
    expect(await numberOf('Posts removed, by admins')).toBe(1)
    expect(await numberOf('Posts locked')).toBe(0)
  })

  it('name the kinds of bans, what bans removed, and rules', async () => {
    await log(0, { action: 'ban_from_community', details: { kind: 'posting', rule: 'Be kind' } })
    await log(0, {
      action: 'ban_user_with_content',
      as: 'admins',
      details: { kind: 'reading', noPosts: 3, noComments: 4 },
    })
    await log(0, { action: 'lock_post', details: { rule: 'Be kind' } })
    expect(await numberOf('Community bans (posting), by moderators')).toBe(1)
    expect(await numberOf('Site bans with content removed (everything, including reading), by admins')).toBe(
      1,
    )
    expect(await numberOf('Posts and comments removed together with a ban, by admins')).toBe(7)
    expect(await numberOf('Be kind', { section: 'Actions by rule' })).toBe(2)
    expect(await numberOf('No rule given')).toBe(1)
  })

  it('have what led to removals, locks and bans', async () => {
    const other = await forum.post(author, 'birding')
    await reader.post('/api/_report', { type: 'post', reason: 1, targetId: other.id })
    await admin.delete(`/api/posts/${other.publicId}?deleteAs=admins`)
    await admin.put(`/api/posts/${post.publicId}?action=lock&lockAs=admins`)
    await log(0, { action: 'ban_user', as: 'admins', details: { basis: 'notice' } })
    await log(0, { action: 'ban_user', as: 'admins' })
    const { rows } = await read()
    expect(
      rows
        .filter(({ section }) => section.startsWith('Why content'))
        .map(({ label, number }) => [label, number]),
    ).toEqual([
      ['A notice to the admins', 1],
      ['Reports by members', 1],
      ['Our own initiative', 1],
      ['Automation rules', 0],
      ['Not recorded', 1],
    ])
  })

  it('have the reports that were filed, and what was decided about them', async () => {
    const other = await forum.post(author, 'birding')
    const report = ({ id }: PostFacts) =>
      reader.post('/api/_report', { type: 'post', reason: 1, targetId: id })
    for (const one of [post, other]) expect((await report(one)).statusCode).toBe(200)
    await admin.delete(`/api/posts/${post.publicId}?deleteAs=admins`)
    expect(await numberOf('Filed', { section: 'Reports by members' })).toBe(2)
    expect(await numberOf('Accepted: removed')).toBe(1)
    expect(await numberOf('No action taken')).toBe(0)
  })

  it('have appeals, and the median time to their answers', async () => {
    await sql`insert into appeals (act, member_id, actor_id, acted_as, acted_at, body, created_at,
        outcome, answer, answered_by, answered_as, answered_at)
      select 'ban', ${author.id}::bigint, ${admin.id}::bigint, 'admins', now(), 'Why?', now() - make_interval(mins => minutes),
        outcome, 'So.', ${admin.id}::bigint, 'admins', now()
      from (values (10, 'upheld'), (30, 'overturned'), (400, 'upheld')) as given (minutes, outcome)`.execute(
      forum.db,
    )
    expect(await numberOf('Accepted')).toBe(1)
    expect(await numberOf('Declined')).toBe(2)
    const { rows } = await read()
    expect(rows.find(({ label }) => label === 'Median time to an answer')).toMatchObject({ number: 30 })
  })

  it('have notices of unlawful content, decisions and complaints', async () => {
    await sql`insert into notices (kind, subject, address, body, due_at, received_at, act, reasons, decided_by, decided_at,
        complaint, complained_at, second_act, second_reasons, second_decided_by, second_decided_at)
      values ('unlawful', 'post', '/birding', 'A notice', ${todayAt(300)}, ${todayAt(100)}, 'remove', 'So.', ${admin.id}, ${todayAt(220)},
          'Why?', ${todayAt(240)}, 'keep', 'So.', ${admin.id}, ${todayAt(300)}),
        ('rules', 'user', '/@rio', 'Another', ${todayAt(0)}, ${todayAt(0)}, null, null, null, null, null, null, null, null, null, null)`.execute(
      forum.db,
    )
    const { rows } = await read()
    const notices = rows.filter(({ section }) => section === 'Notices to the admins')
    expect(notices.filter(({ number }) => number !== 0).map(({ label, number }) => [label, number])).toEqual([
      ['Received: illegal content', 1],
      ['Received: against the rules', 1],
      ['Decided: removed', 1],
      ['Median time to a decision', 120],
      ['Complaints about decisions', 1],
      ['Complaints: decision upheld', 1],
      ['Median time to answer a complaint', 60],
    ])
  })

  it('end with the year, in UTC', async () => {
    await logAt(`${thisYear() - 1}-12-31 23:59:59Z`, 'remove_post')
    await logAt(`${thisYear()}-01-01 00:00:00Z`, 'lock_post')
    await count()
    const before = await read(thisYear() - 1)
    expect(before).toMatchObject({ firstDay: `${thisYear() - 1}-12-31`, lastDay: `${thisYear() - 1}-12-31` })
    expect(await numberOf('Posts removed, by moderators', { year: thisYear() - 1 })).toBe(1)
    expect(await numberOf('Posts locked', { year: thisYear() - 1 })).toBe(0)
    expect(await numberOf('Posts locked, by moderators')).toBe(1)
    expect((await read()).years).toEqual([thisYear(), thisYear() - 1])
  })

  it('are read with two statements', async () => {
    await log(3, { action: 'remove_post' })
    await count()
    expect(
      await countQueries(forum.database, () => getTransparency(forum.database.db, undefined, 'en')),
    ).toBe(2)
  })

  it('are a file, too, in which no label is a formula', async () => {
    await log(0, { action: 'remove_post', details: { rule: '=1+1' } })
    const answer = await admin.get(`/api/_admin/law/transparency.csv?year=${thisYear()}`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="transparency.csv"')
    const lines = answer.body.split('\r\n')
    expect(lines[0]).toBe('\ufefffirst_day,last_day,section,what,number,unit')
    expect(lines).toContain(`${today()},${today()},Actions by rule,'=1+1,1,count`)
  })
})

describe('counting days', () => {
  it('keeps the counts of old years when the log is deleted', async () => {
    await logAt(yearsAgo(2), 'remove_post')
    await logAt(yearsAgo(1), 'lock_comment')
    const task = tasks.find(({ name }) => name === 'delete_old_rows')
    await task?.perform({ ...forum, db: forum.database.db }, {}, new AbortController().signal)
    const left = await forum.db.selectFrom('moderation_log').select('id').execute()
    expect(left).toEqual([])
    expect(await numberOf('Posts removed, by moderators', { year: thisYear() - 2 })).toBe(1)
    expect(await numberOf('Comments locked, by moderators', { year: thisYear() - 1 })).toBe(1)
  })

  it('counts each day once, however often and by however many it runs', async () => {
    await log(40, { action: 'remove_post' })
    await log(2, { action: 'remove_post' })
    await sql`insert into report_counts (event, count, happened_at) values ('filed', 5, now() - interval '3 days')`.execute(
      forum.db,
    )
    await Promise.all([count(), count(), count()])
    const days = await storedDays()
    expect(days).toBeGreaterThanOrEqual(39)
    await count()
    expect(await storedDays()).toBe(days)
    const [year, month, day] = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10).split('-')
    const perYear = await Promise.all((await read()).years.map((one) => read(one)))
    const total = (label: string) =>
      perYear.reduce((sum, { rows }) => sum + (rows.find((row) => row.label === label)?.number ?? 0), 0)
    expect(total('Posts removed, by moderators')).toBe(2)
    expect(total('Filed')).toBe(5)
    expect(perYear.at(-1)?.firstDay).toBe(`${year}-${month}-${day}`)
    expect(await sql`select from report_counts`.execute(forum.db)).toMatchObject({ rows: [] })
  })

  it('leaves today for later', async () => {
    await log(2, { action: 'remove_post' })
    await log(0, { action: 'remove_post' })
    await count()
    const { rows } = await sql<{ isOver: boolean }>`
      select max(day) < (now() at time zone 'UTC')::date as "isOver" from moderation_days`.execute(forum.db)
    expect(rows).toEqual([{ isOver: true }])
  })

  it('adds reports that were noted too late to the next day', async () => {
    await log(3, { action: 'remove_post' })
    await count()
    await sql`insert into report_counts (event, happened_at) values ('filed', now() - interval '3 days')`.execute(
      forum.db,
    )
    expect(await numberOf('Filed', { section: 'Reports by members' })).toBe(1)
  })

  it('stops when the server does, and goes on later', async () => {
    await log(100, { action: 'remove_post' })
    await count(AbortSignal.abort())
    expect(await storedDays()).toBe(0)
    await count()
    expect(await storedDays()).toBeGreaterThanOrEqual(99)
  })

  it('runs at the start and every day', () => {
    expect(tasks.find(({ name }) => name === 'count_moderation_days')).toMatchObject({
      schedule: '6 1 * * *',
      atStart: true,
    })
  })
})

const calls: Record<string, Call> = {
  getTransparency: (who) => who.get('/api/_admin/law/transparency'),
  getLawDocuments: (who) => who.get('/api/_admin/law/documents'),
}

describe('permission to see them', () => {
  describeAuthorization({
    endpoints: lawEndpoints,
    table: `
                       guest  banned  member  author  elsewhere  moderator  admin
      getTransparency    401     403     403     403        403        403    200
      getLawDocuments    401     403     403     403        403        403    200
    `,
    calls,
  })

  it.each(['transparency.csv', 'risk-assessment.md', 'records-of-processing.md'])(
    'is that of the page for %s',
    async (name) => {
      const file = `/api/_admin/law/${name}`
      expect((await (await forum.guest()).get(file)).statusCode).toBe(401)
      expect((await author.get(file)).json()).toEqual(errors.notAdmin)
      expect((await admin.get(file)).statusCode).toBe(200)
    },
  )
})

describe('their language', () => {
  it.each([
    ['/api/_admin/law/transparency', 'the page'],
    ['/api/_admin/law/transparency.csv', 'the file'],
  ])('is that of the reader in %s', async (path) => {
    const headers = { ...admin.headers(), 'accept-language': 'de' }
    const { body } = await forum.app.inject({ method: 'GET', url: path, headers })
    expect(body).toContain('Entfernte Beiträge')
  })
})

describe('refusals', () => {
  describeRefusals(lawEndpoints, {
    getTransparency: {
      invalidYear: ({ admin }) => admin.get('/api/_admin/law/transparency?year=1999'),
    },
    getLawDocuments: {},
  })

  it.each(['last', '20260', '-1', '3000', '2026.5'])('year=%s is refused', async (year) => {
    expect((await admin.get(`/api/_admin/law/transparency?year=${year}`)).json()).toEqual(errors.invalidYear)
  })
})

describe('the counts of some days among many notices', () => {
  it('read those of these days by an index', async () => {
    const { db } = forum
    await sql`insert into notices (kind, subject, address, body, due_at, received_at, act, reasons, decided_at)
      select 'unlawful', 'post', '/a', 'b', now(), now() - n * interval '1 hour', 'keep', 'c', now() - n * interval '50 minutes'
      from generate_series(1, 20000) n`.execute(db)
    await sql`analyze notices`.execute(db)
    const day = sql`(now() at time zone 'UTC')::date`
    const { rows } = await sql<
      Record<string, string>
    >`explain ${countsOfDays(sql`(select ${day})`, day)}`.execute(db)
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    expect(plan).not.toContain('Seq Scan on notices')
    expect(plan).toContain('notices_by_receipt')
  })
})
