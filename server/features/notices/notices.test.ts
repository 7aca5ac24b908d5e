import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Notice, SentNotice } from '../../../contract/entities/notice.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { type ModeratorPermission, moderatorPermissions } from '../../../contract/words.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import type { Client, Member } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { given } from '../../../tests/support/notices.ts'
import { bannedFromReading, type Scene, startScene } from '../../../tests/support/scene.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { mailNotice, noticeMailTask } from './mail.ts'
import { watchNotices } from './overdue.ts'

let server: MailServer
let scene: Scene
beforeAll(async () => {
  server = await startMailServer()
  scene = await startScene(server.environment)
})
beforeEach(async () => {
  await sql`delete from notices`.execute(scene.forum.db)
  await sql`delete from mailed_addresses`.execute(scene.forum.db)
  await takeMails()
})
afterAll(async () => {
  await scene.forum.close()
  await server.close()
})

/** Runs the jobs in the queue. @returns the mails. */
async function takeMails(): Promise<{ to: string[]; source: string; path: string }[]> {
  server.mails.length = 0
  const { rows } = await sql<{ payload: unknown }>`
    with job as (delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = ${noticeMailTask} returning payload)
    select payload from job`.execute(scene.forum.db)
  for (const { payload } of rows) await mailNotice(scene.forum, payload)
  return server.mails.map(({ to, source }) => ({
    to,
    source,
    path: /http:\/\/forum\.example(\/notice\/\d+\?key=\w+)/.exec(source)?.[1] ?? '',
  }))
}
type Sent = OutputOf<'sendNotice'>
const send = async (who: Client, more: object = {}) =>
  (await who.post('/api/notices', given(await scene.post(), more))).json<Sent>()
const read = async (who: Client, { number, key }: Sent) =>
  (await who.get(`/api/notices/${number}${key ? `?key=${key}` : ''}`)).json<SentNotice>()
const decide = (number: number, body: object, who: Client = scene.admin) =>
  who.put(`/api/notices/${number}`, { reasons: 'It is an insult.', ...body })
const list = async (filter = 'open') =>
  (await scene.admin.get(`/api/notices?filter=${filter}`)).json<OutputOf<'listNotices'>>()
const notified = async (who: Member) =>
  (await who.get('/api/notifications?render=page')).json<{ items: Notification[] }>().items

