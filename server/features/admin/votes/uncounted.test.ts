import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkAction } from '../../../../contract/entities/bulkAction.ts'
import type { Comment } from '../../../../contract/entities/comment.ts'
import type { Post } from '../../../../contract/entities/post.ts'
import { eachInShares } from '../../../../tests/support/eachInShares.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../../tests/support/forum.ts'
import { recount } from '../../../../tests/support/recount.ts'
import { waitingStatements } from '../../../../tests/support/waitingStatements.ts'
import { findTrustFacts } from '../../../core/trust/updateTrust.ts'
import { performBulkActions } from '../bulk/perform.ts'
import { countOrderedVotes } from './uncounted.ts'

let forum: Forum
let admin: Member
let author: Member
let reader: Member
let made = 0

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('keeper', { isAdmin: true })
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const goOn = () => new AbortController().signal
/** Aborts when it has been asked this many times. */
const stopAfter = (times: number) => {
  let asked = 0
  return {
    get aborted() {
      return asked++ >= times
    },
  } as AbortSignal
}
const count = (given: { signal?: AbortSignal; batch?: number } = {}) =>
  countOrderedVotes(forum.db, { signal: goOn(), ...given })
const perform = () => performBulkActions(forum.db, { signal: goOn(), purgeUrl: null })
const work = async () => {
  await perform()
  await count()
}
const order = async (action: string, members: readonly Member[], more: object = {}) => {
  const usernames = members.map(({ username }) => username)
  const answer = await admin.post('/api/_admin/bulk_actions', {
    action,
    usernames,
    accounts: usernames.length,
    ...more,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<BulkAction>()
}
const current = async ({ id }: BulkAction) => {
  const { bulkActions } = (await admin.get('/api/_admin/bulk_actions')).json<{ bulkActions: BulkAction[] }>()
  return bulkActions.find((one) => one.id === id)
}
const isRight = async () => expect(await recount(forum.connection)).toMatch(/^All \d+ counters are correct/m)
const vote = (member: Member, kind: 'post' | 'comment', id: string, set: string) =>
  member.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id, set })

/** Members whose votes move points. */
const voters = (number: number) => Promise.all(Array.from({ length: number }, newVoter))
async function newVoter(): Promise<Member> {
  const member = await forum.member(`voter${++made}`, { points: 5 })
  await sql`update users set imported_points = 4 where id = ${member.id}`.execute(forum.db)
  return member
}

interface Scene {
  posts: PostFacts[]
  comments: { id: string }[]
  ring: Member[]
}

/** Two posts, each with a comment, on which the ring votes: up on the first, down on the second. */
async function scene({ size = 3 } = {}): Promise<Scene> {
  const posts = [await forum.post(author, 'birding'), await forum.post(author, 'birding')]
  const comments = [
    await forum.comment(author, posts[0] as PostFacts),
    await forum.comment(author, posts[1] as PostFacts),
  ]
  const ring = await voters(size)
  for (const member of ring)
    for (const [at, set] of ['up', 'down'].entries()) {
      await vote(member, 'post', posts[at]?.id ?? '', set)
      await vote(member, 'comment', comments[at]?.id ?? '', set)
    }
  return { posts, comments, ring }
}

/** Everything that votes change. */
async function scores({ posts, comments }: Scene) {
  const { rows } = await sql`
    select 'post' as kind, upvotes, downvotes, hotness::text, (select points from users where id = author_id) as points
    from posts where id = any(${posts.map(({ id }) => id)}::bigint[])
    union all
    select 'comment', upvotes, downvotes, null, null from comments where id = any(${comments.map(({ id }) => id)}::bigint[])
    order by 1, 2`.execute(forum.db)
  return rows
}
const counts = (rows: unknown[]) =>
  (rows as { upvotes: number; downvotes: number }[]).map(({ upvotes, downvotes }) => [upvotes, downvotes])

