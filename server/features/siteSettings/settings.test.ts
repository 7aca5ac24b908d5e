import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Setting, SettingChange } from '../../../contract/entities/setting.ts'
import { errors } from '../../../contract/errors.ts'
import { settingNames } from '../../../contract/siteSettings.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'
import { type LiveSettings, watchSettings } from '../../core/settings/live.ts'
import { type DatabaseWatch, watchDatabase } from '../../platform/database/watch.ts'

let forum: Forum
let admin: Member
let member: Member
/** Simulates another process with its own memory. */
let other: FastifyInstance
let otherWatch: DatabaseWatch
let otherSettings: LiveSettings

beforeAll(async () => {
  // An hour, so that a stale cache for guests would fail the test.
  forum = await startForum({ DOCS_URL: 'https://docs.example.org', GUEST_CACHE_SECONDS: '3600' })
  admin = await forum.member('ada_admin', { isAdmin: true })
  member = await forum.member('mo_member')
  otherWatch = await watchDatabase(forum.connection, () => {})
  otherSettings = await watchSettings(otherWatch, forum.config.locked)
  other = await createApp({
    ...forum,
    db: forum.database.db,
    liveSettings: otherSettings,
    watch: otherWatch,
  })
})
afterAll(async () => {
  await other.close()
  await otherWatch.close()
  await forum.close()
})
beforeEach(async () => {
  await sql`delete from setting_values`.execute(forum.db)
  await sql`delete from setting_changes`.execute(forum.db)
  for (const settings of [forum.liveSettings, otherSettings]) await settings.refresh()
})

const path = '/api/_admin/settings'
const change = (changes: Record<string, unknown>, by: Member = admin) =>
  by.put(path, { changes: Object.entries(changes).map(([name, value]) => ({ name, value })) })
const list = async () => (await admin.get(path)).json<{ settings: Setting[] }>().settings
const setting = async (name: string) => (await list()).find((one) => one.name === name)
const log = async () =>
  (await admin.get('/api/_admin/setting_changes')).json<{ changes: SettingChange[] }>().changes
const nameIn = async (app: FastifyInstance) => (await app.inject('/manifest.json')).json().name

describe('the settings of the site', () => {
  it('are listed with their values, defaults, and the variable that locks them', async () => {
    expect((await list()).map(({ name }) => name)).toEqual(settingNames)
    expect(await setting('siteName')).toEqual({
      name: 'siteName',
      group: 'site',
      value: 'Folkmoot',
      default: 'Folkmoot',
      lockedBy: null,
      changedAt: null,
      changedBy: null,
    })
    expect(await setting('docsUrl')).toMatchObject({
      value: 'https://docs.example.org/',
      default: '',
      lockedBy: 'DOCS_URL',
    })
    expect(await setting('aboutCommunities')).toMatchObject({ value: [] })
    expect(await setting('postsPerDay')).toMatchObject({ group: 'limits', value: 70 })
  })

  it('are in force when the change is answered, and show who changed them', async () => {
    const response = await change({ siteName: '  Riverside Allotments ', mediaPostPoints: 5 })
    expect(response.json()).toMatchObject({
      settings: [
        { name: 'siteName', value: 'Riverside Allotments' },
        { name: 'mediaPostPoints', value: 5 },
      ],
    })
    expect(await nameIn(forum.app)).toBe('Riverside Allotments')
    expect((await member.get('/api/_initial')).json()).toMatchObject({ linkPostSubmitReqPoints: 5 })
    expect(await setting('siteName')).toMatchObject({
      value: 'Riverside Allotments',
      changedBy: 'ada_admin',
      changedAt: expect.any(String),
    })
  })

  it('[ACC-2-095] are in force in every process, also in cached answers for guests', async () => {
    const points = async () => (await other.inject('/api/_initial')).json().linkPostSubmitReqPoints
    expect(await points()).toBe(0)
    await change({ siteName: 'Riverside', mediaPostPoints: 7 })
    await expect.poll(() => nameIn(other)).toBe('Riverside')
    expect(await points()).toBe(7)
  })

  it('arrive although the notification is lost', { tags: ['long'] }, async () => {
    await sql`insert into setting_values (name, value) values ('siteName', '"Quiet"')`.execute(forum.db)
    await sql`insert into setting_changes (name, after) values ('siteName', '"Quiet"')`.execute(forum.db)
    await expect.poll(() => nameIn(other)).toBe('Quiet')
  })

  it('can be listed by group', async () => {
    const { settings } = (await admin.get(`${path}?group=limits`)).json<{ settings: Setting[] }>()
    expect(new Set(settings.map(({ group }) => group))).toEqual(new Set(['limits']))
  })

  it('cost no query to read', async () => {
    await change({ siteName: 'Riverside' })
    expect(await countQueries(forum.database, () => forum.app.inject('/manifest.json'))).toBe(0)
  })

  it('can be reset to their default', async () => {
    await change({ siteName: 'Riverside', imagesPerPost: 3 })
    await change({ siteName: null })
    expect(await nameIn(forum.app)).toBe('Folkmoot')
    expect(await setting('siteName')).toMatchObject({ changedAt: null, changedBy: null })
    expect(await setting('imagesPerPost')).toMatchObject({ value: 3 })
  })

  it.each([
    ['siteName', '', 'siteName must not be empty.'],
    ['siteName', 'x'.repeat(61), 'siteName must have 60 characters at most.'],
    ['siteName', 'two\nlines', 'siteName must be a single line.'],
    ['siteName', 7, 'siteName must be a text.'],
    ['contactEmail', 'nobody', 'contactEmail must be an email address.'],
    ['sourceUrl', 'javascript:alert(1)', 'sourceUrl must be a URL that starts with http:// or https://.'],
    [
      'defaultFeedSort',
      'best',
      'defaultFeedSort must be one of hot, activity, latest, day, week, month, year, all.',
    ],
    [
      'defaultFeedSort',
      'toString',
      'defaultFeedSort must be one of hot, activity, latest, day, week, month, year, all.',
    ],
    ['imagePosts', 'on', 'imagePosts must be on or off.'],
    ['imagesPerPost', 0, 'imagesPerPost must be a whole number from 1 to 100.'],
    ['imagesPerPost', 1.5, 'imagesPerPost must be a whole number from 1 to 100.'],
    ['aboutCommunities', ['ok_name', 'no name'], 'aboutCommunities must be the name of a community.'],
    ['aboutCommunities', Array(21).fill('meta'), 'aboutCommunities must have 20 entries at most.'],
    ['postsPerDay', 0, 'postsPerDay must be a whole number from 1 to 1000000.'],
  ])('refuse %s = %j and name the reason; nothing of the change is stored', async (name, value, message) => {
    const response = await change({ siteDescription: 'Changed', [name]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ status: 400, code: 'invalid_setting', message })
    expect(await setting('siteDescription')).toMatchObject({ changedAt: null })
    expect(await log()).toEqual([])
  })

  it('[ACC-2-094] cannot be changed if an environment variable sets them', async () => {
    const response = await change({ siteName: 'Riverside', docsUrl: 'https://elsewhere.example.org' })
    expect(response.json()).toEqual({
      status: 409,
      code: 'setting_locked',
      message: 'docsUrl is set by the environment variable DOCS_URL.',
    })
    expect(await nameIn(forum.app)).toBe('Folkmoot')
  })

  it.each(['motto', '__proto__', 'toString', ''])('do not include %j', async (name) => {
    const response = await admin.put(path, { changes: [{ name, value: 1 }] })
    expect(response.json()).toEqual({
      status: 404,
      code: 'unknown_setting',
      message: `There is no setting “${name}”.`,
    })
  })

  it('are for admins', async () => {
    expect((await change({ siteName: 'Mine' }, member)).json()).toEqual(errors.notAdmin)
    expect(await nameIn(forum.app)).toBe('Folkmoot')
    for (const url of [path, '/api/_admin/setting_changes'])
      expect((await member.get(url)).json()).toEqual(errors.notAdmin)
  })

  it('stored by another version of the program are ignored if invalid', async () => {
    await sql`insert into setting_values (name, value) values ('motto', '"x"'), ('imagesPerPost', '"many"')`.execute(
      forum.db,
    )
    await change({ siteName: 'Riverside' })
    expect(await setting('imagesPerPost')).toMatchObject({ value: 10 })
    expect((await admin.get('/api/_initial')).json()).toMatchObject({ imagesPerPost: 10 })
  })
})

