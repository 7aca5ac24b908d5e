import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { countNotices } from './countNotices.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }

describe('the counts of notices', () => {
  it('are zero where there is none', async () => {
    expect(await countNotices(forum.db, year)).toEqual({
      total: 0,
      byKind: {},
      bySubject: {},
      byAct: {},
      undecided: 0,
      medianHours: null,
      complaints: { total: 0, declined: 0, accepted: 0, medianHours: null },
    })
  })

  it('are of those that were received in the period, by kind, subject and act, with median times', async () => {
    await sql`insert into notices (kind, subject, address, body, due_at, received_at, act, reasons, decided_at,
        complaint, complained_at, second_act, second_reasons, second_decided_at)
      select kind, subject, '/a', 'b', now(), at, act, case when act is not null then 'c' end, at + hours * interval '1 hour',
        case when second is not null then 'd' end, case when second is not null then at + interval '5 days' end,
        nullif(second, 'open'), case when second <> 'open' then 'e' end,
        case when second <> 'open' then at + interval '6 days' end
      from (values ('unlawful', 'post', '2026-01-01 00:00Z'::timestamptz, 'keep', 2, null),
        ('unlawful', 'post', '2026-05-01 00:00Z', 'keep', 4, 'keep'),
        ('unlawful', 'comment', '2026-05-01 00:00Z', 'remove', 6, 'erase'),
        ('unlawful', 'comment', '2026-05-01 00:00Z', 'lock', 60, 'open'),
        ('rules', 'user', '2026-12-31 23:59Z', null, null, null),
        ('rules', 'user', '2027-01-01 00:00Z', 'ban', 1, null),
        ('rules', 'user', '2025-12-31 23:59Z', 'ban', 1, null)) as given (kind, subject, at, act, hours, second)`.execute(
      forum.db,
    )
    expect(await countNotices(forum.db, year)).toEqual({
      total: 5,
      byKind: { unlawful: 4, rules: 1 },
      bySubject: { post: 2, comment: 2, user: 1 },
      byAct: { keep: 2, remove: 1, lock: 1 },
      undecided: 1,
      medianHours: 5,
      complaints: { total: 3, declined: 1, accepted: 1, medianHours: 24 },
    })
  })
})
