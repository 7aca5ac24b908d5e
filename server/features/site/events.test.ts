import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

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
  it('[CORE-7-007] is counted once a session, for guests and members', async () => {
    const guest = await forum.guest()
    const member = await forum.member('member_m')
    for (const who of [guest, guest, member]) {
      const response = await tell(who)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ success: true })
    }
    await Promise.all([tell(member), tell(member)])
    const seen = { name: 'pwa_use', userAgent: 'lightMyRequest', ip: '127.0.0.1' }
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
})