describe('the log of changes', () => {
  it('[ACC-2-097] has old and new value, admin and time, the latest first', async () => {
    await change({ siteName: 'Riverside', imagesPerPost: 3 })
    await change({ siteName: 'Riverside', imagesPerPost: null })
    expect(await log()).toEqual([
      {
        name: 'imagesPerPost',
        before: 3,
        after: null,
        changedAt: expect.any(String),
        changedBy: 'ada_admin',
        fromCommandLine: false,
      },
      expect.objectContaining({ name: 'imagesPerPost', before: null, after: 3 }),
      expect.objectContaining({ name: 'siteName', before: null, after: 'Riverside' }),
    ])
  })

  it('is read in pages', async () => {
    await sql`insert into setting_changes (name, after) select 'imagesPerPost', to_jsonb(n)
      from generate_series(1, 51) as n`.execute(forum.db)
    const first = (await admin.get('/api/_admin/setting_changes')).json()
    expect(first.changes).toHaveLength(50)
    const second = (await admin.get(`/api/_admin/setting_changes?next=${first.next}`)).json()
    expect(second).toMatchObject({ changes: [{ after: 1, fromCommandLine: true }], next: null })
    expect((await admin.get('/api/_admin/setting_changes?next=x')).json()).toEqual(errors.invalidCursor)
  })

  it('and the moderation log have one entry for two concurrent equal changes', async () => {
    await Promise.all([change({ siteName: 'One' }), change({ siteName: 'Other' })])
    const [last, first] = await log()
    expect(last?.before).toBe(first?.after)
    expect(await nameIn(forum.app)).toBe(last?.after)
  })
})

describe('a rate limit', () => {
  it('applies as soon as it is changed, also to already refused clients', async () => {
    const limited = await startForum({ RATE_LIMITS: 'on' })
    try {
      const boss = await limited.member('boss', { isAdmin: true })
      const joiner = await limited.member('joiner')
      const join = async () => (await joiner.post('/api/_joinCommunity', { communityId: '999' })).statusCode
      await change({ joinPerSecond: 1000, joinPerHour: 1 }, boss)
      expect(await join()).toBe(404)
      expect(await join()).toBe(429)
      await change({ joinPerHour: 3 }, boss)
      expect(await join()).toBe(404)
      expect(await join()).toBe(429)
      expect((await change({ rateLimits: false }, boss)).json()).toMatchObject({ code: 'setting_locked' })
    } finally {
      await limited.close()
    }
  })
})
