import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { type PushedBrowser, type PushService, startPushService } from '../../../tests/support/pushService.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { pushTask } from '../../core/notifications/push.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { welcomeNewMembers } from '../notifications/welcome.ts'
import { notifyOfAnnouncements } from '../posting/announcements.ts'
import { pushNotification } from './send.ts'

let service: PushService
let forum: Forum
let commenter: Member
beforeAll(async () => {
  service = await startPushService()
  forum = await startForum(service.environment)
  await forum.community('birding')
  commenter = await forum.member('commenter')
})
beforeEach(async () => {
  service.answer(201)
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
})
afterAll(async () => {
  await forum.close()
  await service.close()
})

const running = () => new AbortController().signal
const subscribe = async (who: Client, browser: PushedBrowser = service.browser()) => {
  const response = await who.post('/api/push_subscriptions', browser.subscription)
  expect(response.json()).toEqual({ success: true })
  return browser
}

let made = 0
/** A member with a post and a subscribed browser. */
async function author() {
  const member = await forum.member(`author_${++made}`)
  const post = await forum.post(member, 'birding')
  return { member, post, browser: await subscribe(member), comment: () => forum.comment(commenter, post) }
}

interface Job {
  payload: { notificationId: string; attempt?: number }
  seconds: number
}

const waitingJobs = async (): Promise<Job[]> => {
  const { rows } = await sql<Job>`
    select payload, round(extract(epoch from run_at - now()))::integer as seconds from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${pushTask}
    order by jobs.id`.execute(forum.db)
  return rows
}

/** Runs all jobs, also those that are not due yet. */
async function performJobs(given: Partial<Forum> = {}): Promise<Job[]> {
  const jobs = await waitingJobs()
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  for (const { payload } of jobs) await pushNotification({ ...forum, ...given }, payload, running())
  return jobs
}

const subscriptionsOf = async (member: Member) => {
  const { rows } = await sql<{ endpoint: string; failing_since: Date | null }>`
    select endpoint, failing_since from push_subscriptions join sessions on id_hash = session_id_hash
    where user_id = ${member.id} order by push_subscriptions.created_at`.execute(forum.db)
  return rows
}
const endpointsOf = async (member: Member) => (await subscriptionsOf(member)).map(({ endpoint }) => endpoint)

