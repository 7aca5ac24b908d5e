import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { joinCommunity } from './join.ts'
import { changeMemberships } from './memberships.ts'

let forum: Forum
let member: Member
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  member = await forum.member('wanderer')
})
afterAll(() => forum.close())

let made = 0
const newCommunities = async (count: number) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await forum.community(`valley_${++made}`)).id)
  return ids
}
const change = (who: Member, body: object) => who.post('/api/_memberships', body)
const shown = async (id: string) => (await member.get(`/api/communities/${id}`)).json()
const countedMembers = async (id: string) =>
  (await forum.db.selectFrom('memberships').select('user_id').where('community_id', '=', id).execute()).length

describe('joining and leaving several communities', () => {
  // [ACC-7-082]
  it('answers with each of them as it is afterwards, by name', async () => {
    const [first, second, third, unchanged] = await newCommunities(4)
    await change(member, { join: [third] })
    const answer = await change(member, { join: [second, first], leave: [third, unchanged] })
    expect(answer.json()).toMatchObject([
      { id: first, userJoined: true, noMembers: 2 },
      { id: second, userJoined: true, noMembers: 2 },
      { id: third, userJoined: false, noMembers: 1 },
      { id: unchanged, userJoined: false, noMembers: 1 },
    ])
    for (const { id, ...seen } of answer.json())
      expect(await shown(id)).toMatchObject({ userJoined: seen.userJoined, noMembers: seen.noMembers })
  })

  it('twice counts once, and an id that is in both lists is joined', async () => {
    const [id] = await newCommunities(1)
    const body = { join: [id, id], leave: [id] }
    expect((await change(member, body)).json()).toMatchObject([{ userJoined: true, noMembers: 2 }])
    expect((await change(member, body)).json()).toMatchObject([{ userJoined: true, noMembers: 2 }])
  })

  it('skips deleted communities', async () => {
    const [kept, gone] = (await newCommunities(2)) as [string, string]
    await forum.db.updateTable('communities').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
    const answer = await change(member, { join: [gone, kept, '999999', '0'.repeat(24)] })
    expect(answer.json()).toMatchObject([{ id: kept, userJoined: true }])
    expect(await countedMembers(gone)).toBe(1)
  })

  // [ACC-7-084]
  it('leaves moderators in the communities that they moderate', async () => {
    const founder = await forum.member('founder_x', { isAdmin: true })
    const { id } = await forum.community('own_valley', founder)
    expect((await change(founder, { leave: [id] })).json()).toMatchObject([
      { userJoined: true, userMod: true, noMembers: 1 },
    ])
  })

  it.each([
    ['a guest', { join: ['1'] }, errors.notLoggedIn, true],
    ['a malformed id', { join: ['valley'] }, errors.invalidId],
    ['a number as id', { join: [1] }, errors.invalidJson],
    [
      '[ACC-7-083] more than fifty',
      { join: Array.from({ length: limits.membershipChangesMax + 1 }, (_, n) => String(n + 1)) },
      errors.tooManyCommunitiesAtOnce,
    ],
  ])('is refused for %s', async (_case, body, refusal, asGuest = false) => {
    const who = asGuest ? await forum.guest() : member
    expect((await change(who as Member, body)).json()).toEqual(refusal)
  })

  it('costs one statement, however many there are', async () => {
    const [viewer] = await manyMembers(forum.db, 1, 'frugal_')
    if (!viewer) throw new Error('no member')
    const join = (await newCommunities(5)).map(stored)
    const press = () => changeMemberships(forum.database.db, viewer, { join, leave: [] })
    expect(await countQueries(forum.database, press)).toBe(1)
  })

  it('by many concurrently, in any order and mixed with single calls, keeps the counts right', async () => {
    const ids = await newCommunities(4)
    const wanted = ids.map(stored)
    const backwards = [...wanted].reverse()
    const crowd = await manyMembers(forum.db, 30, 'crowd_')
    await Promise.all(
      crowd.flatMap((one, n) => [
        changeMemberships(forum.db, one, { join: n % 2 ? wanted : backwards, leave: [] }),
        joinCommunity(forum.db, one, wanted[n % 4] as string),
        changeMemberships(forum.db, one, { join: [], leave: n % 3 ? backwards : wanted }),
      ]),
    )
    for (const id of ids) expect((await shown(id)).noMembers).toBe(await countedMembers(id))
  })
})

describe('joining a community alone and among others is refused for the same reasons', () => {
  const forbidReading = (id: string, who: Member) =>
    forum.db
      .insertInto('community_bans')
      .values({ community_id: id, user_id: who.id, kind: 'reading' })
      .execute()
  const joinTooMany = (_id: string, who: Member) =>
    sql`
    with many as (
      insert into communities (name, creator_id)
      select 'many_' || n, ${who.id} from generate_series(1, ${sql.lit(limits.communitiesJoinedMax)}) n returning id)
    insert into memberships (user_id, community_id) select ${who.id}, id from many`.execute(forum.db)

  it.each<[string, (id: string, who: Member) => Promise<unknown>, object]>([
    ['a ban from reading', forbidReading, errors.bannedFromCommunity],
    ['too many memberships', joinTooMany, errors.tooManyMemberships],
  ])('%s', async (_reason, happen, refusal) => {
    const [id] = (await newCommunities(1)) as [string]
    const who = await forum.member(`joiner_${++made}`)
    await happen(id, who)
    expect((await who.post('/api/_joinCommunity', { communityId: id })).json()).toEqual(refusal)
    expect((await change(who, { join: [id] })).json()).toEqual(refusal)
    expect(await countedMembers(id)).toBe(1)
  })
})
