import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { passwordOf } from '../../../tests/support/forum.ts'
import { startPushing } from '../../../tests/support/pushing.ts'

const {
  author,
  commenter,
  endpointsOf,
  forum,
  performJobs,
  service,
  subscribe,
  subscriptionsOf,
  waitingJobs,
} = await startPushing()

describe('a subscription', () => {
  it('[ACC-7-013] [ACC-7-014] [ACC-3-025] is the subscription object of the browser; more keys do no harm', async () => {
    const member = await forum.member('subscriber_1')
    const { subscription } = service.browser()
    const response = await member.post('/api/push_subscriptions', { ...subscription, expirationTime: null })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true })
    expect(await endpointsOf(member)).toEqual([subscription.endpoint])
  })

  it('of a session replaces its previous one', async () => {
    const { member } = await author()
    const { subscription } = await subscribe(member)
    expect(await endpointsOf(member)).toEqual([subscription.endpoint])
  })

  it('exists once per session, and each gets the push', async () => {
    const { member, browser, comment } = await author()
    const elsewhere = await forum.guest()
    const { username } = member
    await elsewhere.post('/api/_login', { username, password: passwordOf(username) })
    const other = await subscribe(elsewhere)
    await comment()
    await performJobs()
    expect([browser.messages.length, other.messages.length]).toEqual([1, 1])
  })

  it('moves with the browser to the member who logs in there', async () => {
    const { member, browser, comment } = await author()
    const other = await forum.member('takes_over')
    await subscribe(other, browser)
    expect(await endpointsOf(member)).toEqual([])
    await comment()
    expect(await performJobs()).toEqual([])
    await forum.comment(commenter, await forum.post(other, 'birding'))
    await performJobs()
    expect(browser.messages).toHaveLength(1)
  })

  it('sent twice concurrently is stored once', async () => {
    const member = await forum.member('hasty_1')
    const other = await forum.member('hasty_2')
    const browser = service.browser()
    await Promise.all([subscribe(member, browser), subscribe(other, browser), subscribe(member, browser)])
    const all = [...(await endpointsOf(member)), ...(await endpointsOf(other))]
    expect(all).toEqual([browser.subscription.endpoint])
  })

  it('can be ended for this session only', async () => {
    const { member, comment } = await author()
    const elsewhere = await forum.guest()
    await elsewhere.post('/api/_login', { username: member.username, password: passwordOf(member.username) })
    const other = await subscribe(elsewhere)
    const response = await member.delete('/api/push_subscriptions')
    expect(response.json()).toEqual({ success: true })
    expect(await endpointsOf(member)).toEqual([other.subscription.endpoint])
    await comment()
    await performJobs()
    expect(other.messages).toHaveLength(1)
    expect((await member.delete('/api/push_subscriptions')).json()).toEqual({ success: true })
  })

  it('ends when its session does', async () => {
    const { member, comment } = await author()
    await member.post('/api/_login?action=logout')
    expect(await endpointsOf(member)).toEqual([])
    await comment()
    expect(await waitingJobs()).toEqual([])
  })

  it('ends with the account', async () => {
    const { member, browser } = await author()
    await member.delete(`/api/users/${member.username}`, { password: passwordOf(member.username) })
    const left = forum.db
      .selectFrom('push_subscriptions')
      .where('endpoint', '=', browser.subscription.endpoint)
      .selectAll()
    expect(await left.execute()).toEqual([])
  })

  it('stays when the session gets another id, as with a new password', async () => {
    const { member, browser } = await author()
    const response = await member.send({
      method: 'POST',
      url: '/api/_settings?action=changePassword',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({
        password: passwordOf(member.username),
        newPassword: 'another password',
        repeatPassword: 'another password',
      }),
    })
    expect(response.statusCode).toBe(200)
    expect(await endpointsOf(member)).toEqual([browser.subscription.endpoint])
  })

  const keys = { auth: 'a', p256dh: 'b' }
  it.each([
    ['no address', { endpoint: 'somewhere', keys }],
    ['an address of something else', { endpoint: 'file:///etc/passwd', keys }],
    ['an address without end', { endpoint: `https://push.example/${'x'.repeat(2048)}`, keys }],
    [
      'an address that is too long when written out',
      { endpoint: `https://push.example/${'ä'.repeat(1000)}`, keys },
    ],
    ['no keys', { endpoint: 'https://push.example/1' }],
    [
      'keys without end',
      { endpoint: 'https://push.example/1', keys: { auth: 'x'.repeat(201), p256dh: 'b' } },
    ],
    ['nothing', null],
  ])('is refused with %s', async (_case, body) => {
    expect((await commenter.post('/api/push_subscriptions', body)).json()).toEqual(errors.invalidJson)
  })
})

