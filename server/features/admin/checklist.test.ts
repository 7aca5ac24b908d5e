import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
})
afterAll(() => forum.close())

const checklist = async () => (await admin.get('/api/_admin/checklist')).json()
const tick = async (item: string) => (await admin.post('/api/_admin/checklist', { item })).json()
const isShownTo = async (who: Member) => (await who.get('/api/_initial')).json().showsChecklist

// [ACC-7-085]
it('has nothing done on a new site', async () => {
  expect(await checklist()).toEqual({
    setup: false,
    community: false,
    rules: false,
    contact: false,
    mail: 'off',
    backup: false,
    others: false,
    dismissed: false,
  })
})

it('follows the state of the site', async () => {
  await forum.community('first_one')
  await forum.member('neighbour')
  expect(await checklist()).toMatchObject({ community: true, others: true, setup: false })
})

it('knows that backups are made: every day, or one by hand', async () => {
  const backup = async () => (await checklist()).backup
  await forum.db
    .insertInto('backups')
    .values({ name: 'one', reason: 'manual', state: 'failed', failure: 'full' })
    .execute()
  expect(await backup()).toBe(false)
  await forum.db
    .updateTable('backups')
    .set({ state: 'made', failure: null, finished_at: new Date() })
    .execute()
  expect(await backup()).toBe(true)
  await forum.db.deleteFrom('backups').execute()
  expect(await backup()).toBe(false)
  await admin.put('/api/_admin/settings', { changes: [{ name: 'dailyBackups', value: true }] })
  await expect.poll(backup).toBe(true)
})

it('knows when the site says who runs it', async () => {
  await admin.put('/api/_admin/settings', { changes: [{ name: 'providerName', value: 'Moss Society' }] })
  await expect.poll(async () => (await checklist()).contact).toBe(true)
})

it('knows that mail works once someone has opened a mailed link', async () => {
  const mailing = await startForum({
    SMTP_URL: 'smtp://127.0.0.1:1',
    SITE_URL: 'https://forum.example.org',
    MAIL_FROM: 'forum@example.org',
  })
  try {
    const keeper = await mailing.member('the_keeper', { isAdmin: true })
    const mail = async () => (await keeper.get('/api/_admin/checklist')).json().mail
    expect(await mail()).toBe('untried')
    await mailing.db
      .updateTable('users')
      .set({ email: 'keeper@example.org', email_confirmed_at: new Date() })
      .where('id', '=', keeper.id)
      .execute()
    expect(await mail()).toBe('works')
  } finally {
    await mailing.close()
  }
})

it('ticks the name once it is the site’s own, however it was set', async () => {
  const set = (name: string, value: string | null) =>
    admin.put('/api/_admin/settings', { changes: [{ name, value }] })
  const isSetUp = async () => (await admin.get('/api/_admin/checklist')).json().setup
  expect(await isSetUp()).toBe(false)
  await set('siteName', 'Riverside')
  await expect.poll(isSetUp).toBe(true)
  await set('siteName', null)
  await expect.poll(isSetUp).toBe(false)
})

// [ACC-7-086]
it('ticks an item once, however often it is ticked, and for all admins', async () => {
  expect(await tick('setup')).toMatchObject({ setup: true, rules: false })
  expect(await tick('setup')).toMatchObject({ setup: true })
  const { checklist: stored } = await forum.db
    .selectFrom('site_settings')
    .select('checklist')
    .executeTakeFirstOrThrow()
  expect(stored).toEqual(['setup'])
  const other = await forum.member('other_admin', { isAdmin: true })
  expect((await other.get('/api/_admin/checklist')).json()).toMatchObject({ setup: true })
})

// [ACC-7-087]
it('is shown to admins only, until one of them removes it', async () => {
  const member = await forum.member('someone')
  expect([await isShownTo(admin), await isShownTo(member)]).toEqual([true, false])
  await tick('dismissed')
  await expect.poll(() => isShownTo(admin)).toBe(false)
})
