import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { expireEvents } from './events.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

const tell = (who: Client, event: unknown = 'pwa_use') => who.post('/api/analytics', { event })
const events = () =>
  forum.db
    .selectFrom('analytics_events')
    .select(['name', 'user_id as userId', 'user_agent as userAgent', 'ip'])
    .orderBy('id')
    .execute()

describe('the event pwa_use', () => {
  it('[CORE-7-007] is counted once per session, for guests and members, without an IP address', async () => {
    const guest = await forum.guest()
    const member = await forum.member('member_m')
    for (const who of [guest, guest, member]) {
      const response = await tell(who)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ success: true })
    }
    await Promise.all([tell(member), tell(member)])
    const seen = { name: 'pwa_use', userAgent: 'lightMyRequest', ip: null }
    expect(await events()).toEqual([
      { ...seen, userId: null },
      { ...seen, userId: stored(member.id) },
    ])
  })

  it.each(['pwa_hate', '', null, 'constructor'])('%j is refused', async (event) => {
    const before = await events()
    expect((await tell(await forum.guest(), event)).json()).toEqual(errors.badEvent)
    expect(await events()).toEqual(before)
  })

  it('is deleted after thirty days, for guests only', async () => {
    await forum.db.deleteFrom('analytics_events').execute()
    const [longAgo, lately, member] = [await forum.guest(), await forum.guest(), await forum.member('keen')]
    const tellAgo = async (who: Client, days: number) => {
      await tell(who)
      await sql`update analytics_events set created_at = now() - make_interval(days => ${days}), ip = '192.0.2.1'
        where id = (select max(id) from analytics_events)`.execute(forum.db)
    }
    await tellAgo(longAgo, 31)
    await tellAgo(lately, 29)
    await tellAgo(member, 31)
    await expireEvents(forum.db)
    const left = await events()
    expect(left.map(({ userId, ip }) => [userId, ip])).toEqual([
      [null, null],
      [stored(member.id), null],
    ])
  })
})
