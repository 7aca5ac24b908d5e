import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EditedReportReason, SettingChange } from '../../../contract/entities/setting.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let forum: Forum
let admin: Member
let reporter: Member
let post: PostFacts
const original = ['Breaks community rules', 'Copyright violation', 'Spam', 'Pornography']

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('ada_admin', { isAdmin: true })
  reporter = await forum.member('rio_reporter')
  await forum.community('birding')
})
afterAll(() => forum.close())
beforeEach(async () => {
  post = await forum.post(admin, 'birding')
  await sql`delete from reports`.execute(forum.db)
  await sql`delete from report_reasons where id > 4`.execute(forum.db)
  await sql`update report_reasons set position = id, is_hidden = false, title = (${original}::text[])[id]`.execute(
    forum.db,
  )
  await sql`delete from setting_changes`.execute(forum.db)
})

const path = '/api/_admin/report_reasons'
type Given = Partial<EditedReportReason> & { title: string }
const change = (reasons: readonly Given[], by = admin) => by.put(path, { reasons })
const list = async () => (await admin.get(path)).json<{ reasons: EditedReportReason[] }>().reasons
const offered = async () =>
  (await reporter.get('/api/_initial'))
    .json<{ reportReasons: { title: string }[] }>()
    .reportReasons.map(({ title }) => title)
const report = (reason: number) => reporter.post('/api/_report', { type: 'post', targetId: post.id, reason })

describe('the reasons for reports', () => {
  it('[ACC-2-096] are added, changed and put in an order', async () => {
    const [rules, copyright, ...others] = await list()
    if (!rules || !copyright) throw new Error('There are four reasons.')
    const response = await change([
      { title: ' Not about birds ', description: 'Planes are welcome elsewhere.' },
      copyright,
      { ...rules, title: 'Breaks the rules' },
      ...others,
    ])
    expect(response.statusCode).toBe(200)
    expect(await offered()).toEqual([
      'Not about birds',
      'Copyright violation',
      'Breaks the rules',
      'Spam',
      'Pornography',
    ])
    const [added] = await list()
    expect(added).toMatchObject({ description: 'Planes are welcome elsewhere.', isDeletable: true })
    expect((await report(added?.id ?? 0)).statusCode).toBe(200)
  })

  it('[ACC-2-096] are hidden when they are missing and other programs know them, and still accepted by their numbers', async () => {
    const [first] = await list()
    await change(first ? [first] : [])
    expect(await offered()).toEqual(original.slice(0, 1))
    expect((await list()).map(({ id, isHidden }) => [id, isHidden])).toEqual([
      [1, false],
      [2, true],
      [3, true],
      [4, true],
    ])
    expect((await report(3)).statusCode).toBe(200)
  })

  it('[ACC-2-096] are deleted when they are missing and no report uses them, otherwise hidden', async () => {
    const before = await list()
    await change([...before, { title: 'Used' }, { title: 'Unused' }])
    const used = (await list()).find(({ title }) => title === 'Used')
    await report(used?.id ?? 0)
    await change(before)
    expect((await list()).map(({ title }) => title)).toEqual([...original, 'Used'])
    expect((await list()).at(-1)).toMatchObject({ title: 'Used', isHidden: true, isDeletable: false })
  })

  it('that are being deleted are unknown to a waiting report', async () => {
    const before = await list()
    await change([...before, { title: 'Short-lived' }])
    const id = (await list()).at(-1)?.id ?? 0
    const { answer } = await forum.db.transaction().execute(async (trx) => {
      await sql`delete from report_reasons where id = ${id}`.execute(trx)
      const answer = report(id)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      return { answer }
    })
    expect((await answer).json()).toEqual(errors.invalidReportReason)
  })

  it.each<[string, Given[], string]>([
    ['no reason', [], 'reportReasons must offer at least one.'],
    ['only hidden ones', [{ title: 'Spam', isHidden: true }], 'reportReasons must offer at least one.'],
    ['an empty title', [{ title: ' ' }], 'reportReasons has a title that must not be empty.'],
    [
      'a title that is too long',
      [{ title: 'x'.repeat(101) }],
      'reportReasons has a title that must have 100 characters at most.',
    ],
    [
      'a description that is too long',
      [{ title: 'x', description: 'x'.repeat(501) }],
      'reportReasons has a description that must have 500 characters at most.',
    ],
    ['a number of no reason', [{ id: 99, title: 'x' }], 'reportReasons has no number 99.'],
    ['a number of any size', [{ id: 1e300, title: 'x' }], 'reportReasons has no number 1e+300.'],
    [
      'a number twice',
      [
        { id: 3, title: 'x' },
        { id: 3, title: 'y' },
      ],
      'reportReasons must not have a number twice.',
    ],
    [
      'too many',
      Array(limits.reportReasonsMax + 1).fill({ title: 'x' }),
      `reportReasons must be ${limits.reportReasonsMax} at most.`,
    ],
    [
      'too many with those that stay hidden',
      Array(limits.reportReasonsMax).fill({ title: 'x' }),
      `reportReasons must be ${limits.reportReasonsMax} at most, with those that are hidden because reports name them.`,
    ],
  ])('refuse %s, and stay as they are', async (_what, reasons, message) => {
    expect((await change(reasons)).json()).toEqual({ status: 400, code: 'invalid_setting', message })
    expect(await offered()).toEqual(original)
    expect((await sql`select from setting_changes`.execute(forum.db)).rows).toEqual([])
  })

  it('are for admins', async () => {
    expect((await change([{ title: 'Mine' }], reporter)).json()).toEqual(errors.notAdmin)
    expect((await reporter.get(path)).json()).toEqual(errors.notAdmin)
    expect(await offered()).toEqual(original)
  })

  it('are in the log of changes only when they change', async () => {
    const reasons = await list()
    await change(reasons)
    await change(reasons.map((reason) => ({ ...reason, isHidden: reason.id > 2 })))
    const log = (await admin.get('/api/_admin/setting_changes')).json<{ changes: SettingChange[] }>().changes
    expect(log).toMatchObject([
      {
        name: 'reportReasons',
        before: original,
        after: ['Breaks community rules', 'Copyright violation', 'Spam [hidden]', 'Pornography [hidden]'],
        changedBy: 'ada_admin',
      },
    ])
  })
})
