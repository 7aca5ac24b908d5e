import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { Client } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { type LogEntry, recordAction } from '../../core/moderationLog/record.ts'

let scene: Scene
let birding: string
beforeAll(async () => {
  scene = await startScene()
  birding = (await scene.guest.get('/api/communities/birding?byName=true')).json().id as string
})
beforeEach(async () => {
  await scene.forum.db.deleteFrom('moderation_log').execute()
  await scene.forum.db.deleteFrom('setting_changes').execute()
})
afterAll(() => scene.forum.close())

/** Records something that was done at this time. */
async function record(action: ModerationAction, at: string, facts: Partial<LogEntry> = {}): Promise<void> {
  const { forum, moderator } = scene
  await recordAction(forum.db, { action, actor: moderator, actedAs: 'mods', communityId: birding, ...facts })
  await sql`update moderation_log set created_at = ${at}::timestamptz where id = (select max(id) from moderation_log)`.execute(
    forum.db,
  )
}

const actionsOf = async (query: string) =>
  (await scene.guest.get(`/api/modlog?${query}`))
    .json<OutputOf<'listModerationLog'>>()
    .items.map(({ action }) => action)

const file = (who: Client, path: string) => who.get(`/api/${path}`)

describe('a filter of the moderation log by days', () => {
  beforeEach(async () => {
    await record('lock_post', '2026-03-01T23:59:59Z')
    await record('pin', '2026-03-02T00:00:00Z')
    await record('unpin', '2026-03-03T12:00:00Z')
    await record('add_rule', '2026-05-01T00:30:00Z')
  })

  it.each([
    ['from=2026-03-02', ['add_rule', 'unpin', 'pin']],
    ['to=2026-03-02', ['pin', 'lock_post']],
    ['from=2026-03-02&to=2026-03-03', ['unpin', 'pin']],
    ['from=2026-03-04&to=2026-04-30', []],
    ['from=2026-03-02&action=pin', ['pin']],
    ['from=&to=', ['add_rule', 'unpin', 'pin', 'lock_post']],
  ])('%s', async (query, actions) => {
    expect(await actionsOf(query)).toEqual(actions)
  })

  it('also works for transactions that ended in another order than they began', async () => {
    await record('edit_rule', '2026-04-30T23:59:58Z')
    expect(await actionsOf('to=2026-04-30')).toContain('edit_rule')
    expect(await actionsOf('from=2026-05-01')).toEqual(['add_rule'])
  })
})

describe('a log as a file', () => {
  it('has a line for each entry, with the filters of the list', async () => {
    const { guest } = scene
    await record('lock_post', '2026-03-01T10:00:00Z')
    await record('ban_from_community', '2026-03-02T10:00:00Z', {
      userId: scene.author.id,
      reason: '=cmd|"calc", twice\nand more',
      details: { rule: 'Be kind', expiresAt: '2030-01-01T00:00:00Z' },
    })
    const answer = await file(guest, 'modlog.csv?from=2026-03-02')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="moderation-log.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toBe(
      [
        '\ufefftime,action,as,moderator,community,post,address,member,rule,reason,details',
        `2026-03-02T10:00:00.000Z,ban_from_community,mods,${scene.moderator.username},birding,,,${scene.author.username},Be kind,"'=cmd|""calc"", twice\nand more","{""expiresAt"":""2030-01-01T00:00:00Z""}"`,
        '',
      ].join('\r\n'),
    )
  })

  it('shows each viewer the same as the list', async () => {
    const { guest, admin, forum } = scene
    await record('lock_post', '2026-03-01T10:00:00Z')
    await record('block_ip', '2026-03-02T10:00:00Z', { actor: admin, actedAs: 'admins', communityId: null })
    await forum.db.updateTable('communities').set({ moderation_log_names: false }).execute()
    const [forGuests, forAdmins] = await Promise.all([file(guest, 'modlog.csv'), file(admin, 'modlog.csv')])
    expect(forGuests.body).not.toMatch(/block_ip|moderator_m/)
    expect(forAdmins.body).toMatch(/block_ip.*moderator_m/s)
    await forum.db.updateTable('communities').set({ moderation_log_names: true }).execute()
  })

  it.each(['to=2026-02-30', 'action=explode', 'next=x', 'communityId=x'])(
    'is refused for the wrong filter %s',
    async (query) => {
      expect((await file(scene.guest, `modlog.csv?${query}`)).statusCode).toBe(400)
    },
  )

  it('of changes to settings is for admins', async () => {
    const { admin, moderator, guest } = scene
    for (const [who, status] of [
      [guest, 401],
      [moderator, 403],
    ] as const)
      expect((await file(who, '_admin/setting_changes.csv')).statusCode).toBe(status)
    await admin.put('/api/_admin/settings', { changes: [{ name: 'siteName', value: 'Our "square"' }] })
    await admin.put('/api/_admin/settings', { changes: [{ name: 'siteName', value: null }] })
    const { body } = await file(admin, `_admin/setting_changes.csv?name=siteName&by=${admin.username}`)
    expect(body.split('\r\n').slice(0, 3)).toEqual([
      '\ufefftime,setting,before,after,by',
      expect.stringMatching(/^20[^,]+Z,siteName,"Our ""square""",,the_admin$/),
      expect.stringMatching(/^20[^,]+Z,siteName,,"Our ""square""",the_admin$/),
    ])
  })
})

describe('the list of changes to settings', () => {
  it('can be filtered by setting, admin and days', async () => {
    const { admin, forum } = scene
    for (const [name, value] of [
      ['siteName', 'One'],
      ['welcomeText', 'Hello'],
    ])
      await admin.put('/api/_admin/settings', { changes: [{ name, value }] })
    await sql`update setting_changes set changed_at = '2026-03-01T23:00:00Z', changed_by = null where name = 'siteName'`.execute(
      forum.db,
    )
    const names = async (query: string) =>
      (await admin.get(`/api/_admin/setting_changes?${query}`))
        .json<OutputOf<'listSettingChanges'>>()
        .changes.map(({ name }) => name)
    expect(await names('')).toEqual(['welcomeText', 'siteName'])
    expect(await names('name=siteName')).toEqual(['siteName'])
    expect(await names(`by=@${admin.username}`)).toEqual(['welcomeText'])
    expect(await names('from=2026-03-01&to=2026-03-01')).toEqual(['siteName'])
    expect(await names('from=2026-03-02')).toEqual(['welcomeText'])
  })
})