describe('a notice of a guest', () => {
  it('is received, with a number, a secret link, a mail, and a notification to the admins', async () => {
    const post = await scene.post()
    const answer = await scene.guest.post('/api/notices', given(post, { text: 'It insults me.' }))
    const sent = answer.json<Sent>()
    expect(sent).toEqual({ number: expect.any(Number), key: expect.stringMatching(/^\w{40}$/) })
    const [mail, ...others] = await takeMails()
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['gerda@mail.example'])
    expect(mail?.source).toContain(`received your notice ${sent.number}`)
    // Or else anyone could have any text mailed to any address.
    expect(mail?.source).not.toContain('It insults me.')
    for (const path of [mail?.path ?? '', `/notice/${sent.number}?key=${sent.key}`])
      expect((await scene.guest.get(`/api${path.replace('notice', 'notices')}`)).json()).toMatchObject({
        number: sent.number,
        kind: 'unlawful',
        subject: 'post',
        address: `/birding/post/${post.publicId}`,
        ground: 'Criminal Code § 185',
        country: 'Germany',
        text: 'It insults me.',
        isOpen: true,
        decision: null,
        mayComplain: false,
      })
    const [notification] = await notified(scene.admin)
    expect(notification).toMatchObject({
      type: 'notice',
      title: `New notice ${sent.number} about a post`,
      toURL: '/admin/notices',
    })
  })

  it('is listed for admins with who sent it, what it is about, and its deadline', async () => {
    const { number } = await send(scene.guest)
    const { items, ...counts } = await list()
    expect(counts).toEqual({ noOpen: 1, noOverdue: 0, next: null })
    expect(items).toMatchObject([
      {
        number,
        subject: 'post',
        title: expect.any(String),
        member: { username: 'wren_writes' },
        community: { name: 'birding' },
        reporter: { username: null, name: 'Gerda Guest', email: 'gerda@mail.example' },
        acts: ['keep', 'lock', 'remove', 'erase', 'ban', 'other'],
      },
    ])
    const [{ receivedAt, dueAt }] = items as [Notice]
    expect(Date.parse(dueAt) - Date.parse(receivedAt)).toBe(7 * 86_400_000)
  })

  it('needs no name and address if it is about the sexual abuse of children', async () => {
    const sent = await send(scene.guest, { name: '', email: '', isChildAbuse: true })
    expect(sent.key).not.toBeNull()
    expect((await list()).items).toMatchObject([{ isChildAbuse: true, reporter: null }])
    expect(await takeMails()).toEqual([])
  })

  it('is stored once a day, with a new key for who sends it again', async () => {
    const body = given(await scene.post())
    const answers = await Promise.all([1, 2].map(() => scene.guest.post('/api/notices', body)))
    const again = (await scene.guest.post('/api/notices', body)).json<Sent>()
    expect(answers.map((answer) => answer.json<Sent>().number)).toEqual([again.number, again.number])
    expect((await read(scene.guest, again)).number).toBe(again.number)
    expect((await list()).noOpen).toBe(1)
    await sql`update notices set received_at = now() - interval '25 hours'`.execute(scene.forum.db)
    await scene.guest.post('/api/notices', body)
    expect((await list()).noOpen).toBe(2)
  })

  it('is not stored in the clear with where it came from, and after a day not at all', async () => {
    await send(scene.guest)
    await sql`update notices set received_at = now() - interval '25 hours'`.execute(scene.forum.db)
    await watchNotices(scene.forum.db)
    const { rows } = await sql<{ all: string; sent_hash: Buffer | null }>`
      select notices::text as all, sent_hash from notices`.execute(scene.forum.db)
    expect(rows[0]?.sent_hash).toBeNull()
    expect(rows[0]?.all).not.toContain('127.0.0.1')
  })

  it.each([
    ['a wrong key', (sent: Sent) => `/api/notices/${sent.number}?key=${'a'.repeat(40)}`],
    ['no key', (sent: Sent) => `/api/notices/${sent.number}`],
    ['an empty key', (sent: Sent) => `/api/notices/${sent.number}?key=`],
    ['the key of another', (sent: Sent) => `/api/notices/${sent.number + 1}?key=${sent.key}`],
  ])('is not shown with %s', async (_what, path) => {
    const sent = await send(scene.guest)
    await send(scene.guest)
    expect((await scene.guest.get(path(sent))).json()).toEqual(errors.noticeNotFound)
    expect((await scene.author.get(path(sent))).json()).toEqual(errors.noticeNotFound)
  })
})

describe('what the sender cannot see', () => {
  const isUnknown = async (who: Client, address: string) =>
    expect((await who.post('/api/notices', given({ publicId: '' }, { address }))).json()).toEqual(
      errors.noticeSubjectNotFound,
    )

  it('is answered as what does not exist', async () => {
    const removed = await scene.post()
    await scene.moderator.delete(`/api/posts/${removed.publicId}?deleteAs=mods`)
    const { id, post } = await scene.comment()
    await scene.author.delete(`/api/posts/${post.publicId}/comments/${id}`)
    for (const address of [
      `/birding/post/${removed.publicId}`,
      `/birding/post/${post.publicId}/${id}`,
      '/birding/post/nothere0',
      `/birding/post/${removed.publicId}/${(await scene.comment()).id}`,
      '/@nobody_here',
      '/@ghost',
      '/no_such_place',
    ])
      await isUnknown(scene.guest, address)
  })

  it('is what a ban from reading withholds, and messages of others', async () => {
    const { publicId } = await scene.post()
    await bannedFromReading(scene, async (banned) => {
      await isUnknown(banned, `/birding/post/${publicId}`)
      await isUnknown(banned, '/birding')
    })
    const conversation = (
      await scene.member.post('/api/modmail', {
        communityId: await scene.birding(),
        subject: 'Hello',
        text: 'You fools.',
      })
    ).json<{ id: number }>()
    const { rows } = await sql<{ id: string }>`select id from modmail_messages order by id desc`.execute(
      scene.forum.db,
    )
    const address = `/modmail?conversation=${conversation.id}#message-${rows[0]?.id}`
    for (const who of [scene.guest, scene.author, scene.elsewhere]) await isUnknown(who, address)
    await isUnknown(scene.member, address.replace(`=${conversation.id}#`, `=${conversation.id + 1}#`))
    const body = { address, reason: 3, text: 'Insults.' }
    expect((await scene.elsewhere.post('/api/notices/rules', body)).json()).toEqual(
      errors.noticeSubjectNotFound,
    )
    await withPermissions(scene.moderator, ['content'], async () => {
      expect((await scene.moderator.post('/api/notices/rules', body)).json()).toEqual(
        errors.noticeSubjectNotFound,
      )
    })
    expect((await scene.moderator.post('/api/notices/rules', body)).statusCode).toBe(200)
    expect((await list()).items).toMatchObject([
      {
        kind: 'rules',
        subject: 'message',
        title: 'You fools.',
        member: { username: 'member_m' },
        ground: 'Spam',
      },
    ])
  })

  it('is shown as people read it, not as Markdown', async () => {
    const post = await scene.post()
    const { id } = await scene.forum.comment(scene.author, post, '**You** [fools](https://a.example).')
    await send(scene.guest, { address: `/birding/post/${post.publicId}/${id}` })
    expect((await list()).items).toMatchObject([{ subject: 'comment', title: 'You fools.' }])
  })

  it('is everything for guests of a private forum: their notices are all accepted alike', async () => {
    const post = await scene.post()
    await changeSettings(scene.admin, { privateForum: true })
    try {
      for (const address of [`/birding/post/${post.publicId}`, '/birding/post/nothere0']) {
        const sent = await send(scene.guest, { address })
        expect(await read(scene.guest, sent)).toMatchObject({ subject: 'post', address, decision: null })
      }
      const { items } = await list()
      expect(items.map(({ title }) => title)).toEqual([expect.any(String), null])
      expect(items[1]?.acts).toEqual(['keep', 'other'])
    } finally {
      await changeSettings(scene.admin, { privateForum: false })
    }
  })
})