describe('a browser that cannot be reached', () => {
  it.each([404, 410])('is forgotten when its service answers %i', async (status) => {
    const { member, comment } = await author()
    await comment()
    service.answer(status)
    await performJobs()
    expect(await endpointsOf(member)).toEqual([])
    expect(await waitingJobs()).toEqual([])
  })

  it.each([429, 500, 302])('is tried again twice after %i', async (status) => {
    const { member, browser, comment } = await author()
    await comment()
    service.answer(status)
    await performJobs()
    expect(await waitingJobs()).toMatchObject([{ payload: { attempt: 2 }, seconds: 30 }])
    await performJobs()
    expect(await waitingJobs()).toMatchObject([{ payload: { attempt: 3 }, seconds: 120 }])
    await performJobs()
    expect(await waitingJobs()).toEqual([])
    expect(await subscriptionsOf(member)).toMatchObject([{ failing_since: expect.any(Date) }])
    // From now on without retries, until one succeeds.
    await comment()
    await performJobs()
    expect(await waitingJobs()).toEqual([])
    service.answer(201)
    await comment()
    await performJobs()
    expect(browser.messages).toHaveLength(1)
    expect(await subscriptionsOf(member)).toMatchObject([{ failing_since: null }])
  })

  it('does not send the message to the others again', async () => {
    const { member, browser, comment } = await author()
    const elsewhere = await forum.guest()
    await elsewhere.post('/api/_login', { username: member.username, password: passwordOf(member.username) })
    const lost = service.browser()
    const endpoint = 'http://127.0.0.2:1/nobody'
    await elsewhere.post('/api/push_subscriptions', { ...lost.subscription, endpoint })
    await sql`update push_subscriptions set endpoint = replace(endpoint, ':1/', ${`:${new URL(service.origin).port}/`})`.execute(
      forum.db,
    )
    await comment()
    await performJobs()
    expect(await waitingJobs()).toHaveLength(1)
    await performJobs()
    expect(browser.messages).toHaveLength(1)
  })

  it('is deleted after three days', async () => {
    const { member, comment } = await author()
    service.answer(500)
    await comment()
    await performJobs()
    await sql`update push_subscriptions set failing_since = now() - interval '73 hours'`.execute(forum.db)
    await comment()
    await performJobs()
    expect(await endpointsOf(member)).toEqual([])
  })

  it('is deleted when its keys are invalid', async () => {
    const { member, browser, comment } = await author()
    const { endpoint } = browser.subscription
    await member.post('/api/push_subscriptions', { endpoint, keys: { auth: 'short', p256dh: 'no point' } })
    await comment()
    await performJobs()
    expect(await endpointsOf(member)).toEqual([])
  })

  it('is deleted when its endpoint is in the internal network', async () => {
    const { member, browser, comment } = await author()
    await comment()
    await performJobs({ config: { ...forum.config, linkAllowedNetworks: [] } })
    expect(browser.messages).toEqual([])
    expect(await endpointsOf(member)).toEqual([])
  })
})