describe('votes that do not count', () => {
  it('are out of scores, points and hotness, as a recount has them; counting again restores each', async () => {
    const facts = await scene()
    const before = await scores(facts)
    expect(counts(before)).toEqual([
      [1, 3],
      [4, 0],
      [1, 3],
      [4, 0],
    ])
    const points = async () =>
      (
        await forum.db
          .selectFrom('users')
          .select('points')
          .where('id', '=', author.id)
          .executeTakeFirstOrThrow()
      ).points
    const pointsBefore = await points()
    const action = await order('uncount_votes', facts.ring, { reason: 'A ring' })
    await work()
    expect(counts(await scores(facts))).toEqual(Array.from({ length: 4 }, () => [1, 0]))
    expect(await points()).toBe(pointsBefore - 6)
    await isRight()
    expect(await current(action)).toMatchObject({
      changed: 3,
      votesLeft: 0,
      isUndoable: true,
      reason: 'A ring',
      votesSince: null,
    })

    await admin.put(`/api/_admin/bulk_actions/${action.id}`, { step: 'undo' })
    await work()
    expect(await scores(facts)).toEqual(before)
    expect(await forum.db.selectFrom('uncounted_voters').selectAll().execute()).toEqual([])
    expect(await current(action)).toMatchObject({ isUndoable: false })
    await isRight()
  })

  it('are stored when they are cast later: their voter sees them, nobody else does, and nobody is notified', async () => {
    const { ring, posts, comments } = await scene({ size: 1 })
    const [voter] = ring as [Member]
    await order('uncount_votes', [voter])
    await work()
    const later = await forum.post(author, 'birding')
    const comment = await forum.comment(author, later)
    const notified = async () =>
      (await forum.db
        .selectFrom('notifications')
        .where('user_id', '=', author.id)
        .where('type', '=', 'new_votes')
        .select(['id', 'post_id', 'is_new'])
        .execute()) as unknown[]
    const before = await notified()
    const mine = { userVoted: true, userVotedUp: true }
    const alone = { upvotes: 1, downvotes: 0 }
    expect((await vote(voter, 'post', later.id, 'up')).json<Post>()).toMatchObject({ ...mine, ...alone })
    expect((await vote(voter, 'comment', comment.id, 'up')).json<Comment>()).toMatchObject({
      ...mine,
      ...alone,
    })
    expect(await notified()).toEqual(before)
    expect((await voter.get(`/api/posts/${later.publicId}`)).json()).toMatchObject({ ...mine, ...alone })
    expect((await reader.get(`/api/posts/${later.publicId}`)).json()).toMatchObject(alone)
    // Changed, taken back and cast again, also those from before.
    for (const set of ['down', 'none', 'up'])
      for (const [kind, id] of [
        ['post', later.id],
        ['comment', comment.id],
        ['post', posts[1]?.id],
        ['comment', comments[1]?.id],
      ] as const)
        expect((await vote(voter, kind, id ?? '', set)).json()).toMatchObject(alone)
    await isRight()
    // Their own posts begin with their own vote, as everyone's do.
    const own = await forum.post(voter, 'birding')
    expect((await vote(voter, 'post', own.id, 'none')).json()).toMatchObject({ upvotes: 0 })
    expect((await vote(voter, 'post', own.id, 'up')).json()).toMatchObject({ upvotes: 1 })
    await isRight()

    await order('count_votes', [voter])
    await work()
    expect((await reader.get(`/api/posts/${later.publicId}`)).json()).toMatchObject({ upvotes: 2 })
    expect((await vote(voter, 'post', later.id, 'none')).json()).toMatchObject({ upvotes: 1 })
    await isRight()
  })

  it('can be those since a moment; the others count until all are taken out', async () => {
    const facts = await scene({ size: 2 })
    const [voter] = facts.ring as [Member]
    await sql`update post_votes set created_at = now() - interval '2 days' where user_id = ${voter.id}`.execute(
      forum.db,
    )
    const since = new Date(Date.now() - 86_400_000).toISOString().replace(/\.\d+/, '')
    const action = await order('uncount_votes', [voter], { votesSince: since })
    await work()
    expect(counts(await scores(facts))).toEqual([
      [1, 1],
      [2, 0],
      [1, 2],
      [3, 0],
    ])
    expect((await current(action))?.votesSince).toBe(since)
    await isRight()
    // A narrower one changes nothing, a wider one does.
    const narrower = await order('uncount_votes', [voter], { votesSince: new Date().toISOString() })
    await work()
    expect(await current(narrower)).toMatchObject({ changed: 0, done: 1 })
    await order('uncount_votes', [voter])
    await work()
    expect(counts(await scores(facts))).toEqual([
      [1, 1],
      [2, 0],
      [1, 1],
      [2, 0],
    ])
    await isRight()
    expect(
      (
        await admin.post('/api/_admin/bulk_actions', {
          action: 'uncount_votes',
          usernames: [voter.username],
          accounts: 1,
          votesSince: 'soon',
        })
      ).statusCode,
    ).toBe(400)
  })

  eachInShares([[0], [1], [2], [4], [6]], 3)(
    'are those since a moment where all were about to count again, after %i steps',
    async (steps) => {
      const facts = await scene()
      const before = await scores(facts)
      await sql`update post_votes set created_at = now() - interval '2 days' where user_id = any(${facts.ring.map(({ id }) => id)}::bigint[])`.execute(
        forum.db,
      )
      await order('uncount_votes', facts.ring)
      await work()
      await order('count_votes', facts.ring)
      await perform()
      await count({ signal: stopAfter(steps), batch: 2 })
      await order('uncount_votes', facts.ring, {
        votesSince: new Date(Date.now() - 86_400_000).toISOString().replace(/\.\d+/, ''),
      })
      await perform()
      await count({ signal: stopAfter(steps), batch: 2 })
      await isRight()
      await count({ batch: 2 })
      // The votes on posts are older, those on comments are not.
      expect(counts(await scores(facts))).toEqual([[1, 0], [1, 0], ...counts(before).slice(2)])
      await isRight()
      await order('count_votes', facts.ring)
      await work()
      expect(await scores(facts)).toEqual(before)
    },
  )

  eachInShares([[1], [2], [3], [5], [8]], 3)(
    'are right when the job is killed after %i steps, and goes on',
    async (steps) => {
      const facts = await scene()
      const before = await scores(facts)
      await order('uncount_votes', facts.ring)
      await perform()
      await count({ signal: stopAfter(steps), batch: 2 })
      // At each moment, the counts are those of the votes that count.
      await isRight()
      await count({ batch: 2 })
      expect(counts(await scores(facts))).toEqual(Array.from({ length: 4 }, () => [1, 0]))
      await order('count_votes', facts.ring)
      await perform()
      await count({ signal: stopAfter(steps), batch: 2 })
      await isRight()
      // The opposite is ordered before the end.
      await order('uncount_votes', facts.ring)
      await perform()
      await count({ signal: stopAfter(steps), batch: 2 })
      await order('count_votes', facts.ring)
      await work()
      expect(await scores(facts)).toEqual(before)
      await isRight()
    },
  )

  it('are right when several processes work at once, while members vote', async () => {
    const facts = await scene({ size: 8 })
    const others = await voters(4)
    await order('uncount_votes', facts.ring)
    await perform()
    const states = ['up', 'down', 'none'] as const
    await Promise.all([
      count({ batch: 3 }),
      count({ batch: 3 }),
      ...[...facts.ring, ...others].flatMap((member, at) =>
        facts.posts.map(async ({ id }, n) => {
          await vote(member, 'post', id, states[(at + n) % 3] ?? 'up')
          await vote(member, 'comment', facts.comments[n]?.id ?? '', states[(at + n + 1) % 3] ?? 'up')
        }),
      ),
    ])
    await isRight()
    const { rows } = await sql`
      select from post_votes where counts and up is not null and user_id = any(${facts.ring.map(({ id }) => id)}::bigint[])`.execute(
      forum.db,
    )
    expect(rows).toHaveLength(0)
  })

  // With batches of one vote, a batch that changes nothing is full, too.
  it.each([500, 1])(
    'count again where that was ordered while another process was about to take them out (batches of %i)',
    async (batch) => {
      const facts = await scene()
      const before = await scores(facts)
      await order('uncount_votes', facts.ring)
      await perform()
      let late: Promise<void> | undefined
      await forum.db.transaction().execute(async (trx) => {
        await sql`select from posts where id = ${facts.posts[0]?.id} for no key update`.execute(trx)
        late = count({ batch })
        await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
        await order('count_votes', facts.ring)
        await work()
      })
      await late
      expect(await scores(facts)).toEqual(before)
      await isRight()
    },
  )

  it('do not lift the trust of the author', async () => {
    const { ring } = await scene({ size: 2 })
    await sql`update users set trust_level = 1 where id = any(${ring.map(({ id }) => id)}::bigint[])`.execute(
      forum.db,
    )
    const approvals = async () => (await findTrustFacts(forum.db, author.id))?.approvals
    const before = (await approvals()) ?? 0
    await order('uncount_votes', ring)
    await work()
    expect(await approvals()).toBe(before - 4)
  })

  it('are recorded in the log of admins only, once for the order and once for each account', async () => {
    const { ring } = await scene({ size: 2 })
    await order('uncount_votes', ring, { reason: 'A ring' })
    await work()
    await order('count_votes', ring)
    await work()
    const { rows } = await sql<{ action: string; is_public: boolean; reason: string | null }>`
      select action, is_public, reason from moderation_log order by id desc limit 6`.execute(forum.db)
    expect(rows.map(({ action }) => action).toReversed()).toEqual([
      'uncount_votes_of_users',
      'uncount_votes',
      'uncount_votes',
      'count_votes_of_users',
      'count_votes',
      'count_votes',
    ])
    expect(rows.some((row) => row.is_public)).toBe(false)
    expect(rows.filter(({ reason }) => reason === 'A ring')).toHaveLength(3)
  })

  it.each([
    ['became an admin', sql`is_admin = true`],
    ['was deleted', sql`deleted_at = now()`],
  ])('count again on demand also where the account %s meanwhile', async (_what, change) => {
    for (const undoes of [false, true]) {
      const facts = await scene({ size: 1 })
      const [voter] = facts.ring as [Member]
      const before = await scores(facts)
      const action = await order('uncount_votes', [voter])
      await work()
      await sql`update users set ${change} where id = ${voter.id}`.execute(forum.db)
      if (undoes) await admin.put(`/api/_admin/bulk_actions/${action.id}`, { step: 'undo' })
      else await order('count_votes', [voter])
      await work()
      expect(await scores(facts)).toEqual(before)
    }
    await isRight()
  })

  it('are counted again only of accounts of which they were not counted', async () => {
    const answer = await admin.post('/api/_admin/bulk_actions', {
      action: 'count_votes',
      usernames: [reader.username],
      accounts: 1,
    })
    expect(answer.json()).toMatchObject({ code: 'user_not_found' })
  })

  it('cannot be those of admins', async () => {
    const other = await forum.member(`admin${++made}`, { isAdmin: true })
    const answer = await admin.post('/api/_admin/bulk_actions', {
      action: 'uncount_votes',
      usernames: [other.username],
      accounts: 1,
    })
    expect(answer.json()).toMatchObject({ code: 'user_not_found' })
  })
})
