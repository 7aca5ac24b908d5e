import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'

let forum: Forum
let admin: Member
let other: Member

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  other = await forum.member('other_admin', { isAdmin: true })
})
afterAll(() => forum.close())

let names = 0
const newName = () => `wanted_${++names}`
const newMember = () => forum.member(`asking_${++names}`)
const ask = (who: Member, name: string, note = '') => who.post('/api/community_requests', { name, note })
const listFor = async (who: Member) => (await who.get('/api/community_requests')).json<CommunityRequest[]>()
const deny = (who: Member, id: number | undefined, body = '') =>
  who.post('/api/_admin', { action: 'deny_comm', id, body })
const notificationsOf = async (who: Member) =>
  (await who.get('/api/notifications')).json<{ items: Notification[] }>().items

/** A request that was just made. */
async function requested(note = '') {
  const member = await newMember()
  const name = newName()
  await ask(member, name, note)
  const [request] = await listFor(member)
  if (!request) throw new Error('no request')
  return { member, name, request }
}

describe('a member', () => {
  it('[ACC-7-030] [ACC-7-031] [ACC-3-015] [ACC-4-009] asks for a community, and sees that it is pending', async () => {
    const member = await newMember()
    const name = newName()
    const answer = await ask(member, ` ${name} `, ' For all who like wrens. ')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(await listFor(member)).toEqual([
      {
        id: expect.any(Number),
        byUser: member.username,
        communityName: name,
        communityExists: false,
        note: 'For all who like wrens.',
        createdAt: expect.stringMatching(/Z$/),
        deniedAt: null,
        deniedBy: null,
        deniedNote: null,
      },
    ])
  })

  it('[ACC-4-010] sees that it was created', async () => {
    const { member, name } = await requested()
    await admin.post('/api/communities', { name: name.toUpperCase() })
    expect(await listFor(member)).toMatchObject([{ communityExists: true, deniedAt: null }])
  })

  it('[ACC-4-011] sees by whom, when and why it was denied', async () => {
    const { member, request } = await requested()
    await deny(admin, request.id, 'There is one already.')
    expect(await listFor(member)).toMatchObject([
      {
        communityExists: false,
        deniedBy: 'the_admin',
        deniedAt: expect.stringMatching(/Z$/),
        deniedNote: 'There is one already.',
      },
    ])
  })

  it('does not see the name of an admin whose account is deleted; admins do', async () => {
    const { member, request } = await requested()
    const leaver = await forum.member(newName(), { isAdmin: true })
    await deny(leaver, request.id)
    await sql`update users set deleted_at = now() where id = ${leaver.id}`.execute(forum.db)
    expect(await listFor(member)).toMatchObject([{ deniedBy: 'ghost' }])
    const seen = (await listFor(admin)).find(({ id }) => id === request.id)
    expect(seen?.deniedBy).toBe(leaver.username)
  })

  it('[ACC-5-028] [ACC-5-029] may omit the note; a long one is cut', async () => {
    expect((await requested()).request.note).toBeNull()
    const member = await newMember()
    expect((await member.post('/api/community_requests', { name: newName() })).statusCode).toBe(200)
    expect((await requested('🐦'.repeat(501))).request.note).toBe('🐦'.repeat(500))
  })

  it.each([
    ['', errors.communityNameEmpty],
    ['ab', errors.communityNameTooShort],
    ['a'.repeat(22), errors.communityNameTooLong],
    ['two words', errors.communityNameCharacters],
    ['admin', errors.communityNameReserved],
    ['support', errors.communityNameOfficial],
  ])('[ACC-5-022] [ACC-5-026] cannot ask for the name "%s"', async (name, error) => {
    const member = await newMember()
    expect((await ask(member, name)).json()).toEqual(error)
    expect(await listFor(member)).toEqual([])
  })

  it('cannot request an existing one, nor the same twice while it is pending', async () => {
    const { name } = await forum.community('birding', admin)
    const { member, name: wanted, request } = await requested()
    expect((await ask(member, name.toUpperCase())).json()).toEqual(errors.requestedCommunityExists)
    expect((await ask(member, wanted.toUpperCase())).json()).toEqual(errors.communityAlreadyRequested)
    expect(await listFor(member)).toHaveLength(1)
    expect((await ask(await newMember(), wanted)).statusCode).toBe(200)
    await deny(admin, request.id)
    expect((await ask(member, wanted)).statusCode).toBe(200)
    expect(await listFor(member)).toHaveLength(2)
  })

  it('makes one request by clicking twice', async () => {
    const member = await newMember()
    const name = newName()
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(member, name)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await listFor(member)).toHaveLength(1)
  })

  it('sees their own requests of the last 90 days, the newest first; admins see all', async () => {
    const { member, request } = await requested()
    await ask(member, newName())
    await ask(member, newName())
    await sql`update community_requests set created_at = now() - interval '91 days' where id = ${request.id}`.execute(
      forum.db,
    )
    const own = await listFor(member)
    expect(own).toHaveLength(2)
    expect(own[0]?.id).toBeGreaterThan(own[1]?.id ?? 0)
    const all = await listFor(admin)
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(own.map(({ id }) => id)))
    expect(all.length).toBeGreaterThan(own.length)
    expect(all.map(({ id }) => id)).not.toContain(request.id)
  })

  it('deletes their requests with the account', async () => {
    const { member, request } = await requested()
    await member.delete(`/api/users/${member.username}`, { password: `password of ${member.username}` })
    expect((await listFor(admin)).map(({ id }) => id)).not.toContain(request.id)
  })
})

