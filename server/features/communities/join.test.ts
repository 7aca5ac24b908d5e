import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { joinCommunity, leaveCommunity } from './join.ts'

let forum: Forum
let member: Member
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  member = await forum.member('wanderer')
})
afterAll(() => forum.close())

let made = 0
const newCommunity = () => forum.community(`meadow_${++made}`)
const press = async (who: Member, communityId: string, leave = false) =>
  (await who.post('/api/_joinCommunity', { communityId, leave })).json()
const shownMembers = async (id: string) => (await member.get(`/api/communities/${id}`)).json().noMembers
const countedMembers = async (id: string) =>
  (await forum.db.selectFrom('memberships').select('user_id').where('community_id', '=', id).execute()).length
const positions = async (id: string) =>
  forum.db
    .selectFrom('moderators')
    .select(['user_id', 'position'])
    .where('community_id', '=', id)
    .orderBy('position')
    .execute()

describe('joining a community', () => {
  // [ACC-7-028] [ACC-7-029] [ACC-1-006] [ACC-2-042]
  it('answers with the community, joined, and one member more', async () => {
    const { id, name } = await newCommunity()
    expect(await press(member, id)).toEqual({
      ...(await member.get(`/api/communities?q=${name}`)).json()[0],
      noMembers: 2,
      userJoined: true,
      userMod: false,
      mods: null,
      rules: null,
    })
    expect((await member.get(`/api/communities/${id}`)).json()).toMatchObject({ userJoined: true })
    expect((await member.get('/api/_initial')).json().communities).toMatchObject([{ id }])
    await press(member, id, true)
  })

  it('twice counts once', async () => {
    const { id } = await newCommunity()
    expect((await press(member, id)).noMembers).toBe(2)
    expect((await press(member, id)).noMembers).toBe(2)
  })

  it('is possible for members banned from it', async () => {
    const { id } = await newCommunity()
    await forum.db.insertInto('community_bans').values({ community_id: id, user_id: member.id }).execute()
    expect(await press(member, id)).toMatchObject({ userJoined: true, noMembers: 2 })
  })

  it('again keeps the role of a moderator', async () => {
    const founder = await forum.member('founder_x', { isAdmin: true })
    const { id } = await forum.community('own_garden', founder)
    expect(await press(founder, id)).toMatchObject({ userMod: true, noMembers: 1 })
  })
})

describe('leaving a community', () => {
  it('answers with the community, not joined, and one member less', async () => {
    const { id } = await newCommunity()
    await press(member, id)
    expect(await press(member, id, true)).toMatchObject({ noMembers: 1, userJoined: false, userMod: false })
    expect((await member.get(`/api/communities/${id}`)).json()).toMatchObject({ userJoined: false })
  })

  it('changes nothing for non-members', async () => {
    const { id } = await newCommunity()
    expect((await press(member, id, true)).noMembers).toBe(1)
  })

  it('ends being a moderator, and those below move up', async () => {
    const { id } = await newCommunity()
    const mods = await Promise.all(['mod_a', 'mod_b', 'mod_c'].map((name) => forum.member(name)))
    for (const [index, mod] of mods.entries()) {
      await press(mod, id)
      const row = { community_id: id, user_id: mod.id, position: index + 1 }
      await forum.db.insertInto('moderators').values(row).execute()
    }
    const [first, second, third] = mods as [Member, Member, Member]
    expect((await second.get(`/api/communities/${id}`)).json().userMod).toBe(true)
    expect(await press(second, id, true)).toMatchObject({ userMod: false })
    expect((await positions(id)).slice(1)).toEqual([
      { user_id: stored(first.id), position: 1 },
      { user_id: stored(third.id), position: 2 },
    ])
    expect((await second.get('/api/_user')).json().moddingList).toBeNull()
  })

  it('by two moderators concurrently succeeds for both, and leaves no gap in the ranks', async () => {
    const { id } = await newCommunity()
    const communityId = stored(id)
    const [lowest, upper, between, lower] = (await manyMembers(forum.db, 4, `team_${made}_`)) as [
      Viewer,
      Viewer,
      Viewer,
      Viewer,
    ]
    // Stored in another order than by rank, to provoke a deadlock between the updates of ranks.
    const ranks = [lowest, upper, between, lower].map((one, n) => ({
      community_id: id,
      user_id: one.id,
      position: [4, 1, 2, 3][n] as number,
    }))
    await forum.db.insertInto('moderators').values(ranks).execute()
    await sql`analyze moderators`.execute(forum.db)
    const holder = await forum.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from moderators where user_id = $1 for update', [between.id])
    const first = leaveCommunity(forum.db, upper, communityId)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const second = leaveCommunity(forum.db, lower, communityId)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
    await holder.query('commit')
    holder.release()
    await Promise.all([first, second])
    expect((await positions(id)).slice(1)).toEqual([
      { user_id: between.id, position: 1 },
      { user_id: lowest.id, position: 2 },
    ])
  })
})

describe('joining and leaving', () => {
  it.each([
    ['a guest', { communityId: '1' }, errors.notLoggedIn, true],
    ['an unknown community', { communityId: '999999' }, errors.communityNotFound],
    ['nobody’s id', { communityId: '0'.repeat(24) }, errors.communityNotFound],
    ['an id larger than any', { communityId: '9'.repeat(24) }, errors.communityNotFound],
    ['a malformed id', { communityId: 'meadow' }, errors.invalidId],
    ['a number as id', { communityId: 1 }, errors.invalidJson],
    ['no id', {}, errors.invalidJson],
    ['a text as leave', { communityId: '1', leave: 'yes' }, errors.invalidJson],
  ])('is refused for %s', async (_case, body, refusal, asGuest = false) => {
    const who = asGuest ? await forum.guest() : member
    expect((await who.post('/api/_joinCommunity', body)).json()).toEqual(refusal)
    if ('communityId' in body && !asGuest)
      expect((await who.post('/api/_joinCommunity', { leave: true, ...body })).json()).toEqual(refusal)
  })

  it('costs one statement, and leaving a transaction that locks the community first', async () => {
    const { id } = await newCommunity()
    const [viewer] = await manyMembers(forum.db, 1, 'frugal_')
    if (!viewer) throw new Error('no member')
    expect(
      await countQueries(forum.database, () => joinCommunity(forum.database.db, viewer, stored(id))),
    ).toBe(1)
    expect(
      await countQueries(forum.database, () => leaveCommunity(forum.database.db, viewer, stored(id))),
    ).toBe(5)
  })

  it('by one member, a hundred times at once, keeps the count right', async () => {
    const { id } = await newCommunity()
    const [viewer] = await manyMembers(forum.db, 1, 'nervous_')
    if (!viewer) throw new Error('no member')
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 ? leaveCommunity(forum.db, viewer, stored(id)) : joinCommunity(forum.db, viewer, stored(id)),
      ),
    )
    expect(await shownMembers(id)).toBe(await countedMembers(id))
  })

  it('by a hundred members at once keeps the count right', async () => {
    const { id } = await newCommunity()
    const crowd = await manyMembers(forum.db, 100, 'mass_')
    await Promise.all(crowd.map((one) => joinCommunity(forum.db, one, stored(id))))
    expect(await shownMembers(id)).toBe(101)
    await Promise.all(
      crowd.flatMap((one, n) =>
        n % 2
          ? [leaveCommunity(forum.db, one, stored(id)), joinCommunity(forum.db, one, stored(id))]
          : [leaveCommunity(forum.db, one, stored(id))],
      ),
    )
    expect(await shownMembers(id)).toBe(await countedMembers(id))
  })
})
