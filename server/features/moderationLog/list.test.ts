import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Client, passwordOf } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { type LogEntry, recordAction } from '../../core/moderationLog/record.ts'
import { listModerationLog } from './list.ts'

let scene: Scene
let birding: string
let elsewhere: string
beforeAll(async () => {
  scene = await startScene()
  const idOf = async (name: string) =>
    (await scene.guest.get(`/api/communities/${name}?byName=true`)).json().id as string
  ;[birding, elsewhere] = [await idOf('birding'), await idOf('elsewhere')]
})
beforeEach(async () => {
  await scene.forum.db.deleteFrom('moderation_log').execute()
  await nameModerators(true)
})
afterAll(() => scene.forum.close())

const read = async (who: Client, query = '') =>
  (await who.get(`/api/modlog?${query}`)).json<OutputOf<'listModerationLog'>>()
const actions = async (who: Client, query = '') => (await read(who, query)).items.map(({ action }) => action)
const nameModerators = (moderation_log_names: boolean) =>
  scene.forum.db.updateTable('communities').set({ moderation_log_names }).where('id', '=', birding).execute()

/** Records something: by the moderator in `birding`, unless the facts say otherwise. */
const record = (action: ModerationAction, facts: Partial<LogEntry> = {}) =>
  recordAction(scene.forum.db, {
    action,
    actor: scene.moderator,
    actedAs: 'mods',
    communityId: birding,
    ...facts,
  })
const byAdmin = () => ({ actor: scene.admin, actedAs: 'admins', communityId: null }) as const

describe('the moderation log', () => {
  it('names changed settings of the site to admins only, those of a community to everyone', async () => {
    await record('change_site_settings', { details: { changed: ['dailyBackups'] } })
    await record('edit_community', { details: { changed: ['about'] } })
    const namesFor = async (who: Client) => (await read(who)).items.slice(0, 2).map(({ details }) => details)
    for (const who of [scene.guest, scene.member, scene.moderator])
      expect(await namesFor(who)).toEqual([{ changed: ['about'] }, {}])
    expect(await namesFor(scene.admin)).toEqual([{ changed: ['about'] }, { changed: ['dailyBackups'] }])
  })

  it('shows action, community, actor, target and reason, the newest first', async () => {
    const { moderator, guest, comment, author } = scene
    const { id, post } = await comment()
    const url = `/api/posts/${post.publicId}`
    await moderator.put(`${url}?action=lock&lockAs=mods&reason=Too+heated.`)
    await moderator.put(`${url}/comments/${id}?action=lock&lockAs=mods`)
    await record('ban_from_community', { userId: author.id, details: { expiresAt: '2030-01-01T00:00:00Z' } })
    const { items, next, namesModerators } = await read(guest)
    const where = {
      actedAs: 'mods',
      moderator: { username: 'moderator_m', userDeleted: false },
      community: { id: birding, name: 'birding' },
      createdAt: expect.stringMatching(/^20.*Z$/),
      id: expect.any(String),
    }
    const about = { publicId: post.publicId, title: 'A post about something' }
    expect({ items, next, namesModerators }).toEqual({
      items: [
        {
          ...where,
          action: 'ban_from_community',
          post: null,
          comment: null,
          user: { username: 'wren_writes', userDeleted: false },
          reason: null,
          details: { expiresAt: '2030-01-01T00:00:00Z' },
        },
        {
          ...where,
          action: 'lock_comment',
          post: about,
          comment: { id },
          user: null,
          reason: null,
          details: { basis: 'own' },
        },
        {
          ...where,
          action: 'lock_post',
          post: about,
          comment: null,
          user: null,
          reason: 'Too heated.',
          details: { basis: 'own' },
        },
      ],
      next: null,
      namesModerators: true,
    })
  })

  it('can be filtered by community, kind of action and moderator', async () => {
    const { guest } = scene
    await record('pin')
    await record('unpin', { actor: scene.elsewhere, communityId: elsewhere })
    await record('pin', byAdmin())
    expect(await actions(guest)).toEqual(['pin', 'unpin', 'pin'])
    expect(await actions(guest, `communityId=${elsewhere}`)).toEqual(['unpin'])
    expect(await actions(guest, 'action=pin')).toEqual(['pin', 'pin'])
    expect(await actions(guest, `communityId=${birding}&action=unpin`)).toEqual([])
    expect(await actions(guest, 'moderator=The_Admin')).toEqual(['pin'])
    expect(await actions(guest, 'moderator=@moderator_e&action=unpin')).toEqual(['unpin'])
    expect(await actions(guest, 'communityId=&action=&moderator=&next=&limit=')).toHaveLength(3)
  })

  it('comes in pages without repetition, even while more is recorded', async () => {
    const { guest } = scene
    for (const action of ['pin', 'unpin', 'announce', 'add_rule', 'edit_rule'] as const) await record(action)
    const first = await read(guest, 'limit=2')
    expect(first.items.map(({ action }) => action)).toEqual(['edit_rule', 'add_rule'])
    await record('delete_rule')
    const second = await read(guest, `limit=2&next=${first.next}`)
    expect(second.items.map(({ action }) => action)).toEqual(['announce', 'unpin'])
    const third = await read(guest, `limit=2&next=${second.next}`)
    expect(third).toMatchObject({ items: [{ action: 'pin' }], next: null })
  })

  it('takes one statement, and one more to look up filters', async () => {
    const { database } = scene.forum
    const { db } = database
    for (let n = 0; n < 5; n++) await record('pin')
    expect(await countQueries(database, () => listModerationLog(db, null, {}))).toBe(1)
    const narrowed = { communityId: stored(birding), moderator: 'moderator_m' }
    expect(await countQueries(database, () => listModerationLog(db, null, narrowed))).toBe(2)
  })
})

