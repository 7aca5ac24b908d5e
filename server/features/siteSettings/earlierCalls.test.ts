import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'

let forum: Forum
let admin: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
})
afterAll(() => forum.close())

const change = (body: unknown) => admin.put('/api/site_settings', body)

describe('the settings of the site', () => {
  it('[ACC-7-052] [ACC-3-022] say that anyone can sign up, until an admin decides otherwise', async () => {
    expect((await admin.get('/api/site_settings')).json()).toEqual({
      signupsDisabled: false,
      torBlocked: false,
    })
  })

  it('[ACC-7-053] [ACC-2-076] are saved, and missing ones stay', async () => {
    const settings = { signupsDisabled: true, torBlocked: false }
    expect((await change({ signupsDisabled: true })).json()).toEqual(settings)
    expect((await change({ unknown: 1, torBlocked: null })).json()).toEqual(settings)
    expect((await admin.get('/api/site_settings')).json()).toEqual(settings)
    const guest = await forum.guest()
    expect((await guest.get('/api/_initial')).json()).toMatchObject({ signupsDisabled: true })
    const account = { username: 'too_late', password: passwordOf('too_late') }
    expect((await guest.post('/api/_signup', account)).json()).toEqual(errors.signupsDisabled)

    await change({ signupsDisabled: false })
    expect((await guest.post('/api/_signup', account)).statusCode).toBe(201)
  })

  it('restore the way to join from before the site was closed', async () => {
    await changeSettings(admin, { joining: 'approval' })
    await change({ signupsDisabled: true })
    expect(forum.settings.joining).toBe('closed')
    await change({ signupsDisabled: false })
    expect(forum.settings.joining).toBe('approval')
    await changeSettings(admin, { joining: null })
    await sql`delete from moderation_log`.execute(forum.db)
    for (const signupsDisabled of [true, false]) await change({ signupsDisabled })
    expect(forum.settings.joining).toBe('open')
  })

  it('are recorded when they change, and only then', async () => {
    const { rows } = await sql`select action, actor_id, details from moderation_log`.execute(forum.db)
    const change = {
      action: 'change_site_settings',
      actor_id: stored(admin.id),
      details: { changed: ['joining'] },
    }
    expect(rows).toEqual([change, change])
  })

  it.each([[{ signupsDisabled: 'yes' }], [[]], ['on']])('are not changed by %j', async (body) => {
    expect((await change(body)).json()).toEqual(errors.invalidJson)
    expect((await admin.get('/api/site_settings')).json()).toMatchObject({ signupsDisabled: false })
  })

  it('cannot be changed by someone who was an admin only when the request began', async () => {
    const former = await forum.member('former', { isAdmin: true })
    const answer = await forum.db.transaction().execute(async (trx) => {
      await lockPermissionsExclusively(trx, former)
      await trx.updateTable('users').set({ is_admin: false }).where('id', '=', former.id).execute()
      const asked = former.put('/api/site_settings', { signupsDisabled: true })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      return { asked }
    })
    expect((await answer.asked).json()).toEqual(errors.notAdmin)
    expect((await admin.get('/api/site_settings')).json()).toMatchObject({ signupsDisabled: false })
  })

  it('lock no account while they wait, so that deleting one cannot deadlock', async () => {
    // In the lock order of `deleteAccount`: the site settings first, then the members.
    let asked: ReturnType<typeof change> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from site_settings for no key update`.execute(trx)
      asked = change({ signupsDisabled: true })
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`select from users where id = ${admin.id} for no key update nowait`.execute(trx)
    })
    expect((await asked)?.json()).toMatchObject({ signupsDisabled: true })
    await change({ signupsDisabled: false })
  })
})
