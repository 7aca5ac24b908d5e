import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mutes } from '../../../contract/entities/mute.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import type { Client, Member, PostFacts } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let scene: Scene
let birding: string
let elsewhere: string
let made = 0
beforeAll(async () => {
  scene = await startScene()
  const idOf = async (name: string) =>
    (await scene.guest.get(`/api/communities/${name}?byName=true`)).json().id as string
  ;[birding, elsewhere] = [await idOf('birding'), await idOf('elsewhere')]
})
afterAll(() => scene.forum.close())

const newMember = () => scene.forum.member(`listener_${++made}`)
const mutesOf = async (member: Client) => (await member.get('/api/mutes')).json<Mutes>()
const nothing = { communityMutes: [], userMutes: [] }

/** A member who muted two users and two communities, in this order. */
async function startMuting() {
  const member = await newMember()
  for (const userId of [scene.author.id, scene.banned.id]) await member.post('/api/mutes', { userId })
  for (const communityId of [elsewhere, birding]) await member.post('/api/mutes', { communityId })
  const mutes = await mutesOf(member)
  const users = () => mutesOf(member).then((now) => now.userMutes.map((mute) => mute.mutedUserId))
  const communities = () =>
    mutesOf(member).then((now) => now.communityMutes.map((mute) => mute.mutedCommunityId))
  return { member, mutes, users, communities }
}

describe('muting', () => {
  // [CORE-1-013] [CORE-3-025] [CORE-3-026] [CORE-7-050]
  it('[CORE-7-049] a user answers with everything that the member muted', async () => {
    const member = await newMember()
    const answer = await member.post('/api/mutes', { userId: scene.author.id })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      communityMutes: [],
      userMutes: [
        {
          id: expect.stringMatching(/^u_\d+$/),
          type: 'user',
          mutedUserId: scene.author.id,
          createdAt: expect.stringMatching(/^20.*Z$/),
          mutedUser: expect.objectContaining({
            id: scene.author.id,
            username: scene.author.username,
            email: null,
            moddingList: null,
          }),
        },
      ],
    })
    expect(await mutesOf(member)).toEqual(answer.json())
    expect((await member.get('/api/_initial')).json().mutes).toEqual(answer.json())
  })

  it('[CORE-3-027] a community too', async () => {
    const member = await newMember()
    const answer = await member.post('/api/mutes', { communityId: birding })
    expect(answer.json()).toEqual({
      communityMutes: [
        {
          id: expect.stringMatching(/^c_\d+$/),
          type: 'community',
          mutedCommunityId: birding,
          createdAt: expect.stringMatching(/^20.*Z$/),
          mutedCommunity: expect.objectContaining({
            id: birding,
            name: 'birding',
            proPic: null,
            isMuted: true,
            userJoined: null,
            userMod: null,
          }),
        },
      ],
      userMutes: [],
    })
    expect((await member.get('/api/_initial')).json().mutes).toEqual(answer.json())
  })

  it('both at once, or neither', async () => {
    const member = await newMember()
    expect((await member.post('/api/mutes', {})).json()).toEqual(nothing)
    expect((await member.post('/api/mutes', { userId: null, communityId: null })).json()).toEqual(nothing)
    const both = await member.post('/api/mutes', { userId: scene.author.id, communityId: birding })
    expect(both.json()).toMatchObject({
      communityMutes: [{ mutedCommunityId: birding }],
      userMutes: [{ mutedUserId: scene.author.id }],
    })
  })

  it('keeps its order, and has no effect twice', async () => {
    const { member, mutes, users, communities } = await startMuting()
    expect(await users()).toEqual([scene.author.id, scene.banned.id])
    expect(await communities()).toEqual([elsewhere, birding])
    const again = await member.post('/api/mutes', { userId: scene.author.id, communityId: birding })
    expect(again.json()).toEqual(mutes)
    await Promise.all(Array.from({ length: 5 }, () => member.post('/api/mutes', { userId: scene.member.id })))
    expect(await users()).toEqual([scene.author.id, scene.banned.id, scene.member.id])
  })

  it.each<[string, () => object, object]>([
    ['nobody', () => ({ userId: '99999999' }), errors.userNotFound],
    ['no community', () => ({ communityId: '99999999' }), errors.communityNotFound],
    ['nobody in a community', () => ({ userId: '99999999', communityId: birding }), errors.userNotFound],
    [
      'a user in no community',
      () => ({ userId: scene.author.id, communityId: '0' }),
      errors.communityNotFound,
    ],
    ['an id larger than any', () => ({ userId: '9'.repeat(24) }), errors.userNotFound],
    ['an id that is none', () => ({ userId: 'abc' }), errors.invalidId],
    ['a number', () => ({ communityId: 7 }), errors.invalidJson],
    ['no object', () => [], errors.invalidJson],
  ])('%s is refused, and mutes nothing', async (_case, body, refusal) => {
    const member = await newMember()
    expect((await member.post('/api/mutes', body())).json()).toEqual(refusal)
    expect(await mutesOf(member)).toEqual(nothing)
  })

  it('a deleted account is refused, and so is a deleted community', async () => {
    const member = await newMember()
    const gone = await newMember()
    const { forum } = scene
    const ghostTown = await forum.community('ghost_town')
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    await sql`update communities set deleted_at = now() where id = ${ghostTown.id}`.execute(forum.db)
    expect((await member.post('/api/mutes', { userId: gone.id })).json()).toEqual(errors.userDeleted)
    const answer = await member.post('/api/mutes', { userId: scene.author.id, communityId: ghostTown.id })
    expect(answer.json()).toEqual(errors.communityNotFound)
    expect(await mutesOf(member)).toEqual(nothing)
  })

  it('waits for a concurrent deletion of the account, and is then refused', async () => {
    const member = await newMember()
    const leaving = await newMember()
    const { db } = scene.forum
    let muting: ReturnType<Member['post']> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`update users set deleted_at = now() where id = ${leaving.id}`.execute(trx)
      muting = member.post('/api/mutes', { userId: leaving.id })
      await expect.poll(() => waitingStatements(db)).toHaveLength(1)
    })
    expect((await muting)?.json()).toEqual(errors.userDeleted)
    expect(await mutesOf(member)).toEqual(nothing)
  })

  it('is limited per member', async () => {
    const { member, mutes } = await startMuting()
    const crowd = await manyMembers(scene.forum.db, limits.mutesMax - 1)
    await scene.forum.db
      .insertInto('user_mutes')
      .values(crowd.slice(1).map(({ id }) => ({ user_id: member.id, muted_user_id: id })))
      .execute()
    const [last] = crowd
    expect((await member.post('/api/mutes', { userId: last?.id })).json()).toEqual(errors.tooManyMutes)
    // An existing mute needs no place, and communities have their own limit.
    expect((await member.post('/api/mutes', { userId: scene.author.id })).statusCode).toBe(200)
    await member.delete(`/api/mutes/${mutes.communityMutes[0]?.id}`)
    expect((await member.post('/api/mutes', { communityId: elsewhere })).statusCode).toBe(200)
    await member.delete(`/api/mutes/users/${scene.author.id}`)
    expect((await member.post('/api/mutes', { userId: last?.id })).statusCode).toBe(200)
  })

  it('takes two statements beside the session', async () => {
    const member = await newMember()
    const statements = await countQueries(scene.forum.database, () =>
      member.post('/api/mutes', { userId: scene.author.id, communityId: birding }),
    )
    expect(statements).toBe(3)
  })
})

