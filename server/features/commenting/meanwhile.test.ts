import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { voteComment } from '../voting/comment.ts'
import { votePost } from '../voting/post.ts'
import { createComment } from './create.ts'

let forum: Forum
let author: Member
let writer: Viewer
let to: ViewAs
let post: PostFacts
let top: string
let parent: string

beforeAll(async () => {
  forum = await startForum()
  author = await forum.member('wren_writes')
  await forum.community('birding')
  const [stranger] = await manyMembers(forum.db, 1, 'writer_w')
  if (!stranger) throw new Error('nobody was made')
  writer = stranger
  to = {
    viewer: writer,
    ghostKey: Buffer.alloc(32),
    siteHosts: [],
    followsLinks: false,
    format: 'source',
  }
})
beforeEach(async () => {
  const { id, publicId } = await forum.post(author, 'birding')
  post = { id: stored(id), publicId }
  top = stored((await forum.comment(author, post)).id)
  parent = stored((await forum.comment(author, post, 'Below.', top)).id)
})
afterAll(() => forum.close())

const write = () =>
  createComment(forum, writer, { publicId: post.publicId, parentCommentId: parent, body: 'Late.' }, to)

/** Writes the comment while a change is under way that commits only once the comment waits for it. */
async function writeDuring(change: RawBuilder<unknown>): Promise<unknown> {
  let written: Promise<unknown> = Promise.resolve()
  await forum.db.transaction().execute(async (trx) => {
    await change.execute(trx)
    written = write().catch((refused) => refused.error)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
  })
  return written
}

async function expectNothingWritten() {
  expect((await author.get(`/api/posts/${post.publicId}`)).json<Post>().noComments).toBe(2)
  expect((await author.get(`/api/comments/${top}`)).json<Comment>().noReplies).toBe(1)
  const { rows } =
    await sql`select from comments where author_id = ${writer.id} and post_id = ${post.id}`.execute(forum.db)
  expect(rows).toHaveLength(0)
}

describe('a comment is refused when, since its post was read,', () => {
  it.each<[string, () => RawBuilder<unknown>, object]>([
    [
      'the post was locked',
      () => sql`update posts set locked_at = now(), locked_as = 'mods' where id = ${post.id}`,
      errors.postLocked,
    ],
    [
      'the post was deleted',
      () => sql`update posts set deleted_at = now(), deleted_as = 'mods' where id = ${post.id}`,
      errors.postNotFound,
    ],
    [
      'its parent was deleted',
      () => sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${parent}`,
      errors.replyToDeleted,
    ],
    [
      'its parent was locked',
      () => sql`update comments set locked_at = now(), locked_as = 'mods' where id = ${parent}`,
      errors.commentLocked,
    ],
    [
      'a comment further up was locked',
      () => sql`update comments set locked_at = now(), locked_as = 'mods' where id = ${top}`,
      errors.commentLocked,
    ],
  ])('%s', async (_case, change, refusal) => {
    expect(await writeDuring(change())).toEqual(refusal)
    await expectNothingWritten()
  })

  it('but not when a comment further up was deleted', async () => {
    const change = sql`update comments set deleted_at = now(), deleted_as = 'mods' where id = ${top}`
    expect(await writeDuring(change)).toMatchObject({ parentId: parent, username: writer.username })
  })
})

describe('a ban after the session was read', () => {
  const ban = () =>
    sql`insert into community_bans (community_id, user_id) select community_id, ${writer.id} from posts
      where id = ${post.id}`.execute(forum.db)
  const unban = () => sql`delete from community_bans where user_id = ${writer.id}`.execute(forum.db)
  const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }

  it('[CORE-6-023] refuses a comment', async () => {
    await ban()
    await expect(write()).rejects.toMatchObject({ error: errors.bannedFromCommunity })
    await expectNothingWritten()
    await unban()
    expect(await write()).toMatchObject({ parentId: parent })
  })

  it('from the whole site refuses it too', async () => {
    const banSite = (at: Date | null) =>
      forum.db.updateTable('users').set({ banned_at: at }).where('id', '=', writer.id).execute()
    await banSite(new Date())
    await expect(write()).rejects.toMatchObject({ error: errors.bannedFromCommunity })
    await expectNothingWritten()
    await banSite(null)
    expect(await write()).toMatchObject({ parentId: parent })
  })

  it('[CORE-6-024] refuses votes', async () => {
    const press = { member: writer, up: true, rules }
    const onPost = () => votePost(forum.db, { ...press, postId: post.id }, to)
    const onComment = () => voteComment(forum.db, { ...press, commentId: top }, to)
    await ban()
    for (const vote of [onPost, onComment])
      await expect(vote()).rejects.toMatchObject({ error: errors.bannedFromCommunity })
    expect((await author.get(`/api/posts/${post.publicId}`)).json<Post>().upvotes).toBe(1)
    expect((await author.get(`/api/comments/${top}`)).json<Comment>().upvotes).toBe(1)
    await unban()
    for (const vote of [onPost, onComment]) expect(await vote()).toMatchObject({ upvotes: 2 })
  })

  it('has no effect once it has expired', async () => {
    await ban()
    await sql`update community_bans set expires_at = now() - interval '1 second'`.execute(forum.db)
    expect(await write()).toMatchObject({ parentId: parent })
    await unban()
  })
})

describe('concurrent writers of the same row do not deadlock', () => {
  const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }
  const vote = { up: true, rules }
  const writes: Record<string, (trx: Db) => Promise<unknown>> = {
    'a vote on the post': (trx: Db) => votePost(trx, { ...vote, member: writer, postId: post.id }, to),
    'a vote on the comment': (trx: Db) =>
      voteComment(trx, { ...vote, member: writer, commentId: parent }, to),
    'a comment': (trx: Db) =>
      createComment(
        { ...forum, db: trx },
        writer,
        { publicId: post.publicId, parentCommentId: parent, body: 'Late.' },
        to,
      ),
  }
  type Row = readonly [table: string, id: () => string]
  const rows = {
    'the post': ['posts', () => post.id],
    'its parent': ['comments', () => parent],
    'a comment further up': ['comments', () => top],
    'the author': ['users', () => stored(author.id)],
  } as const satisfies Record<string, Row>

  it.each([
    ['a vote on the post', 'the post'],
    ['a vote on the post', 'the author'],
    ['a vote on the comment', 'its parent'],
    ['a vote on the comment', 'the author'],
    ['a comment', 'the post'],
    ['a comment', 'its parent'],
    ['a comment', 'a comment further up'],
    ['a comment', 'the author'],
  ] as const)('%s: %s', async (write, row) => {
    const [table, id] = rows[row]
    const [keyHolder, changer, other] = [
      await forum.database.pool.connect(),
      await forum.database.pool.connect(),
      await forum.database.pool.connect(),
    ]
    // As a foreign key does for as long as its transaction lasts.
    await keyHolder.query('begin')
    await keyHolder.query(`select from ${table} where id = $1 for key share`, [id()])
    await changer.query('begin')
    await changer.query(`update ${table} set created_at = created_at where id = $1`, [id()])
    // In a transaction, which is not retried after a deadlock.
    const written = forum.database.db
      .transaction()
      .execute((trx) => writes[write]?.(trx) ?? Promise.reject(new Error(write)))
      .then(() => 'stored', String)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    const locked = other
      .query(`select from ${table} where id = $1 for no key update`, [id()])
      .then(() => 'locked', String)
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
    await changer.query('commit')
    const outcomes = await Promise.all([written, locked])
    for (const client of [keyHolder, changer, other]) client.release(true)
    expect(outcomes).toEqual(['stored', 'locked'])
  })
})
