import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let forum: Forum
let moderator: Member
let admin: Member
let id: string
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  id = (await forum.community('meadow', admin)).id
  moderator = await forum.moderator('mod_m', 'meadow')
})
afterAll(() => forum.close())

const read = async () => (await moderator.get(`/api/communities/${id}?render=page`)).json()
const edit = async (body: object, who = moderator) => who.put(`/api/communities/${id}`, body)

describe('changing a community', () => {
  // [ACC-7-036] [ACC-2-054] [ACC-2-055]
  it('accepts the whole community, as clients send it, and answers with the result', async () => {
    const before = await read()
    const changed = { about: '\nOf *grass*. ', nsfw: true, postingRestricted: true }
    const answer = await edit({ ...before, noMembers: 99, name: 'other', ...changed })
    expect(answer.statusCode).toBe(200)
    const { aboutHtml: _before, ...rest } = before
    const inSeconds = JSON.parse(JSON.stringify(rest).replace(/\.\d{3}Z"/g, 'Z"'))
    const after = { ...rest, ...changed, about: 'Of *grass*.' }
    expect(answer.json()).toEqual({ ...inSeconds, ...changed, about: 'Of *grass*.' })
    expect(await read()).toEqual({ ...after, aboutHtml: '<p>Of <em>grass</em>.</p>\n' })
  })

  it('does not change missing fields', async () => {
    await edit({ about: 'Of grass.', nsfw: true, postingRestricted: true })
    for (const body of [{}, { nsfw: null, postingRestricted: null }]) {
      expect((await edit(body)).statusCode).toBe(200)
      expect(await read()).toMatchObject({ about: 'Of grass.', nsfw: true, postingRestricted: true })
    }
    await edit({ nsfw: false })
    expect(await read()).toMatchObject({ about: 'Of grass.', nsfw: false, postingRestricted: true })
  })

  it.each([
    ['null', null],
    ['nothing', ''],
    ['spaces', ' \n '],
  ])('keeps %s as no description', async (_what, about) => {
    await edit({ about: 'Of grass.' })
    expect((await edit({ about })).json().about).toBeNull()
    expect(await read()).toMatchObject({ about: null, aboutHtml: null })
  })

  // [ACC-5-043]
  it('cuts the description at 2000 characters', async () => {
    expect((await edit({ about: '🐝'.repeat(2001) })).json().about).toBe('🐝'.repeat(2000))
  })

  it('finds the community by its name too', async () => {
    const answer = await moderator.put('/api/communities/MEADOW?byName=true', { about: 'By name.' })
    expect(answer.json()).toMatchObject({ id, about: 'By name.' })
  })

  // [CORE-6-014] [ACC-6-004] [ACC-1-011]
  it('is for its moderators and admins only', async () => {
    const stranger = await forum.moderator('mod_elsewhere', 'elsewhere')
    expect((await edit({ about: 'By a moderator.' })).statusCode).toBe(200)
    expect((await edit({ about: 'By an admin.' }, admin)).statusCode).toBe(200)
    expect((await edit({ about: 'By a stranger.' }, stranger)).json()).toEqual(errors.notModerator)
    expect(await read()).toMatchObject({ about: 'By an admin.' })
  })

  it('is refused for a moderator who was just removed', async () => {
    const leaving = await forum.moderator('mod_leaving', 'meadow')
    await edit({ about: 'As it was.' })
    let change: Promise<{ json(): unknown }> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await trx.selectFrom('communities').where('id', '=', id).select('id').forUpdate().execute()
      change = edit({ about: 'A last word.' }, leaving)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await trx.deleteFrom('moderators').where('user_id', '=', leaving.id).execute()
    })
    expect((await change)?.json()).toEqual(errors.notModerator)
    expect(await read()).toMatchObject({ about: 'As it was.' })
  })

  it.each([
    ['a text for a switch', { nsfw: 'yes' }],
    ['a number for a text', { about: 7 }],
    ['a list', []],
  ])('refuses %s', async (_what, body) => {
    expect((await edit(body)).json()).toEqual(errors.invalidJson)
  })

  it('is recorded in the moderation log with what was changed, and not when nothing was', async () => {
    const { id: quiet } = await forum.community('quiet_meadow', admin)
    const change = (body: object) => admin.put(`/api/communities/${quiet}`, body)
    await change({ about: 'Hush.', postingRestricted: false })
    await change({ about: 'Hush.' })
    await change({ moderationLogNames: false, nsfw: true })
    const entries = await forum.db
      .selectFrom('moderation_log')
      .select(['acted_as as as', 'details'])
      .where('community_id', '=', quiet)
      .where('action', '=', 'edit_community')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { as: 'mods', details: { changed: ['about'] } },
      { as: 'mods', details: { changed: ['nsfw', 'moderationLogNames'] } },
    ])
    expect((await admin.get(`/api/communities/${quiet}`)).json().moderationLogNames).toBe(false)
  })
})

describe('the default communities', () => {
  const set = (action: string, name: unknown) => admin.post('/api/_admin', { action, name })
  const ofGuests = async () =>
    (await (await forum.guest()).get('/api/_initial'))
      .json()
      .communities.map(({ name }: { name: string }) => name)
  const joined = async (username: string) =>
    (await (await forum.member(username)).get('/api/_initial')).json().communities

  // [ACC-7-050] [ACC-7-051] [ACC-2-057]
  it('are set and removed by admins, by name in any case, as often as they like', async () => {
    for (let n = 0; n < 2; n++)
      expect((await set('add_default_forum', 'MEADOW')).json()).toEqual({ success: true, 'success:': true })
    expect(await ofGuests()).toEqual(['meadow'])
    expect((await read()).isDefault).toBe(true)
    expect(await joined('newcomer_1')).toHaveLength(1)
    for (let n = 0; n < 2; n++)
      expect((await set('remove_default_forum', 'meadow')).json()).toMatchObject({ success: true })
    expect((await read()).isDefault).toBe(false)
    // Guests see the largest ones again.
    expect(await ofGuests()).toContain('elsewhere')
    expect(await joined('newcomer_2')).toHaveLength(0)
    const entries = await forum.db
      .selectFrom('moderation_log')
      .select('action')
      .where('community_id', '=', id)
      .where('action', 'like', '%default%')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([{ action: 'add_default_community' }, { action: 'remove_default_community' }])
  })

  it.each([
    ['an unknown name', 'nowhere', errors.communityNotFound],
    ['no name', undefined, errors.invalidJson],
    ['a number', 7, errors.invalidJson],
  ])('refuse %s', async (_what, name, refusal) => {
    expect((await set('add_default_forum', name)).json()).toEqual(refusal)
    expect((await set('remove_default_forum', name)).json()).toEqual(refusal)
  })
})