describe('unmuting', () => {
  it('[CORE-7-051] [CORE-7-054] of a user', async () => {
    const { member, users, communities } = await startMuting()
    for (let time = 0; time < 2; time++) {
      const answer = await member.delete(`/api/mutes/users/${scene.author.id}`)
      expect(answer.json()).toEqual({ success: true })
    }
    expect(await users()).toEqual([scene.banned.id])
    expect(await communities()).toHaveLength(2)
  })

  it('[CORE-7-052] [CORE-7-054] of a community', async () => {
    const { member, users, communities } = await startMuting()
    for (let time = 0; time < 2; time++) {
      const answer = await member.delete(`/api/mutes/communities/${birding}`)
      expect(answer.json()).toEqual({ success: true })
    }
    expect(await communities()).toEqual([elsewhere])
    expect(await users()).toHaveLength(2)
  })

  it('by its own id, which only works for the member’s own', async () => {
    const { member, mutes, users, communities } = await startMuting()
    const other = await startMuting()
    for (const { id } of [...mutes.userMutes.slice(1), ...mutes.communityMutes.slice(1)]) {
      expect((await other.member.delete(`/api/mutes/${id}`)).json()).toEqual({ success: true })
      const left = await mutesOf(member)
      expect([...left.userMutes, ...left.communityMutes].map((mute) => mute.id)).toContain(id)
      expect((await member.delete(`/api/mutes/${id}`)).json()).toEqual({ success: true })
    }
    expect(await users()).toEqual([scene.author.id])
    expect(await communities()).toEqual([elsewhere])
    expect(await mutesOf(other.member)).toEqual(other.mutes)
  })

  it.each(['u_', 'x_1', '1', 'u_1x', 'u_-1', 'U_1', 'u_9999999999999999999'])(
    'of %s makes no sense',
    async (id) => {
      const { member, mutes } = await startMuting()
      expect((await member.delete(`/api/mutes/${id}`)).json()).toEqual(errors.invalidId)
      expect(await mutesOf(member)).toEqual(mutes)
    },
  )

  it.each(['u_1', 'abc', '-1', '1.5'])('of the user or community %s makes no sense', async (id) => {
    const { member, mutes } = await startMuting()
    for (const kind of ['users', 'communities'])
      expect((await member.delete(`/api/mutes/${kind}/${id}`)).json()).toEqual(errors.invalidId)
    expect(await mutesOf(member)).toEqual(mutes)
  })

  it.each([
    ['?type=user', { users: 0, communities: 2 }],
    ['?type=community', { users: 2, communities: 0 }],
    ['?type=', { users: 0, communities: 0 }],
    ['', { users: 0, communities: 0 }],
  ])('[CORE-7-053] of all at once with "%s" answers with what was muted before', async (query, left) => {
    const { member, mutes, users, communities } = await startMuting()
    const other = await startMuting()
    expect((await member.delete(`/api/mutes${query}`)).json()).toEqual(mutes)
    expect(await users()).toHaveLength(left.users)
    expect(await communities()).toHaveLength(left.communities)
    expect(await mutesOf(other.member)).toEqual(other.mutes)
  })

  it('of all of another kind is refused', async () => {
    const { member, mutes } = await startMuting()
    expect((await member.delete('/api/mutes?type=post')).json()).toEqual(errors.invalidMuteType)
    expect(await mutesOf(member)).toEqual(mutes)
  })
})

