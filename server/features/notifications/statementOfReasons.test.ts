import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { redressSentence } from '../../../contract/noticeTexts.ts'
import { type Member, passwordOf } from '../../../tests/support/forum.ts'
import { given } from '../../../tests/support/notices.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.forum.close())

const kinds = ['post', 'comment'] as const
interface Target {
  readonly kind: (typeof kinds)[number]
  readonly id: string
  readonly url: string
  /** The address of its page. */
  readonly address: string
}
async function write(kind: Target['kind']): Promise<Target> {
  if (kind === 'post') {
    const { id, publicId } = await scene.post()
    return { kind, id, url: `/api/posts/${publicId}`, address: `/birding/post/${publicId}` }
  }
  const { id, post } = await scene.comment()
  return {
    kind,
    id,
    url: `/api/posts/${post.publicId}/comments/${id}`,
    address: `/birding/post/${post.publicId}/${id}`,
  }
}
const reason = 'It names a neighbour.'
const notified = async () =>
  (await scene.author.get('/api/notifications?render=true')).json<{ items: Notification[] }>().items[0]
const logged = async () =>
  (await scene.guest.get('/api/modlog')).json<{ items: ModerationLogEntry[] }>().items[0]
const decide = (action: string) => (target: Target) =>
  scene.moderator.post('/api/modqueue/decisions', {
    action,
    reason,
    items: [{ type: target.kind, targetId: target.id, version: '0' }],
  })
const afterNotice = (act: string) => async (target: Target) => {
  const notice = given({ publicId: '' }, { address: target.address })
  const { number } = (await scene.guest.post('/api/notices', notice)).json<OutputOf<'sendNotice'>>()
  return scene.admin.put(`/api/notices/${number}`, { act, reasons: reason })
}
const effects = {
  removed: { post: "Readers can't see it", comment: "Readers can't see it" },
  erased: { post: "can't be restored", comment: "can't be restored" },
  locked: {
    post: 'No one can comment or vote on it',
    comment: 'No one can reply to it or anything below it',
  },
}

/** Every way in which moderators and admins restrict what someone wrote. */
const ways: [string, keyof typeof effects, 'mods' | 'admins', (target: Target) => Promise<unknown>][] = [
  [
    'removed',
    'removed',
    'mods',
    ({ url }) => scene.moderator.delete(`${url}?deleteAs=mods&reason=${reason}`),
  ],
  [
    'removed by admins',
    'removed',
    'admins',
    ({ url }) => scene.admin.delete(`${url}?deleteAs=admins&reason=${reason}`),
  ],
  ['removed in the queue', 'removed', 'mods', decide('remove')],
  [
    'erased',
    'erased',
    'mods',
    ({ kind, id }) => scene.moderator.post('/api/_erase', { type: kind, targetId: id, reason }),
  ],
  [
    'locked',
    'locked',
    'mods',
    ({ url }) => scene.moderator.put(`${url}?action=lock&lockAs=mods&reason=${reason}`),
  ],
  [
    'locked by admins',
    'locked',
    'admins',
    ({ url }) => scene.admin.put(`${url}?action=lock&lockAs=admins&reason=${reason}`),
  ],
  ['locked in the queue', 'locked', 'mods', decide('lock')],
]
const waysAfterNotices: typeof ways = [
  ['removed', 'removed', 'admins', afterNotice('remove')],
  ['erased', 'erased', 'admins', afterNotice('erase')],
  ['locked', 'locked', 'admins', afterNotice('lock')],
]
const bases = {
  own: 'without a notice or report',
  reports: 'after reports from members',
  notice: 'after a notice',
}
const cases = [
  ...ways.flatMap((way) =>
    kinds.flatMap((kind) => (['own', 'reports'] as const).map((basis) => ({ way, kind, basis }))),
  ),
  ...waysAfterNotices.flatMap((way) => kinds.map((kind) => ({ way, kind, basis: 'notice' as const }))),
].map((one) => ({ ...one, name: one.way[0] }))

