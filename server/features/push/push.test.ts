import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startForum } from '../../../tests/support/forum.ts'
import { running, startPushing } from '../../../tests/support/pushing.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import { pushTask } from '../../core/notifications/push.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { welcomeNewMembers } from '../notifications/welcome.ts'
import { notifyOfAnnouncements } from '../posting/announcements.ts'
import { pushNotification } from './send.ts'

const { author, commenter, endpointsOf, forum, performJobs, service, subscribe, waitingJobs } =
  await startPushing()

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
    const [notification] = (await member.get('/api/notifications?render=page')).json().items
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
      postId: stored(post.id),
      deletedAs: 'mods',
      communityId: stored(communityId),
      addedBy: stored(commenter.id),
      badgeType: 'supporter',
    }
    await notifyMember(forum.db, stored(member.id), { type, ...facts } as Parameters<typeof notifyMember>[2])
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
    const admin = await forum.member('announcer', { isAdmin: true })
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
    await commenter.post('/api/_postVote', { postId: stored(post.id), up: true })
    await notifyMember(forum.db, stored(member.id), { type: 'denied_comm', body: 'No.' })
    expect((await member.get('/api/notifications?render=page')).json().items).toHaveLength(2)
    expect(await performJobs()).toEqual([])
    expect(browser.messages).toEqual([])
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