async function withPermissions(
  who: Member,
  permissions: ModeratorPermission[],
  act: () => Promise<void>,
): Promise<void> {
  const set = (to: readonly ModeratorPermission[]) =>
    sql`update moderators set permissions = ${to} where user_id = ${stored(who.id)}`.execute(scene.forum.db)
  await set(permissions)
  try {
    await act()
  } finally {
    await set(moderatorPermissions)
  }
}

describe('a decision', () => {
  it('to keep changes nothing, and is mailed with its reasons, redress and a link', async () => {
    const sent = await send(scene.guest)
    const first = await takeMails()
    const answer = await decide(sent.number, { act: 'keep', reasons: 'An opinion is lawful.' })
    expect(answer.json()).toMatchObject({
      isOpen: false,
      acts: [],
      decision: { act: 'keep', reasons: 'An opinion is lawful.', by: 'the_admin' },
    })
    const [mail] = await takeMails()
    expect(mail?.source).toContain('An opinion is lawful.')
    expect(mail?.source).toContain('No action was taken on the post')
    expect(mail?.source).toMatch(/contest this decision until .* court/s)
    expect(await read(scene.guest, sent)).toMatchObject({
      isOpen: false,
      mayComplain: true,
      decision: { act: 'keep', reasons: 'An opinion is lawful.', decidedAt: expect.any(String) },
    })
    expect(JSON.stringify(await read(scene.guest, sent))).not.toContain('the_admin')
    // The newer link replaces the one in the mail before.
    const statusOf = async (path = '') =>
      (await scene.guest.get(`/api${path.replace('notice', 'notices')}`)).statusCode
    expect(await statusOf(mail?.path)).toBe(200)
    expect(await statusOf(first[0]?.path)).toBe(404)
  })

  it.each([
    ['remove', 'remove_post', /Your post .* has been removed by the admins/],
    ['erase', 'erase_post', /Your post .* has been removed by the admins/],
  ])('to %s does it, logs it, and gives the author the reasons', async (act, action, title) => {
    const post = await scene.post()
    const { number } = (await scene.guest.post('/api/notices', given(post))).json<Sent>()
    await decide(number, { act, reasons: 'Insults {{author}}.' })
    const log =
      await sql`select action, acted_as, reason from moderation_log order by id desc limit 1`.execute(
        scene.forum.db,
      )
    expect(log.rows).toEqual([{ action, acted_as: 'admins', reason: 'Insults the author.' }])
    const [notification] = await notified(scene.author)
    expect(notification?.title).toMatch(title)
    expect(notification?.body).toContain('Reason: Insults @wren_writes.')
    expect(notification?.body).toContain('after a notice')
    expect((await list('decided')).items).toMatchObject([
      { number, decision: { act, reasons: 'Insults the author.' } },
    ])
  })

  it('to lock a comment prevents replies', async () => {
    const { id, post } = await scene.comment()
    const { number } = (
      await scene.guest.post('/api/notices', given(post, { address: `/birding/post/${post.publicId}/${id}` }))
    ).json<Sent>()
    await decide(number, { act: 'lock' })
    const reply = await scene.member.post(`/api/posts/${post.publicId}/comments`, {
      body: 'But',
      parentCommentId: id,
    })
    expect(reply.statusCode).toBe(403)
  })

  it('to ban bans who it is about, with kind and end', async () => {
    const rude = await scene.forum.member('rude_one')
    const sent = await send(scene.guest, { address: '/@rude_one' })
    await decide(sent.number, { act: 'ban', banKind: 'posting', expires: '2999-01-01T00:00:00Z' })
    const { rows } =
      await sql`select kind, reason, expires_at from site_bans where user_id = ${rude.id}`.execute(
        scene.forum.db,
      )
    expect(rows).toEqual([
      { kind: 'posting', reason: 'It is an insult.', expires_at: new Date('2999-01-01T00:00:00Z') },
    ])
    expect((await notified(rude))[0]?.body).toContain('after a notice')
  })

  it('is made once, also by two admins at the same time, and what the second did is undone', async () => {
    const second = await scene.forum.member('second_admin', { isAdmin: true })
    const post = await scene.post()
    const { number } = (await scene.guest.post('/api/notices', given(post))).json<Sent>()
    const answers = await Promise.all([
      decide(number, { act: 'keep' }),
      decide(number, { act: 'remove' }, second),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const { items } = await list('decided')
    const row = await scene.forum.db
      .selectFrom('posts')
      .where('public_id', '=', post.publicId)
      .select('deleted_at')
      .executeTakeFirstOrThrow()
    expect(row.deleted_at === null).toBe(items[0]?.decision?.act === 'keep')
  })

  it('refuses what does not fit the subject', async () => {
    const sent = await send(scene.guest, { address: '/birding' })
    for (const act of ['remove', 'erase', 'lock', 'ban'])
      expect((await decide(sent.number, { act })).json()).toEqual(errors.invalidNoticeDecision)
    expect((await decide(sent.number, { act: 'other' })).statusCode).toBe(200)
  })

  it('of an admin about their own text is for another one, unless there is none', async () => {
    const alone = await startScene()
    try {
      const post = await alone.forum.post(alone.admin, 'birding')
      const noticeOf = async () => (await alone.guest.post('/api/notices', given(post))).json<Sent>().number
      const answer = (number: number) =>
        alone.admin.put(`/api/notices/${number}`, { act: 'keep', reasons: 'Fine.' })
      const [first, second] = [await noticeOf(), await noticeOf()]
      await alone.forum.db
        .updateTable('users')
        .set({ is_admin: false })
        .where('username', '!=', 'the_admin')
        .execute()
      expect((await answer(first)).statusCode).toBe(200)
      await alone.forum.member('second_admin', { isAdmin: true })
      expect((await answer(second)).json()).toEqual(errors.ownNotice)
    } finally {
      await alone.forum.close()
    }
  })
})

describe('a complaint', () => {
  it('opens the notice again, with a new deadline; another admin decides, and the sender is mailed', async () => {
    const sent = await send(scene.guest)
    await decide(sent.number, { act: 'keep' })
    await takeMails()
    const path = `/api/notices/${sent.number}/complaint`
    const complaint = { key: sent.key, text: 'You did not read it.' }
    expect((await scene.guest.post(path, complaint)).json()).toMatchObject({
      isOpen: true,
      mayComplain: false,
      complaint: 'You did not read it.',
    })
    const [first] = await notified(scene.admin)
    expect((await scene.guest.post(path, complaint)).json()).toMatchObject({
      isOpen: true,
      complaint: 'You did not read it.',
    })
    expect((await scene.guest.post(path, { ...complaint, text: 'Again.' })).json()).toEqual(
      errors.complaintNotPossible,
    )
    expect((await notified(scene.admin))[0]?.id).toBe(first?.id)
    expect((await notified(scene.admin))[0]?.title).toBe(
      `Complaint about the decision on notice ${sent.number}`,
    )
    expect((await decide(sent.number, { act: 'remove' })).json()).toEqual(errors.ownNotice)
    const other = await scene.forum.member('other_admin', { isAdmin: true })
    expect(
      (await decide(sent.number, { act: 'remove', reasons: 'You are right.' }, other)).json(),
    ).toMatchObject({
      isOpen: false,
      decision: { act: 'keep', by: 'the_admin' },
      complaintDecision: { act: 'remove', reasons: 'You are right.', by: 'other_admin' },
    })
    const [mail] = await takeMails()
    expect(mail?.source).toContain('your complaint about notice')
    expect(mail?.source).toContain('You are right.')
    expect((await list('complaints')).items.map(({ number }) => number)).toEqual([sent.number])
    expect(await read(scene.guest, sent)).toMatchObject({ complaintDecision: { act: 'remove' } })
  })

  it('is possible for six months', async () => {
    const sent = await send(scene.guest)
    await decide(sent.number, { act: 'keep' })
    await sql`update notices set decided_at = now() - interval '185 days'`.execute(scene.forum.db)
    expect(await read(scene.guest, sent)).toMatchObject({ mayComplain: false })
    const answer = await scene.guest.post(`/api/notices/${sent.number}/complaint`, {
      key: sent.key,
      text: 'Late.',
    })
    expect(answer.json()).toEqual(errors.complaintNotPossible)
  })
})

describe('of members', () => {
  it('a notice needs no name; they find receipt and decision in their notifications', async () => {
    const sent = await send(scene.member, { name: '', email: '' })
    expect(sent.key).toBeNull()
    await decide(sent.number, { act: 'keep' })
    expect(await read(scene.member, sent)).toMatchObject({ decision: { act: 'keep' } })
    expect((await notified(scene.member)).slice(0, 2)).toMatchObject([
      { title: `Decision on your notice ${sent.number} about a post`, toURL: `/notice/${sent.number}` },
      { title: `We received your notice ${sent.number} about a post` },
    ])
    expect((await list('decided')).items).toMatchObject([{ reporter: { username: 'member_m', name: null } }])
  })

  it('a report of a member has a reason and a text, and is open once', async () => {
    const body = { address: '/@wren_writes', reason: 3, text: 'Insults everyone.' }
    expect((await scene.member.post('/api/notices/rules', body)).statusCode).toBe(200)
    expect((await scene.member.post('/api/notices/rules', body)).json()).toEqual(
      errors.alreadyReportedToAdmins,
    )
    expect((await scene.elsewhere.post('/api/notices/rules', body)).statusCode).toBe(200)
    const { items } = await list()
    expect(items).toMatchObject([
      { kind: 'rules', subject: 'user', title: 'wren_writes', ground: 'Spam', text: 'Insults everyone.' },
      { reporter: { username: 'moderator_e' } },
    ])
    await decide(items[0]?.number ?? 0, { act: 'keep' })
    expect((await scene.member.post('/api/notices/rules', body)).statusCode).toBe(200)
  })

  it('who delete their account are no longer named', async () => {
    const leaver = await scene.forum.member('leaver')
    await send(leaver)
    await leaver.delete('/api/users/leaver', { password: 'password of leaver' })
    expect((await list()).items).toMatchObject([{ reporter: null }])
  })
})

describe('open notices', () => {
  it('are listed with the first due first, page by page', async () => {
    const numbers: number[] = []
    for (let n = 0; n < 3; n++) numbers.push((await send(scene.guest)).number)
    await sql`insert into notices (kind, subject, address, body, due_at)
      select 'unlawful', 'post', '/a', 'b', now() + make_interval(days => n) from generate_series(10, 27) n`.execute(
      scene.forum.db,
    )
    await sql`update notices set due_at = now() - interval '1 day' where id = ${numbers[2]}`.execute(
      scene.forum.db,
    )
    const first = await list()
    expect(first).toMatchObject({ noOpen: 21, noOverdue: 1 })
    expect(first.items.slice(0, 3).map(({ number }) => number)).toEqual([numbers[2], numbers[0], numbers[1]])
    const rest = (await scene.admin.get(`/api/notices?next=${first.next}`)).json<OutputOf<'listNotices'>>()
    expect(rest.items).toHaveLength(1)
    expect(rest.next).toBeNull()
  })

  it('that are overdue are notified of once', async () => {
    await send(scene.guest)
    const { number } = await send(scene.guest)
    await sql`update notices set due_at = now() - interval '1 minute'`.execute(scene.forum.db)
    const titles = async () => (await notified(scene.admin)).map(({ title }) => title)
    const before = await titles()
    await watchNotices(scene.forum.db)
    await watchNotices(scene.forum.db)
    expect((await titles()).slice(0, 2)).toEqual(['2 notices are overdue', before[0]])
    expect(before[0]).toBe(`New notice ${number} about a post`)
  })
})