const entriesAbout = ({ id }: Member) =>
  forum.db
    .selectFrom('moderation_log')
    .where('user_id', '=', id)
    .select(['action', 'actor_id', 'acted_as', 'details', 'is_public'])
    .execute()

describe('denying', () => {
  it('[ACC-7-049] [ACC-5-030] [ACC-5-032] without a text says that it was declined, to the requester too', async () => {
    const { member, name, request } = await requested()
    const answer = await deny(admin, request.id)
    expect(answer.json()).toMatchObject({ success: true })
    const text = `Your request for +${name} has been declined.`
    expect(await listFor(member)).toMatchObject([{ deniedNote: text }])
    expect(await notificationsOf(member)).toMatchObject([{ type: 'denied_comm', notif: { body: text } }])
  })

  it('[ACC-5-031] [ACC-5-032] with a text shows it, cut at 500 characters', async () => {
    const { member, name, request } = await requested()
    const text = `Your request for +${name} has been declined. ${'🐦'.repeat(500)}`
    await deny(admin, request.id, text)
    const cut = Array.from(text).slice(0, 500).join('')
    expect(await listFor(member)).toMatchObject([{ deniedNote: cut }])
    expect(await notificationsOf(member)).toMatchObject([{ notif: { body: cut } }])
  })

  it('[ACC-4-013] is done once: the second gets an error, and the requester no other notification', async () => {
    const { member, request } = await requested()
    const answers = await Promise.all([deny(admin, request.id, 'One.'), deny(other, request.id, 'Two.')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const late = answers.find(({ statusCode }) => statusCode === 400)
    expect(late?.json()).toEqual(errors.requestAlreadyDenied)
    expect(late?.json().code).toBe('already_denied')
    expect(await notificationsOf(member)).toHaveLength(1)
  })

  it('by two admins of each other’s requests does not deadlock', async () => {
    const wanted = [newName(), newName()]
    await ask(admin, wanted[0] ?? '')
    await ask(other, wanted[1] ?? '')
    const all = await listFor(admin)
    const idOf = (name = '') => all.find(({ communityName }) => communityName === name)?.id
    const answers = await Promise.all([deny(admin, idOf(wanted[1])), deny(other, idOf(wanted[0]))])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it('is refused when the community was created meanwhile', async () => {
    const { member, name, request } = await requested()
    await admin.post('/api/communities', { name })
    expect((await deny(admin, request.id)).json()).toEqual(errors.requestAlreadyCreated)
    expect(await notificationsOf(member)).toEqual([])
  })

  it('wants a request and a text', async () => {
    const { request } = await requested()
    for (const id of [0, -1, 1.5, 1_000_000, 3_000_000_000])
      expect((await deny(admin, id)).json(), String(id)).toEqual(errors.invalidCommunityRequestId)
    for (const body of [
      { id: request.id },
      { body: '' },
      { id: 'one', body: '' },
      { id: request.id, body: 7 },
    ])
      expect((await admin.post('/api/_admin', { action: 'deny_comm', ...body })).json()).toEqual(
        errors.invalidJson,
      )
  })

  it('is recorded, for admins only', async () => {
    const { member, name, request } = await requested()
    await deny(admin, request.id)
    await deny(other, request.id)
    expect(await entriesAbout(member)).toEqual([
      {
        action: 'deny_request',
        actor_id: stored(admin.id),
        acted_as: 'admins',
        details: { communityName: name },
        is_public: false,
      },
    ])
  })
})

describe('removing a request', () => {
  it('takes it from the list, and allows the same again', async () => {
    const { member, name, request } = await requested()
    const answer = await admin.delete(`/api/community_requests/${request.id}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
    expect(await listFor(member)).toEqual([])
    expect((await admin.delete(`/api/community_requests/${request.id}`)).statusCode).toBe(200)
    expect((await admin.delete('/api/community_requests/9999999999')).statusCode).toBe(200)
    expect((await ask(member, name)).statusCode).toBe(200)
  })

  it('is for admins only', async () => {
    const { member, request } = await requested()
    expect((await member.delete(`/api/community_requests/${request.id}`)).json()).toEqual(errors.notAdmin)
    expect(await listFor(member)).toHaveLength(1)
  })

  it('is recorded once, for admins only', async () => {
    const { member, name, request } = await requested()
    for (const remover of [admin, other]) await remover.delete(`/api/community_requests/${request.id}`)
    expect(await entriesAbout(member)).toEqual([
      {
        action: 'remove_request',
        actor_id: stored(admin.id),
        acted_as: 'admins',
        details: { communityName: name },
        is_public: false,
      },
    ])
  })

  it('is refused for someone who was an admin only when the request began', async () => {
    const { member, request } = await requested()
    const former = await forum.member(newName(), { isAdmin: true })
    const { asked } = await forum.db.transaction().execute(async (trx) => {
      await lockPermissionsExclusively(trx, former)
      await trx.updateTable('users').set({ is_admin: false }).where('id', '=', former.id).execute()
      const asked = former.delete(`/api/community_requests/${request.id}`)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      return { asked }
    })
    expect((await asked).json()).toEqual(errors.notAdmin)
    expect(await listFor(member)).toHaveLength(1)
    expect(await entriesAbout(member)).toEqual([])
  })
})