describe('a push', () => {
  it('is sent encrypted by the job queue', async () => {
    const { member, browser, comment } = await author()
    const jobs = await startJobs(
      forum.connection,
      forum,
      [{ name: pushTask, perform: pushNotification }],
      () => {},
    )
    const arrives = browser.next()
    await comment()
    const { data, headers } = await arrives
    await jobs.stop()
    const [notification] = (await member.get('/api/notifications')).json().items
    expect(data).toEqual({
      id: notification.id,
      type: 'new_comment',
      notif: null,
      seen: false,
      seenAt: null,
      createdAt: notification.createdAt,
    })
    expect(headers).toMatchObject({
      ttl: '30',
      topic: String(notification.id),
      'content-encoding': 'aes128gcm',
    })
  })

  it.each([15, 17, 32])('reaches one whose authentication secret has %i bytes', async (authBytes) => {
    const { member, comment } = await author()
    const browser = await subscribe(member, service.browser({ authBytes }))
    await comment()
    await performJobs()
    expect(browser.messages).toMatchObject([{ data: { type: 'new_comment' } }])
    expect(await endpointsOf(member)).toEqual([browser.subscription.endpoint])
  })

  it('is signed with the key that browsers get', async () => {
    const { browser, comment } = await author()
    await comment()
    await performJobs()
    const [, token = '', key = ''] =
      /^vapid t=(\S+), k=(\S+)$/.exec(browser.messages[0]?.headers.authorization ?? '') ?? []
    const { vapidPublicKey } = (await (await forum.guest()).get('/api/_initial')).json()
    expect(key).toBe(vapidPublicKey)
    const point = Buffer.from(key, 'base64url')
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const [header = '', claims = '', signature = ''] = token.split('.')
    const signed = Buffer.from(`${header}.${claims}`)
    const proof = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
    expect(verify('sha256', signed, proof, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: service.origin,
      sub: 'mailto:owner@forum.example',
    })
  })

  it('is sent once for several events before it was sent, and again for later ones', async () => {
    const { browser, comment } = await author()
    await comment()
    await comment()
    await performJobs()
    expect(browser.messages).toHaveLength(1)
    await comment()
    await performJobs()
    const [first, second] = browser.messages
    expect(second?.headers.topic).toBe(first?.headers.topic)
  })

  it('is not sent without a subscription, or if the notification was already seen', async () => {
    const unreachable = await forum.member('unreachable')
    await forum.comment(commenter, await forum.post(unreachable, 'birding'))
    expect(await waitingJobs()).toEqual([])
    const { member, browser, comment } = await author()
    await comment()
    await member.post('/api/notifications?action=markAllAsSeen&type=')
    await performJobs()
    expect(browser.messages).toEqual([])
  })

  it('is not sent to an expired session', async () => {
    const { member, browser, comment } = await author()
    await comment()
    await sql`update sessions set expires_at = now() where user_id = ${member.id}`.execute(forum.db)
    await performJobs()
    expect(browser.messages).toEqual([])
  })

  it.each(['deleted_post', 'mod_add', 'new_badge'] as const)('is sent of %s', async (type) => {
    const { member, post, browser } = await author()
    const { id: communityId } = (await member.get('/api/communities/birding?byName=true')).json()
    const facts = {
      postId: post.id,
      deletedAs: 'mods',
      communityId,
      addedBy: commenter.id,
      badgeType: 'supporter',
    }
    await notifyMember(forum.db, member.id, { type, ...facts } as Parameters<typeof notifyMember>[2])
    await performJobs()
    expect(browser.messages.map(({ data }) => data)).toMatchObject([{ type }])
  })

  it('is sent of replies', async () => {
    const { member, post, browser } = await author()
    const own = await forum.comment(member, post)
    await forum.comment(commenter, post, 'A reply.', own.id)
    await performJobs()
    expect(browser.messages.map(({ data }) => data)).toMatchObject([{ type: 'comment_reply' }])
  })

  it('is sent of announcements', async () => {
    const { post, browser } = await author()
    const admin = await forum.member(`announcer_${made}`, { isAdmin: true })
    await admin.put(`/api/posts/${post.publicId}?action=announce`)
    await notifyOfAnnouncements(forum.db, { signal: running() })
    await performJobs()
    expect(browser.messages.map(({ data }) => data)).toMatchObject([{ type: 'announcement' }])
  })

  it('is sent of greetings', async () => {
    const { member, browser } = await author()
    await sql`update users set created_at = now() - interval '7 hours' where id = ${member.id}`.execute(
      forum.db,
    )
    await welcomeNewMembers(forum.db, { community: 'birding', signal: running() })
    await performJobs()
    expect(browser.messages.map(({ data }) => data)).toMatchObject([{ type: 'welcome' }])
  })

  it('is never sent of votes and denied requests', async () => {
    const { member, post, browser } = await author()
    await commenter.post('/api/_postVote', { postId: post.id, up: true })
    await notifyMember(forum.db, member.id, { type: 'denied_comm', body: 'No.' })
    expect((await member.get('/api/notifications')).json().items).toHaveLength(2)
    expect(await performJobs()).toEqual([])
    expect(browser.messages).toEqual([])
  })
})

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
    const other = await forum.member(`takes_over_${made}`)
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

describe('a site whose owner names no contact', () => {
  it('gives browsers no key and sends nothing', async () => {
    const silent = await startForum()
    try {
      expect((await (await silent.guest()).get('/api/_initial')).json().vapidPublicKey).toBe('')
    } finally {
      await silent.close()
    }
    const { browser, comment } = await author()
    await comment()
    await performJobs({
      config: { ...forum.config, pushContact: '' },
      settings: { ...forum.settings, contactEmail: '' },
    })
    expect(browser.messages).toEqual([])
  })

  it('otherwise keeps the key over restarts', async () => {
    const keyOf = async () => (await (await forum.guest()).get('/api/_initial')).json().vapidPublicKey
    expect(await keyOf()).toBe(await keyOf())
    expect(Buffer.from(await keyOf(), 'base64url')).toHaveLength(65)
  })
})
