import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { heldWhileWaiting, permissionLocksAnd, unlockedRows } from '../../../tests/support/lockOrder.ts'
import { recordFailures } from '../../../tests/support/recordFailures.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { createComments } from '../../core/content/createComments.sql.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createComment, type NewComment } from './create.ts'

const crowdSize = 8
const lockNotAvailable = '55P03'

let forum: Forum
let author: Member
let crowd: Viewer[]
let posts: PostFacts[]
/** A comment at the top of each post, and one below it. */
let tops: string[]
let replies: string[]

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '20' })
  await forum.community('birding')
  author = await forum.member('author_a')
  crowd = await manyMembers(forum.db, crowdSize, 'crowd')
})
beforeEach(async () => {
  posts = []
  tops = []
  replies = []
  while (posts.length < 4) {
    const post = await forum.post(author, 'birding')
    const top = (await forum.comment(author, post)).id
    posts.push(post)
    tops.push(top)
    replies.push((await forum.comment(author, post, 'Below.', top)).id)
  }
})
afterAll(() => forum.close())

const at = <T>(list: readonly T[], place: number): T => {
  const found = list[place]
  if (found === undefined) throw new Error(`There is none at place ${place}.`)
  return found
}
const publicId = (place: number) => at(posts, place).publicId
const postIds = () => posts.map(({ id }) => stored(id))

const write = (member: Viewer, comment: Partial<NewComment> & Pick<NewComment, 'publicId'>, db = forum.db) =>
  createComment(
    { ...forum, db },
    member,
    {
      body: 'At the same time.',
      ...comment,
      parentCommentId: comment.parentCommentId ? stored(comment.parentCommentId) : null,
    },
    {
      viewer: member,
      ghostKey: Buffer.alloc(32),
      siteHosts: [],
      followsLinks: false,
      format: 'source',
    },
  )
const outcome = (written: Promise<{ id: string }>) =>
  written.then(
    () => 'stored',
    (error) => (error instanceof Refused ? error.error.code : String(error)),
  )

/** Rows whose counters differ from a recount; that of the site does not know the members of `manyMembers`. */
const drift = async () =>
  (
    await Promise.all(
      counters
        .filter((counter) => counter.of !== 'site')
        .map((counter) => sql.raw(driftQuery(counter)).execute(forum.db)),
    )
  ).flatMap(({ rows }) => rows)
const counts = async () =>
  (
    await sql<{ comments: number }>`select comment_count as comments from posts
      where id = any(${postIds()}) order by id`.execute(forum.db)
  ).rows.map(({ comments }) => comments)