describe('the author reads why and what it means, what led to it, and what they can do', () => {
  it.each(cases)('of a $kind that is $name; basis: $basis', async ({ way, kind, basis }) => {
    const [, effect, role, perform] = way
    const target = await write(kind)
    if (basis === 'reports') {
      const report = { type: kind, targetId: target.id, reason: 1 }
      expect((await scene.member.post('/api/_report', report)).statusCode).toBe(200)
    }
    await perform(target)
    const { title, body, toURL } = (await notified()) ?? {}
    expect(title).toContain(effect === 'locked' ? 'has been locked by' : 'has been removed by')
    expect(title).toContain(role === 'mods' ? 'moderators of birding' : 'the admins')
    expect(toURL).toBe(target.address)
    expect(body).toContain(`Reason: ${reason}`)
    expect(body).toContain(effects[effect][kind])
    expect(body).toContain(bases[basis])
    expect(body).toContain('No automated tools were used')
    expect(body).toContain('You can appeal')
    expect(body).toContain(redressSentence())
    expect((await logged())?.details).toMatchObject({ basis })
  })

  it('of a text that is removed without a reason', async () => {
    const { url } = await write('post')
    await scene.moderator.delete(`${url}?deleteAs=mods`)
    expect((await notified())?.body).toMatch(/^No reason was given\.\n/)
  })

  it('but not authors of what they do themselves, nor of what is unlocked', async () => {
    const { url } = await write('post')
    await scene.moderator.put(`${url}?action=lock&lockAs=mods`)
    const before = await notified()
    await scene.moderator.put(`${url}?action=unlock`)
    expect(await notified()).toEqual(before)
    const own = await scene.forum.post(scene.moderator, 'birding')
    await scene.moderator.put(`/api/posts/${own.publicId}?action=lock&lockAs=mods`)
    const { items } = (await scene.moderator.get('/api/notifications?render=true')).json<{
      items: Notification[]
    }>()
    expect(items.filter(({ type }) => type === 'locked')).toEqual([])
  })

  it('of a ban from the site with what it removed', async () => {
    const chatty = await scene.forum.member('chatty_one')
    const post = await scene.post()
    await chatty.post(`/api/posts/${post.publicId}/comments`, { body: 'Me, too.' })
    const ban = { action: 'ban_user', username: 'chatty_one', kind: 'posting', reason, deleteContentDays: 0 }
    expect((await scene.admin.post('/api/_admin', ban)).statusCode).toBe(200)
    const { items } = (await chatty.get('/api/notifications?render=true')).json<{ items: Notification[] }>()
    expect(items[0]?.body).toContain('Also removed: 1 comment.\nA person decided this')
  })

  it('of a ban from a community', async () => {
    const communityId = await scene.birding()
    await scene.moderator.post(`/api/communities/${communityId}/banned`, {
      username: 'wren_writes',
      kind: 'commenting',
      expires: '2999-01-01T00:00:00Z',
      reason,
    })
    const { body } = (await notified()) ?? {}
    expect(body).toMatch(
      /^You can't comment there until 1 January 2999 \(UTC\)\.\nReason: It names a neighbour\.\nA person decided this. No automated/,
    )
    expect(body).toContain(redressSentence())
    await scene.moderator.delete(`/api/communities/${communityId}/banned`, { username: 'wren_writes' })
  })
})

describe('a suspended member reads', () => {
  const suspended = async (name: string, suspend: (who: Member) => Promise<unknown>) => {
    await suspend(await scene.forum.member(name))
    const credentials = { username: name, password: passwordOf(name) }
    return (await scene.guest.post('/api/_suspension', credentials)).json<OutputOf<'getSuspension'>>()
  }

  it('that a notice led to it', async () => {
    const target = { address: '/@rude_one' } as Target
    expect(await suspended('rude_one', () => afterNotice('ban')(target))).toMatchObject({
      reason,
      basis: 'notice',
      noPosts: 0,
      noComments: 0,
    })
  })

  it('how much was removed with it', async () => {
    const suspend = async (spammer: Member) => {
      const post = await scene.post()
      await spammer.post(`/api/posts/${post.publicId}/comments`, { body: 'Buy.' })
      await scene.admin.post('/api/_admin', {
        action: 'ban_user',
        username: 'spammer',
        deleteContentDays: 0,
      })
    }
    expect(await suspended('spammer', suspend)).toMatchObject({ basis: null, noPosts: 0, noComments: 1 })
  })
})
