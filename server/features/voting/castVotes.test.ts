import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { heldWhileWaiting, permissionLocksAnd, unlockedRows } from '../../../tests/support/lockOrder.ts'
import { recordFailures } from '../../../tests/support/recordFailures.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { queryRows, type Statement } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { voteComment } from './comment.ts'
import { votePost } from './post.ts'
import { voteComments } from './voteComments.sql.ts'
import { votePosts } from './votePosts.sql.ts'

const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }
const crowdSize = 12
const lockNotAvailable = '55P03'

let forum: Forum
let author: Member
let crowd: Viewer[]

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '20' })
  await forum.community('birding')
  author = await forum.member('author_a')
  crowd = await manyMembers(forum.db, crowdSize)
})
afterAll(() => forum.close())

const asViewed = (viewer: Viewer) => ({
  viewer,
  ghostKey: Buffer.alloc(32),
  siteHosts: [],
  followsLinks: false,
  format: 'source' as const,
})
const voter = (at: number) => {
  const found = crowd[at]
  if (!found) throw new Error(`There are only ${crowdSize} voters.`)
  return found
}

describe.each(['post', 'comment'] as const)('concurrent votes on a %s', (kind) => {
  /** Ids of posts or comments to vote on, and of their posts. */
  let targets: string[]
  let posts: string[]

  beforeEach(async () => {
    const made: { post: string; target: string }[] = []
    while (made.length < 4) {
      const post = await forum.post(author, 'birding')
      const { id } = kind === 'post' ? post : await forum.comment(author, post)
      made.push({ post: stored(post.id), target: stored(id) })
    }
    posts = made.map(({ post }) => post)
    targets = made.map(({ target }) => target)
  })

  const vote = (member: Viewer, id: string, db = forum.db) => {
    const cast = { member, up: true, rules }
    return kind === 'post'
      ? votePost(db, { ...cast, postId: id }, asViewed(member))
      : voteComment(db, { ...cast, commentId: id }, asViewed(member))
  }
  const outcome = (voted: Promise<{ upvotes: number | null }>) =>
    voted.then(
      ({ upvotes }) => upvotes,
      (error) => (error instanceof Refused ? error.error.code : String(error)),
    )
  const target = (at: number) => targets[at] ?? ''
  const upvotes = async () =>
    (
      await sql<{ upvotes: number }>`select upvotes from ${sql.table(`${kind}s`)}
        where id = any(${targets}) order by id`.execute(forum.db)
    ).rows.map((row) => row.upvotes)

  it('share one statement, and each gets its own result', async () => {
    const statements = await countQueries(forum.database, async () => {
      const answers = await Promise.all(
        crowd.map((member, at) => vote(member, target(at % 4), forum.database.db)),
      )
      expect(answers.map(({ id }) => stored(id))).toEqual(crowd.map((_member, at) => target(at % 4)))
      for (const answer of answers) expect(answer).toMatchObject({ userVotedUp: true, upvotes: 4 })
    })
    expect(statements).toBe(1)
    expect(await upvotes()).toEqual([4, 4, 4, 4])
  })

  it('notify an author once per post or comment, with the number of its voters', async () => {
    const before = await forum.db
      .selectFrom('users')
      .select(['points', 'notifications_new_count as newNotifications'])
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow()
    await Promise.all(crowd.map((member, at) => vote(member, target(at % 2))))
    const after = await forum.db
      .selectFrom('users')
      .select(['points', 'notifications_new_count as newNotifications'])
      .where('id', '=', author.id)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({
      points: before.points + crowdSize,
      newNotifications: before.newNotifications + 2,
    })
    const column = kind === 'post' ? 'post_id' : 'about_comment_id'
    const { rows } = await sql`select happened from notifications
      where user_id = ${author.id} and ${sql.ref(column)} = any(${targets}) and type = 'new_votes'`.execute(
      forum.db,
    )
    expect(rows).toEqual([{ happened: 6 }, { happened: 6 }])
  })

  it('notify of someone who votes again once, beside new voters', async () => {
    await vote(voter(0), target(0))
    await vote(voter(0), target(0))
    await Promise.all([2, 0, 1].map((at) => vote(voter(at), target(0))))
    const column = kind === 'post' ? 'post_id' : 'about_comment_id'
    const { rows } = await sql`select happened from notifications
      where user_id = ${author.id} and ${sql.ref(column)} = ${target(0)} and type = 'new_votes'`.execute(
      forum.db,
    )
    expect(rows).toEqual([{ happened: 3 }])
  })

  it('are refused individually, without affecting the others', async () => {
    const [locked = '', deleted = '', , fine = ''] = targets
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${posts[0]}`.execute(forum.db)
    await sql`update ${sql.table(`${kind}s`)} set deleted_at = now(), deleted_as = 'mods'
      where id = ${deleted}`.execute(forum.db)
    await sql`insert into community_bans (community_id, user_id)
      select community_id, ${voter(3).id} from posts where id = ${posts[3]}`.execute(forum.db)
    const outcomes = await Promise.all([
      outcome(vote(voter(0), locked)),
      outcome(vote(voter(1), deleted)),
      outcome(vote(voter(2), '99999999999')),
      outcome(vote(voter(3), fine)),
      outcome(vote(voter(4), fine)),
      outcome(vote(voter(4), fine)),
    ])
    await sql`delete from community_bans where user_id = ${voter(3).id}`.execute(forum.db)
    const unknown = kind === 'post' ? errors.postNotFound : errors.commentNotFound
    expect(outcomes).toEqual([
      errors.postLocked.code,
      kind === 'post' ? errors.postNotFound.code : errors.commentDeleted.code,
      unknown.code,
      errors.bannedFromCommunity.code,
      2,
      1,
    ])
    expect(await upvotes()).toEqual([1, 1, 1, 1])
  })

  it.each<[string, () => RawBuilder<unknown>]>([
    [
      `someone holds its ${kind} locked`,
      () => sql`select from ${sql.table(`${kind}s`)} where id = ${target(1)} for update`,
    ],
    ['its voter is just being banned', () => sql`select lock_permissions_exclusively(${voter(1).id})`],
  ])('go on without the one that has to wait because %s', async (_case, lock) => {
    const failures: unknown[] = []
    const server = openDatabase(forum.connection, { connections: 4 })
    server.pool.on('connect', (client) => recordFailures(client, failures))
    let waiting: ReturnType<typeof outcome> = Promise.resolve('')
    await forum.db.transaction().execute(async (trx) => {
      await lock().execute(trx)
      waiting = outcome(vote(voter(1), target(1), server.db))
      const others = [0, 2, 3].map((at) => outcome(vote(voter(at), target(at), server.db)))
      expect(await Promise.all(others)).toEqual([2, 2, 2])
    })
    expect(await waiting).toBe(2)
    await server.close()
    // Because of the lock timeout, and not the statement timeout.
    expect(failures).toMatchObject([{ code: lockNotAvailable }])
    expect(await upvotes()).toEqual([2, 2, 2, 2])
  })

  /** Casts all votes in one statement, the last first, until it waits for a lock. @returns the locks that it holds. */
  async function heldWhile(lock: RawBuilder<unknown>, held: RawBuilder<{ id: string }>): Promise<string[]> {
    const reversed = targets.toReversed()
    const parameters = {
      ids: reversed,
      voterIds: reversed.map((_id, at) => voter(3 - at).id),
      votes: reversed.map(() => 'up'),
      areVotersEstablished: reversed.map(() => true),
      toggle: false,
      downvotesOn: true,
      botsVote: false,
      lockTimeout: null,
      renderer: 1,
      format: 'source' as const,
    }
    const statement: Statement<typeof parameters, unknown> = kind === 'post' ? votePosts : voteComments
    const run = () => queryRows(forum.db, statement, parameters)
    const { ids, underWay } = await heldWhileWaiting(forum.db, { lock, held }, run)
    waited = Promise.all(underWay)
    return ids
  }
  let waited: Promise<unknown> = Promise.resolve()
  afterEach(() => waited)

  it('lock posts or comments by ascending id, so that two such statements do not deadlock', async () => {
    const lock = sql`select from ${sql.table(`${kind}s`)} where id = ${target(1)} for update`
    expect(await heldWhile(lock, unlockedRows(`${kind}s`, targets))).toEqual([target(2), target(3)])
  })

  it('lock the authors by ascending id', async () => {
    const authors = (await manyMembers(forum.db, 4, `author_${kind}`)).map(({ id }) => id)
    for (const [at, id] of authors.entries())
      await sql`update ${sql.table(`${kind}s`)} set author_id = ${id} where id = ${target(3 - at)}`.execute(
        forum.db,
      )
    const lock = sql`select from users where id = ${authors[1]} for update`
    expect(await heldWhile(lock, unlockedRows('users', authors))).toEqual([authors[2], authors[3]])
  })

  it('take the permission locks of the voters by ascending id, before any row', async () => {
    const lock = sql`select lock_permissions_exclusively(${voter(1).id})`
    const held = permissionLocksAnd(unlockedRows(`${kind}s`, targets))
    expect(await heldWhile(lock, held)).toEqual([voter(0).id, ...targets])
  })
})