describe('comments that come at the same time', () => {
  it('are one statement, and each is answered with its own result', async () => {
    const statements = await countQueries(forum.database, async () => {
      const answers = await Promise.all(
        crowd.map((member, place) =>
          write(
            member,
            {
              publicId: publicId(place % 3),
              body: `From place ${place}.`,
              parentCommentId: place < 4 ? at(replies, place % 3) : null,
            },
            forum.database.db,
          ),
        ),
      )
      for (const [place, answer] of answers.entries())
        expect(answer).toMatchObject({
          postPublicId: publicId(place % 3),
          body: `From place ${place}.`,
          username: at(crowd, place).username,
          parentId: place < 4 ? stored(at(replies, place % 3)) : null,
          depth: place < 4 ? 2 : 0,
          upvotes: 1,
          userVotedUp: true,
        })
    })
    expect(statements).toBe(1)
    expect(await counts()).toEqual([5, 5, 4, 2])
    expect(await drift()).toEqual([])
  })

  it('of one member and in one thread are all counted, for them, the post and the comments above', async () => {
    const [member] = await manyMembers(forum.db, 1, 'many')
    if (!member) throw new Error('nobody was made')
    const parents = [null, at(tops, 0), at(replies, 0), at(replies, 0), null]
    await Promise.all(
      parents.map((parentCommentId) => write(member, { publicId: publicId(0), parentCommentId })),
    )
    expect(await counts()).toEqual([7, 2, 2, 2])
    const { rows } = await sql`select reply_count, direct_reply_count from comments
      where id = any(${[stored(at(tops, 0)), stored(at(replies, 0))]}) order by id`.execute(forum.db)
    expect(rows).toEqual([
      { reply_count: 4, direct_reply_count: 2 },
      { reply_count: 2, direct_reply_count: 2 },
    ])
    expect(await drift()).toEqual([])
  })

  it('notify as if each had come alone', async () => {
    const before = await newNotifications(stored(author.id))
    const mentioned = at(crowd, 7)
    await Promise.all([
      write(at(crowd, 0), { publicId: publicId(0) }),
      write(at(crowd, 1), { publicId: publicId(0), body: `For @${mentioned.username}.` }),
      write(at(crowd, 2), { publicId: publicId(1), parentCommentId: at(tops, 1) }),
      write(at(crowd, 3), { publicId: publicId(1), parentCommentId: at(tops, 1) }),
    ])
    expect(await newNotifications(stored(author.id))).toBe(before + 2)
    const { rows } =
      await sql`select user_id, type, happened, cardinality(actor_ids) as actors from notifications
      where post_id = any(${postIds()}) order by type`.execute(forum.db)
    expect(rows).toEqual([
      { user_id: stored(author.id), type: 'comment_reply', happened: 2, actors: 2 },
      { user_id: mentioned.id, type: 'mention', happened: 1, actors: 1 },
      { user_id: stored(author.id), type: 'new_comment', happened: 2, actors: 2 },
    ])
    expect(await drift()).toEqual([])
  })

  it('are refused one by one: what is wrong with one is not wrong with the others', async () => {
    await sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${postIds()[0]}`.execute(
      forum.db,
    )
    await author.delete(`/api/posts/${publicId(1)}/comments/${at(tops, 1)}`)
    await sql`update comments set locked_at = now(), locked_as = 'mods' where id = ${stored(at(tops, 2))}`.execute(
      forum.db,
    )
    let deepest = at(replies, 3)
    for (let depth = 2; depth <= limits.commentMaxDepth; depth += 1)
      deepest = (await forum.comment(author, at(posts, 3), 'Deeper.', deepest)).id
    await sql`insert into community_bans (community_id, user_id)
      select community_id, ${at(crowd, 3).id} from posts where id = ${postIds()[3]}`.execute(forum.db)
    const before = await counts()
    const outcomes = await Promise.all([
      outcome(write(at(crowd, 0), { publicId: publicId(0) })),
      outcome(write(at(crowd, 1), { publicId: publicId(1), parentCommentId: at(tops, 1) })),
      outcome(write(at(crowd, 2), { publicId: publicId(2), parentCommentId: at(replies, 2) })),
      outcome(write(at(crowd, 3), { publicId: publicId(3) })),
      outcome(write(at(crowd, 4), { publicId: 'unknown' })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), parentCommentId: at(tops, 0) })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), parentCommentId: deepest })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), userGroup: 'mods' })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), userGroup: 'admins' })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), userGroup: 'kings' })),
      outcome(write(at(crowd, 4), { publicId: publicId(3), body: '' })),
      outcome(write(at(crowd, 4), { publicId: publicId(3) })),
    ])
    await sql`delete from community_bans where user_id = ${at(crowd, 3).id}`.execute(forum.db)
    expect(outcomes).toEqual([
      errors.postLocked.code,
      errors.replyToDeleted.code,
      errors.commentLocked.code,
      errors.bannedFromCommunity.code,
      errors.postNotFound.code,
      errors.commentNotFound.code,
      errors.threadTooDeep.code,
      errors.notModerator.code,
      errors.notAdmin.code,
      errors.invalidGroup.code,
      errors.emptyComment.code,
      'stored',
    ])
    expect(await counts()).toEqual([...before.slice(0, 3), at(before, 3) + 1])
    expect(await drift()).toEqual([])
  })

  it.each<[string, () => RawBuilder<unknown>]>([
    ['someone holds its post locked', () => sql`select from posts where id = ${postIds()[1]} for update`],
    ['its author is just being banned', () => sql`select lock_permissions_exclusively(${at(crowd, 1).id})`],
  ])('go on without the one that has to wait because %s', async (_case, lock) => {
    const failures: unknown[] = []
    const server = openDatabase(forum.connection, { connections: 4 })
    server.pool.on('connect', (client) => recordFailures(client, failures))
    let waiting: ReturnType<typeof outcome> = Promise.resolve('')
    await forum.db.transaction().execute(async (trx) => {
      await lock().execute(trx)
      const writeAt = (place: number) =>
        outcome(write(at(crowd, place), { publicId: publicId(place) }, server.db))
      waiting = writeAt(1)
      expect(await Promise.all([0, 2, 3].map(writeAt))).toEqual(['stored', 'stored', 'stored'])
    })
    expect(await waiting).toBe('stored')
    await server.close()
    // Because of the lock, and not after the whole time that a statement has.
    expect(failures).toMatchObject([{ code: lockNotAvailable }])
    expect(await counts()).toEqual([3, 3, 3, 3])
  })
})

const newNotifications = async (member: string) =>
  (
    await forum.db
      .selectFrom('users')
      .select('notifications_new_count as newNotifications')
      .where('id', '=', member)
      .executeTakeFirstOrThrow()
  ).newNotifications

describe('a statement with several comments takes its locks by ascending id:', () => {
  /** Adds replies in all threads, the last first, until the statement waits for what is locked; then says what it holds itself. */
  async function heldWhile(lock: RawBuilder<unknown>, held: RawBuilder<{ id: string }>): Promise<string[]> {
    const reversed = [3, 2, 1, 0]
    const parameters = {
      publicIds: reversed.map(publicId),
      parentIds: reversed.map((place) => stored(at(replies, place))),
      authorIds: reversed.map((_place, index) => at(crowd, 3 - index).id),
      roles: reversed.map(() => 'normal'),
      bodies: reversed.map(() => 'Text.'),
      bodyHtmls: reversed.map(() => '<p>Text.</p>'),
      mentions: reversed.map(() => ''),
      areLimited: reversed.map(() => true),
      areMadeWithAi: reversed.map(() => false),
      maxDepth: limits.commentMaxDepth,
      lockTimeout: null,
      renderer: 1,
      format: 'source' as const,
    }
    const run = () => queryRows(forum.db, createComments, parameters)
    const { ids, underWay } = await heldWhileWaiting(forum.db, { lock, held }, run)
    waited = Promise.all(underWay)
    return ids
  }
  let waited: Promise<unknown> = Promise.resolve()
  afterEach(() => waited)

  it('the posts', async () => {
    const lock = sql`select from posts where id = ${postIds()[1]} for update`
    expect(await heldWhile(lock, unlockedRows('posts', postIds()))).toEqual(postIds().slice(2))
  })

  it('the comments above, after all posts', async () => {
    const above = [...tops, ...replies].map(stored).sort((a, b) => Number(a) - Number(b))
    const lock = sql`select from comments where id = ${above[2]} for update`
    expect(await heldWhile(lock, unlockedRows('comments', above))).toEqual(above.slice(3))
    await waited
    expect(await heldWhile(lock, unlockedRows('posts', postIds()))).toEqual([])
  })

  it('the members', async () => {
    const authors = (await manyMembers(forum.db, 4, 'answered')).map(({ id }) => id)
    for (const [place, id] of authors.entries())
      await sql`update comments set author_id = ${id} where id = ${stored(at(replies, 3 - place))}`.execute(
        forum.db,
      )
    const lock = sql`select from users where id = ${authors[1]} for update`
    expect(await heldWhile(lock, unlockedRows('users', authors))).toEqual(authors.slice(2))
  })

  it('the permission locks of the authors, before any row', async () => {
    const lock = sql`select lock_permissions_exclusively(${at(crowd, 1).id})`
    const held = permissionLocksAnd(unlockedRows('posts', postIds()))
    expect(await heldWhile(lock, held)).toEqual([at(crowd, 0).id, ...postIds()])
  })
})