describe('the name of a moderator', () => {
  const namesOf = async (who: Client, query = '') =>
    (await read(who, query)).items.map(({ moderator }) => moderator?.username ?? null)

  it('is shown to admins only, if the community chose so', async () => {
    const { guest, member, moderator, admin } = scene
    await record('pin')
    await record('unpin', { actor: admin, actedAs: 'admins' })
    await nameModerators(false)
    for (const who of [guest, member, moderator]) {
      expect(await namesOf(who, `communityId=${birding}`)).toEqual([null, null])
      expect((await read(who, `communityId=${birding}`)).namesModerators).toBe(false)
      expect(await namesOf(who)).toEqual([null, null])
    }
    expect(await namesOf(admin, `communityId=${birding}`)).toEqual(['the_admin', 'moderator_m'])
    expect((await read(admin, `communityId=${birding}`)).namesModerators).toBe(true)
  })

  it('cannot be found out there by filtering', async () => {
    const { guest, admin } = scene
    await record('pin')
    await record('unban_user', { ...byAdmin(), actor: scene.moderator })
    await nameModerators(false)
    expect(await actions(guest, 'moderator=moderator_m')).toEqual(['unban_user'])
    expect(await actions(admin, 'moderator=moderator_m')).toEqual(['unban_user', 'pin'])
  })

  it('is a ghost once the account is deleted, and so is the affected member', async () => {
    const { forum, guest, admin } = scene
    const gone = await forum.member('gone_g')
    await record('ban_user', { actor: gone, userId: gone.id })
    await gone.delete('/api/users/gone_g', { password: passwordOf('gone_g') })
    const ghost = { username: 'ghost', userDeleted: true }
    expect((await read(guest)).items).toMatchObject([{ moderator: ghost, user: ghost }])
    const known = { username: 'gone_g', userDeleted: true }
    expect((await read(admin)).items).toMatchObject([{ moderator: known, user: known }])
    expect((await guest.get('/api/modlog?moderator=gone_g')).statusCode).toBe(404)
  })
})

describe('the log does not contain', () => {
  it('removed text', async () => {
    const { moderator, admin, comment } = scene
    const { id, post } = await comment()
    const url = `/api/posts/${post.publicId}`
    await moderator.delete(`${url}/comments/${id}?deleteAs=mods`)
    expect((await read(admin)).items).toMatchObject([{ post: { title: 'A post about something' } }])
    await moderator.delete(`${url}?deleteAs=mods`)
    for (const who of [scene.guest, moderator, admin]) {
      const { items } = await read(who)
      expect(items.map(({ action }) => action)).toEqual(['remove_post', 'remove_comment'])
      for (const item of items) expect(item.post).toEqual({ publicId: post.publicId, title: null })
    }
  })

  it('IP blocks and declined requests, except for admins', async () => {
    const { guest, moderator, admin } = scene
    await record('block_ip', { ...byAdmin(), details: { address: '203.0.113.7' } })
    await record('deny_request', { ...byAdmin(), details: { communityName: 'newest' } })
    for (const query of ['', 'action=block_ip', 'moderator=the_admin'])
      for (const who of [guest, moderator]) expect(await actions(who, query)).toEqual([])
    const { items } = await read(admin)
    expect(items.map(({ details }) => details)).toEqual([
      { communityName: 'newest' },
      { address: '203.0.113.7' },
    ])
  })
})