describe('guests', () => {
  it('mute nobody', async () => {
    const { guest } = scene
    const answers = [
      await guest.get('/api/mutes'),
      await guest.post('/api/mutes', { userId: scene.author.id }),
      await guest.delete('/api/mutes'),
      await guest.delete(`/api/mutes/users/${scene.author.id}`),
      await guest.delete(`/api/mutes/communities/${birding}`),
      await guest.delete('/api/mutes/u_1'),
    ]
    for (const answer of answers) expect(answer.json()).toEqual(errors.notLoggedIn)
    expect((await guest.get('/api/_initial')).json().mutes).toEqual(nothing)
  })
})

describe('what a member muted', () => {
  let reader: Member
  let post: PostFacts
  beforeAll(async () => {
    reader = await newMember()
    await sql`insert into moderators (community_id, user_id, position) values (${birding}, ${reader.id}, 7)`.execute(
      scene.forum.db,
    )
    await reader.post('/api/_joinCommunity', { communityId: birding })
    post = await scene.post()
    await scene.forum.comment(scene.author, post)
  })
  const feeds = {
    all: 'sort=latest',
    home: 'sort=latest&feed=home',
    community: () => `sort=latest&communityId=${birding}`,
    moderating: 'sort=latest&feed=moderating',
  }
  const isIn = async (feed: keyof typeof feeds) => {
    const query = feeds[feed]
    const { posts } = (
      await reader.get(`/api/posts?limit=50&${typeof query === 'string' ? query : query()}`)
    ).json<{ posts: Post[] }>()
    return posts.some((one) => one.id === post.id)
  }

  it.each([
    ['user', { all: false, home: false, community: false, moderating: true }],
    ['community', { all: false, home: true, community: true, moderating: true }],
  ] as const)('as a %s is gone from the feeds that say so at once, and back at once', async (kind, shown) => {
    const body = kind === 'user' ? { userId: scene.author.id } : { communityId: birding }
    for (const feed of ['all', 'home', 'community', 'moderating'] as const) {
      expect(await isIn(feed), feed).toBe(true)
      await reader.post('/api/mutes', body)
      expect(await isIn(feed), feed).toBe(shown[feed])
      await reader.delete(`/api/mutes?type=${kind}`)
      expect(await isIn(feed), feed).toBe(true)
    }
  })

  it('as a user is marked in threads, but not excluded', async () => {
    const comments = async (who: Client) =>
      (await who.get(`/api/posts/${post.publicId}/comments`)).json<{ comments: object[] }>().comments
    await reader.post('/api/mutes', { userId: scene.author.id })
    expect(await comments(reader)).toMatchObject([{ isAuthorMuted: true }])
    expect(await comments(scene.member)).not.toHaveProperty('0.isAuthorMuted')
    await reader.delete('/api/mutes')
    expect(await comments(reader)).not.toHaveProperty('0.isAuthorMuted')
  })

  it('as a community is marked for this member only', async () => {
    const isMuted = async (who: Client) => ({
      single: (await who.get(`/api/communities/${birding}`)).json().isMuted,
      ofPost: (await who.get(`/api/posts/${post.publicId}`)).json().community.isMuted,
      subscribed: (await who.get('/api/communities?set=subscribed')).json()[0]?.isMuted,
      initial: (await who.get('/api/_initial')).json().communities[0]?.isMuted,
    })
    await reader.post('/api/mutes', { communityId: birding })
    expect(await isMuted(reader)).toEqual({ single: true, ofPost: true, subscribed: true, initial: true })
    await scene.member.post('/api/_joinCommunity', { communityId: birding })
    const quiet = { single: false, ofPost: false, subscribed: false, initial: false }
    expect(await isMuted(scene.member)).toEqual(quiet)
    await reader.delete('/api/mutes')
    expect(await isMuted(reader)).toEqual(quiet)
  })
})
