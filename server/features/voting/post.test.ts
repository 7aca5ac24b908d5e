import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { isEstablished } from './castVotes.ts'
import { voteComment } from './comment.ts'
import { votePost } from './post.ts'

let forum: Forum
let author: Member
let reader: Member

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '20' })
  await forum.community('birding')
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
})
afterAll(() => forum.close())

const newPost = () => forum.post(author, 'birding')
const press = async (member: Member, postId: string, up: boolean) =>
  (await member.post('/api/_postVote', { postId, up })).json<Post>()
const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }
const pointsOf = async (id: string) =>
  (await forum.db.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points

type Vote = 'none' | 'up' | 'down'
/** The state table of votes (docs/spec/votes.md). */
const stateTable: Record<Vote, { up: Vote; down: Vote }> = {
  none: { up: 'up', down: 'down' },
  up: { up: 'none', down: 'down' },
  down: { up: 'up', down: 'none' },
}

describe('pressing the arrows of a post', () => {
  it.each<[string, boolean[], Partial<Post>]>([
    [
      '[CORE-4-002] up adds an upvote',
      [true],
      { upvotes: 2, downvotes: 0, userVoted: true, userVotedUp: true },
    ],
    [
      '[CORE-4-003] down adds a downvote',
      [false],
      { upvotes: 1, downvotes: 1, userVoted: true, userVotedUp: false },
    ],
    [
      '[CORE-4-004] up twice takes the vote back',
      [true, true],
      { upvotes: 1, downvotes: 0, userVoted: null, userVotedUp: null },
    ],
    [
      '[CORE-4-005] down after up moves it',
      [true, false],
      { upvotes: 1, downvotes: 1, userVoted: true, userVotedUp: false },
    ],
    [
      '[CORE-4-006] down twice takes the vote back',
      [false, false],
      { upvotes: 1, downvotes: 0, userVoted: null, userVotedUp: null },
    ],
    [
      '[CORE-4-007] up after down moves it',
      [false, true],
      { upvotes: 2, downvotes: 0, userVoted: true, userVotedUp: true },
    ],
  ])('%s', async (_case, presses, expected) => {
    const post = await newPost()
    let answer: Post | undefined
    for (const up of presses) answer = await press(reader, post.id, up)
    // [CORE-4-011] [CORE-7-018] [CORE-7-019] [CORE-1-009] the answer is the updated post
    expect(answer).toMatchObject({ publicId: post.publicId, ...expected })
    const { userVotedUp } = (await reader.get(`/api/posts/${post.publicId}`)).json<Post>()
    expect(userVotedUp).toBe(expected.userVotedUp ?? null)
  })

  it('[CORE-4-001] any sequence of presses agrees with the state table', async () => {
    const { id } = await newPost()
    let state: Vote = 'none'
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), async (presses) => {
        for (const up of presses) {
          state = stateTable[state][up ? 'up' : 'down']
          expect(await press(reader, id, up)).toMatchObject({
            upvotes: state === 'up' ? 2 : 1,
            downvotes: state === 'down' ? 1 : 0,
            userVotedUp: state === 'none' ? null : state === 'up',
          })
        }
      }),
      { numRuns: 12 },
    )
  })

  it('is one statement beyond the session', async () => {
    const { id } = await newPost()
    const [voter] = await manyMembers(forum.db, 1, 'single')
    const to: ViewAs = {
      viewer: voter ?? null,
      ghostKey: Buffer.alloc(32),
      siteHosts: [],
      followsLinks: false,
      format: 'source',
    }
    const statements = await countQueries(forum.database, async () => {
      if (voter) await votePost(forum.database.db, { member: voter, postId: stored(id), up: true, rules }, to)
    })
    expect(statements).toBe(1)
  })

  it('[CORE-6-001] is refused to guests', async () => {
    const { id, publicId } = await newPost()
    const guest = await forum.guest()
    expect((await guest.post('/api/_postVote', { postId: id, up: true })).json()).toEqual(errors.notLoggedIn)
    expect((await guest.get(`/api/posts/${publicId}`)).json()).toMatchObject({ upvotes: 1, userVoted: null })
  })

  it('is refused on locked posts, and the counts stay', async () => {
    const { id, publicId } = await newPost()
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${id}`.execute(forum.db)
    expect((await reader.post('/api/_postVote', { postId: id, up: true })).json()).toEqual(errors.postLocked)
    expect((await reader.get(`/api/posts/${publicId}`)).json()).toMatchObject({
      upvotes: 1,
      userVoted: false,
    })
  })

  it('is refused to members banned from the community, and the counts stay', async () => {
    const { id, publicId } = await newPost()
    const banned = await forum.member(`banned${stored(id)}`)
    await sql`insert into community_bans (community_id, user_id) select community_id, ${banned.id} from posts
      where id = ${id}`.execute(forum.db)
    const refusal = await banned.post('/api/_postVote', { postId: id, up: true })
    expect(refusal.json()).toEqual(errors.bannedFromCommunity)
    expect((await banned.get(`/api/posts/${publicId}`)).json()).toMatchObject({ upvotes: 1 })
  })

  it('is refused on posts that do not exist or are deleted', async () => {
    const { id, publicId } = await newPost()
    await author.delete(`/api/posts/${publicId}`)
    for (const postId of [id, '0', '999999999', '000000000000000000000000', '99999999999999999999999'])
      expect((await reader.post('/api/_postVote', { postId })).json()).toEqual(errors.postNotFound)
  })
})

describe('the points of an author', () => {
  it.each<[boolean[], number]>([
    [[true], 1],
    [[true, true], 0],
    [[true, false], 0],
    [[false], 0],
    [[false, true], 1],
    [[false, false], 0],
  ])('after the presses %j have changed by %i', async (presses, change) => {
    const { id } = await newPost()
    const before = await pointsOf(author.id)
    for (const up of presses) await press(reader, id, up)
    expect((await pointsOf(author.id)) - before).toBe(change)
  })

  it('do not change by their own votes', async () => {
    const { id } = await newPost()
    const before = await pointsOf(author.id)
    await press(author, id, true)
    await press(author, id, true)
    expect(await pointsOf(author.id)).toBe(before)
  })

  it('do not change by voters who are too new, while the counts do', async () => {
    const { id } = await newPost()
    const [voter] = await manyMembers(forum.db, 1, 'newcomer')
    if (!voter) throw new Error('no voter')
    const before = await pointsOf(author.id)
    const to: ViewAs = {
      viewer: voter,
      ghostKey: Buffer.alloc(32),
      siteHosts: [],
      followsLinks: false,
      format: 'source',
    }
    const rule = { ...rules, newUserPoints: 5 }
    const post = await votePost(forum.db, { member: voter, postId: id, up: true, rules: rule }, to)
    expect(post.upvotes).toBe(2)
    expect(await pointsOf(author.id)).toBe(before)
  })

  it.each([
    [1, 0, { newUserPoints: 0, newUserAgeSeconds: 0 }, true],
    [1, 0, { newUserPoints: 2, newUserAgeSeconds: 0 }, false],
    [2, 0, { newUserPoints: 2, newUserAgeSeconds: 0 }, true],
    [9, 60, { newUserPoints: 0, newUserAgeSeconds: 60 }, false],
    [9, 61, { newUserPoints: 0, newUserAgeSeconds: 60 }, true],
  ])('%i points and %i seconds of age under %j: established %s', (points, age, rule, expected) => {
    const at = new Date('2026-01-01T00:00:00Z')
    expect(isEstablished({ points, createdAt: new Date(at.getTime() - age * 1000) }, rule, at)).toBe(expected)
  })
})

describe('many votes concurrently', () => {
  it.each(['post', 'comment'] as const)(
    'a member may press the arrow of a %s as often as they like',
    async (kind) => {
      const post = await newPost()
      const { id } = kind === 'post' ? post : await forum.comment(author, post)
      // The count is 0 at the beginning, so that a wrong calculation would become negative.
      await sql`delete from ${sql.table(`${kind}_votes`)} where ${sql.ref(`${kind}_id`)} = ${id}`.execute(
        forum.db,
      )
      await sql`update ${sql.table(`${kind}s`)} set upvotes = 0 where id = ${id}`.execute(forum.db)
      const [member] = await manyMembers(forum.db, 1, `presser_${kind}`)
      if (!member) throw new Error('no member')
      const to: ViewAs = {
        viewer: member,
        ghostKey: Buffer.alloc(32),
        siteHosts: [],
        followsLinks: false,
        format: 'source',
      }
      const press = { member, up: true, rules }
      await Promise.all(
        Array.from({ length: 60 }, () =>
          kind === 'post'
            ? votePost(forum.db, { ...press, postId: id }, to)
            : voteComment(forum.db, { ...press, commentId: id }, to),
        ),
      )
      const { rows } = await sql`select upvotes from ${sql.table(`${kind}s`)} where id = ${id}`.execute(
        forum.db,
      )
      expect(rows).toEqual([{ upvotes: 0 }])
    },
  )

  it('200 members who vote on one post and undo at random leave everything equal to a recount', async () => {
    const { id } = await newPost()
    const crowd = await manyMembers(forum.db, 200)
    const before = await pointsOf(author.id)
    const choices = fc.sample(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), crowd.length)
    await Promise.all(
      crowd.map(async (member, index) => {
        const to: ViewAs = {
          viewer: member,
          ghostKey: Buffer.alloc(32),
          siteHosts: [],
          followsLinks: false,
          format: 'source',
        }
        // All votes of one member concurrently, too, like double clicks.
        await Promise.all(
          (choices[index] ?? []).map((up) => votePost(forum.db, { member, postId: id, up, rules }, to)),
        )
      }),
    )
    const { rows } = await sql<Record<string, string>>`
      select upvotes, downvotes, points, posts.hotness,
        (select count(*) from post_votes where post_id = posts.id and up)::integer as counted_up,
        (select count(*) from post_votes where post_id = posts.id and not up)::integer as counted_down,
        hotness((select count(*)::integer from post_votes where post_id = posts.id and up), created_at) as recounted,
        (select count(*) from post_votes where post_id = posts.id and up and user_id <> author_id)::integer as rewards
      from posts where id = ${id}`.execute(forum.db)
    const [post] = rows
    expect(post?.upvotes).toBe(post?.counted_up)
    expect(post?.downvotes).toBe(post?.counted_down)
    expect(post?.points).toBe(Number(post?.counted_up) - Number(post?.counted_down))
    expect(post?.hotness).toBe(post?.recounted)
    expect((await pointsOf(author.id)) - before).toBe(post?.rewards)
  })
})
