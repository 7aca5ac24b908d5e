import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import type { PostMerge } from '../../../contract/entities/move.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ErasedContent } from '../../../contract/words.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'
import { deleteOrderedContent } from '../admin/deleteContent.ts'
import { countOrderedVotes } from '../admin/votes/uncounted.ts'
import { alertModerators } from '../moderating/alerts/alertModerators.ts'
import { eraseMembers } from '../ownData/erasing/perform.ts'
import { moveComments } from './moveComments.sql.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let other: Member
let guest: Client
let community: { id: string }
/** The post that is merged, and the one that gets its comments. */
let source: PostFacts
let target: PostFacts
let top: string
let reply: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  community = await forum.community('meadow', admin)
  moderator = await forum.moderator('moderator_m', 'meadow')
  author = await forum.member('wren_writes')
  other = await forum.member('robin_reads')
  guest = await forum.guest()
})
beforeEach(async () => {
  const link = { type: 'link', url: 'https://jays.example/oak' } as const
  source = await forum.post(author, 'meadow', { ...link, title: 'A jay in the oak' })
  target = await forum.post(other, 'meadow', { ...link, title: 'Jays bury acorns' })
  top = (await forum.comment(other, source, 'Thousands of them')).id
  reply = (await forum.comment(author, source, 'Each autumn', top)).id
  await forum.comment(author, target, 'And find them again')
  await author.post('/api/_commentVote', { commentId: top, up: true })
})
afterAll(() => forum.close())

const { signal } = new AbortController()
const erase = async (member: Member, content: ErasedContent) => {
  await admin.delete(`/api/users/${member.username}`, { password: passwordOf(admin.username), content })
  await eraseMembers(forum.db, { config: forum.config, signal })
}

const merge = (from = source, into = target, reason?: string) =>
  moderator.post(`/api/posts/${from.publicId}/merge`, { into: into.publicId, ...(reason && { reason }) })
const merged = async (...given: Parameters<typeof merge>) => (await merge(...given)).json<PostMerge>()
const undo = (id: number) => moderator.delete(`/api/merges/${id}`)
const commentsOf = async (post: PostFacts, by: Client = guest) =>
  (await by.get(`/api/posts/${post.publicId}/comments`)).json<{ comments: Comment[] }>().comments
const postOf = async (post: PostFacts) => (await guest.get(`/api/posts/${post.publicId}`)).json<Post>()

async function drifts(): Promise<unknown[]> {
  const found = await Promise.all(counters.map((counter) => sql.raw(driftQuery(counter)).execute(forum.db)))
  return found.flatMap(({ rows }) => rows)
}

/** Tables with a post and a comment in one row. */
async function tablesOfBoth(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('post_id', 'comment_id')
    group by table_name having count(*) = 2 order by 1`.execute(forum.db)
  return rows.map(({ name }) => name)
}

/** All rows that a merge could change; what the log and the list of merges say of it is to stay. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = (await tablesOfBoth()).filter((name) => name !== 'moderation_log')
  const entries = await Promise.all(
    [...tables, 'posts', 'comments', 'users', 'communities', 'post_search'].map(async (table) => {
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - '{last_seen_at}'::text[] as row from ${sql.table(table)} t order by t::text`.execute(
        forum.db,
      )
      return [table, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(entries)
}

describe('a merge', () => {
  it('moves all comments with their tree and votes, and counts are right', async () => {
    const before = (await commentsOf(source)).map(({ id, upvotes, createdAt, parentId }) => ({
      id,
      upvotes,
      createdAt,
      parentId,
    }))
    const merge = await merged(source, target, 'The same article.')
    expect(merge).toMatchObject({
      post: { publicId: source.publicId, title: 'A jay in the oak' },
      into: { publicId: target.publicId },
      mergedBy: 'moderator_m',
      reason: 'The same article.',
      mayUndo: true,
    })
    const after = await commentsOf(target)
    expect(after).toHaveLength(3)
    for (const comment of before) expect(after).toContainEqual(expect.objectContaining(comment))
    for (const { postPublicId } of after) expect(postPublicId).toBe(target.publicId)
    expect(await postOf(target)).toMatchObject({ noComments: 3 })
    const [voted] = (await commentsOf(target, author)).filter(({ id }) => id === top)
    expect(voted?.userVotedUp).toBe(true)
    expect(await drifts()).toEqual([])
    const feed = (await guest.get(`/api/posts?communityId=${community.id}&sort=latest`)).json<{
      posts: Post[]
    }>()
    const listed = feed.posts.map(({ publicId }) => publicId)
    expect(listed).toContain(target.publicId)
    expect(listed).not.toContain(source.publicId)
  })

  it('redirects the old address for good, with its query', async () => {
    await merged()
    for (const who of [guest, author]) {
      const answer = await who.get(`/api/posts/${source.publicId}?commentsSort=new`)
      expect(answer.statusCode).toBe(301)
      expect(answer.headers.location).toBe(`/api/posts/${target.publicId}?commentsSort=new`)
    }
    expect(await commentsOf(source)).toHaveLength(3)
    const { id } = (await author.get('/api/notifications')).json().items[0]
    const { items } = (await author.get('/api/notifications?render=true')).json()
    expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({
      toURL: expect.stringContaining(`/meadow/post/${target.publicId}`),
      postTitle: 'Jays bury acorns',
    })
  })

  it('redirects the feed of its comments, which readers have subscribed to', async () => {
    const { id } = await merged()
    const feedOf = (post: PostFacts) => guest.get(`/meadow/post/${post.publicId}.atom`)
    const answer = await feedOf(source)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      301,
      expect.stringMatching(new RegExp(`/meadow/post/${target.publicId}\\.atom$`)),
    ])
    expect((await feedOf(target)).body).toContain('Thousands of them')
    await undo(id)
    // What is served from memory for a moment has another address.
    const back = await guest.get(`/meadow/post/${source.publicId}.atom?sort=new`)
    expect(back.body).toContain('Thousands of them')
  })

  it('closes the merged post', async () => {
    await merged()
    const written = await author.post(`/api/posts/${source.publicId}/comments`, { body: 'Late' })
    expect(written.json()).toEqual(errors.postNotFound)
    const restored = await moderator.put(`/api/posts/${source.publicId}?action=restore`)
    expect(restored.json()).toEqual(errors.notRemoved)
    // It counts as no removal by moderators.
    const kept = forum.db.selectFrom('posts').where('id', '=', stored(source.id)).select('deleted_as')
    expect(await kept.execute()).toEqual([{ deleted_as: 'normal' }])
    expect((await merge()).json()).toEqual(errors.cannotMergeDeleted)
  })

  it('is in the log, and in the list of the community until it is undone', async () => {
    const { id } = await merged(source, target, 'The same article.')
    const first = async () =>
      (await guest.get(`/api/modlog?communityId=${community.id}`)).json<{ items: ModerationLogEntry[] }>()
        .items[0]
    expect(await first()).toMatchObject({
      action: 'merge_post',
      reason: 'The same article.',
      post: { publicId: target.publicId },
    })
    await undo(id)
    expect(await first()).toMatchObject({ action: 'unmerge_post', post: { publicId: source.publicId } })
    const { items } = (await moderator.get(`/api/communities/${community.id}/merges`)).json()
    expect(items[0]).toMatchObject({ id, undoneBy: 'moderator_m', mayUndo: false })
  })

  it('keeps the pin of the other post, and undo gives back that of this one', async () => {
    const [kept] = await commentsOf(target)
    for (const [post, id] of [
      [source, top],
      [target, kept?.id],
    ] as const)
      await moderator.put(`/api/posts/${post.publicId}/comments/${id}?action=pin`)
    const { id } = await merged()
    const pinned = async (post: PostFacts) =>
      (await commentsOf(post)).filter(({ isPinned }) => isPinned).map(({ id }) => id)
    expect(await pinned(target)).toEqual([kept?.id])
    await undo(id)
    expect([await pinned(source), await pinned(target)]).toEqual([[top], [kept?.id]])
  })

  it('finds posts with the same link', async () => {
    const text = await forum.post(author, 'meadow')
    const found = async ({ publicId }: PostFacts) =>
      (await moderator.get(`/api/posts/${publicId}/same-link`))
        .json<{ items: { publicId: string }[] }>()
        .items.map((one) => one.publicId)
    expect((await found(source))[0]).toBe(target.publicId)
    expect(await found(source)).not.toContain(source.publicId)
    expect(await found(text)).toEqual([])
  })
})

describe('undo', () => {
  it('brings all back to the byte, with everything that refers to comments', async () => {
    const stranger = await forum.member('stranger_s')
    await stranger.post('/api/_report', { type: 'comment', targetId: reply, reason: 1 })
    await sql`insert into held_items (kind, author_id, community_id, post_id, comment_id, sent, sent_hash, reasons)
      select 'comment', ${stored(author.id)}, ${stored(community.id)}, ${stored(source.id)}, parent, '{}', sha256(n::text::bytea || ${source.publicId}::bytea), '[]'
      from (values (1, null::bigint), (2, ${stored(top)}::bigint)) as held (n, parent)`.execute(forum.db)
    await sql`insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by)
      values (${stored(community.id)}, ${stored(source.id)}, ${stored(top)}, 'kept', ${stored(moderator.id)})`.execute(
      forum.db,
    )
    const [list] = (await other.get('/api/users/robin_reads/lists')).json<{ id: number }[]>()
    const saved = await other.post(`/api/lists/${list?.id}/items`, { targetType: 'comment', targetId: top })
    expect(saved.statusCode).toBe(200)
    await moderator.put(`/api/posts/${source.publicId}?action=pin`)
    const before = await everything()
    const { id } = await merged()
    const between = await everything()
    for (const table of ['comments', 'comment_votes', 'reports', 'held_items', 'reviews', 'comment_search'])
      expect(between[table], table).not.toEqual(before[table])
    expect((await undo(id)).statusCode).toBe(200)
    const after = await everything()
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  })

  it('moves every table that has a post and a comment, or leaves it for a reason', async () => {
    const left = [
      'moderation_log', // what was done stays as it was; its address leads there
      'notifications', // read through the merge
      'queue_lookers', // of use for minutes
      'wave_progress', // counts on from the latest
    ]
    const moved = [...moveComments.text.matchAll(/update (\w+) set post_id/g)].map(([, table]) => table)
    // One of both, not both.
    const either = ['bulk_action_contents', 'text_versions', 'notices']
    expect([...moved, ...left, ...either].filter((name) => name !== 'comments').sort()).toEqual(
      await tablesOfBoth(),
    )
  })

  it('takes along what was replied to a comment that moved, and leaves the others', async () => {
    const { id } = await merged()
    await forum.comment(other, target, 'A reply', reply)
    await forum.comment(other, target, 'On the other one')
    await undo(id)
    expect((await commentsOf(source)).map(({ body }) => body).sort()).toEqual([
      'A reply',
      'Each autumn',
      'Thousands of them',
    ])
    expect((await commentsOf(target)).map(({ body }) => body).sort()).toEqual([
      'And find them again',
      'On the other one',
    ])
    expect(await drifts()).toEqual([])
  })

  it('of a chain goes from its end', async () => {
    const last = await forum.post(other, 'meadow', { title: 'The third one' })
    const first = await merged(source, target)
    const second = await merged(target, last)
    expect((await guest.get(`/api/posts/${source.publicId}`)).headers.location).toBe(
      `/api/posts/${last.publicId}`,
    )
    expect(await commentsOf(last)).toHaveLength(3)
    expect((await undo(first.id)).json()).toEqual(errors.mergeUndone)
    await undo(second.id)
    await undo(first.id)
    expect(
      [await commentsOf(source), await commentsOf(target), await commentsOf(last)].map((all) => all.length),
    ).toEqual([2, 1, 0])
    expect(await drifts()).toEqual([])
  })

  it('is refused once a post has moved', async () => {
    await forum.community('woodland', admin).catch(() => null)
    const { id } = await merged()
    await admin.post(`/api/posts/${target.publicId}/move`, { community: 'woodland' })
    expect((await undo(id)).json()).toEqual(errors.mergeUndone)
  })
})

describe('what is erased meanwhile', () => {
  let leaver: Member
  let left: PostFacts
  let mergeId: number

  beforeEach(async () => {
    leaver = await forum.member(`leaver_${source.publicId.slice(0, 5).toLowerCase()}`)
    left = await forum.post(leaver, 'meadow', { title: 'Magpies of the town' })
    mergeId = (await merged(left, target)).id
  })

  it.each(['remove', 'blank'] as const)(
    'stays deleted when the merge is undone: texts of an erased account (%s)',
    async (content) => {
      await erase(leaver, content)
      expect((await undo(mergeId)).statusCode).toBe(200)
      expect(await postOf(left)).toMatchObject({ deleted: true })
      expect(await drifts()).toEqual([])
    },
  )

  it.each([
    ['the post', '', { deletedContent: false }],
    ['its content', '?deleteContent=true', { deletedContent: true, title: 'Magpies of the town' }],
  ])('stays deleted when the merge is undone: %s, by its author', async (_what, query, expected) => {
    const gone = await leaver.delete(`/api/posts/${left.publicId}${query}`)
    expect(gone.json()).toMatchObject({ deleted: true, deletedAs: 'normal', ...expected })
    expect((await leaver.delete(`/api/posts/${left.publicId}`)).json()).toEqual(errors.postAlreadyDeleted)
    expect((await undo(mergeId)).statusCode).toBe(200)
    expect(await postOf(left)).toMatchObject({ deleted: true, deletedAs: 'normal', ...expected })
    expect(await drifts()).toEqual([])
  })

  it('is back after a ban that removed it is undone, where the merge was undone before', async () => {
    const act = (action: string, more = {}) =>
      admin.post('/api/_admin', { action, username: leaver.username, ...more })
    await act('ban_user', { deleteContentDays: 0 })
    await deleteOrderedContent(forum.db, { signal })
    await undo(mergeId)
    expect(await postOf(left)).toMatchObject({ deleted: true, deletedContent: true })
    await act('restore_removed')
    await deleteOrderedContent(forum.db, { signal })
    expect(await postOf(left)).toMatchObject({ deleted: false, title: 'Magpies of the town' })
    expect(await drifts()).toEqual([])
  })

  it('can be deleted by its author alone', async () => {
    const answers = [
      await other.delete(`/api/posts/${left.publicId}`),
      await moderator.delete(`/api/posts/${left.publicId}?deleteAs=mods`),
    ]
    expect(answers.map((answer) => answer.json())).toEqual([errors.notAuthor, errors.postAlreadyDeleted])
    await undo(mergeId)
    expect(await postOf(left)).toMatchObject({ deleted: false })
  })

  it('is blanked like other deleted posts once its author has deleted it', async () => {
    await leaver.delete(`/api/posts/${left.publicId}`)
    await erase(leaver, 'keep')
    await undo(mergeId)
    expect(await postOf(left)).toMatchObject({ deleted: true, deletedContent: true })
  })

  it('is not a post that an erased account leaves', async () => {
    await erase(leaver, 'keep')
    expect((await undo(mergeId)).statusCode).toBe(200)
    expect(await postOf(left)).toMatchObject({ deleted: false, title: 'Magpies of the town' })
    expect(await drifts()).toEqual([])
  })
})

describe('a job that goes through votes from post to post finds those that a merge moves behind it', () => {
  const done = () => stored(source.id)
  const votesOf = (voter: Member) =>
    forum.db
      .selectFrom('comment_votes')
      .where('user_id', '=', stored(voter.id))
      .select(['post_id', 'counts'])
      .execute()
  let voter: Member

  beforeEach(async () => {
    voter = await forum.member(`voter_${source.publicId.slice(0, 5).toLowerCase()}`)
    const { id } = await forum.comment(other, target, 'And find them again')
    await voter.post('/api/_commentVote', { commentId: id, up: true })
  })

  it('votes that do not count', async () => {
    await sql`insert into uncounted_voters (user_id, done_post_id) values (${stored(voter.id)}, ${done()})`.execute(
      forum.db,
    )
    await merged(target, source)
    await countOrderedVotes(forum.db, { signal })
    expect(await votesOf(voter)).toEqual([{ post_id: done(), counts: false }])
    expect(await drifts()).toEqual([])
  })

  it('votes of an erased account', async () => {
    await admin.delete(`/api/users/${voter.username}`, {
      password: passwordOf(admin.username),
      content: 'keep',
    })
    await sql`update erasures set step = 'votes', place = ${JSON.stringify({ after: done() })}::jsonb`.execute(
      forum.db,
    )
    await merged(target, source)
    await eraseMembers(forum.db, { config: forum.config, signal })
    expect(await votesOf(voter)).toEqual([])
    expect(await drifts()).toEqual([])
  })
})

/** Calls while a merge is under way, but not yet for others. Both succeed. */
async function duringMerge(call: () => Promise<{ statusCode: number }>): Promise<void> {
  let answers: Promise<{ statusCode: number }[]> | undefined
  await forum.db.transaction().execute(async (trx) => {
    // The merge counts the posts of the author near its end.
    await sql`select from users where id = ${stored(author.id)} for no key update`.execute(trx)
    const merging = merge()
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
    answers = Promise.all([merging, call()])
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
  })
  for (const { statusCode } of (await answers) ?? []) expect(statusCode).toBe(200)
}

const reportsOf = (commentId: string) =>
  forum.db.selectFrom('reports').where('comment_id', '=', stored(commentId)).select('post_id').execute()

it('a report of a comment that waits for the merge goes to the other post', async () => {
  await duringMerge(() => author.post('/api/_report', { type: 'comment', targetId: top, reason: 1 }))
  expect(await reportsOf(top)).toEqual([{ post_id: stored(target.id) }])
})

it('a report for which the merge waits goes along', async () => {
  let merging: Promise<{ statusCode: number }> | undefined
  await forum.db.transaction().execute(async (trx) => {
    // As a rule does it that reports an edited comment.
    await sql`select from comments where id = ${stored(top)} for no key update`.execute(trx)
    await sql`insert into reports (community_id, post_id, comment_id, rule, reporter_id, author_id)
      select ${stored(community.id)}, post_id, id, 'No spam', program_account(), author_id from comments where id = ${stored(top)}`.execute(
      trx,
    )
    merging = merge()
    await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
  })
  expect((await merging)?.statusCode).toBe(200)
  expect(await reportsOf(top)).toEqual([{ post_id: stored(target.id) }])
})

it('moderators hear of a report whose comment has moved before the job that notifies them', async () => {
  await author.post('/api/_report', { type: 'comment', targetId: top, reason: 1 })
  await merged()
  await alertModerators(forum, { postId: stored(source.id), commentId: stored(top) })
  const { items } = (await moderator.get('/api/notifications?render=true')).json<{
    items: { type: string }[]
  }>()
  expect(items.map(({ type }) => type)).toContain('reported')
})

it('a vote that waits for the merge goes to the other post', async () => {
  await duringMerge(() => moderator.post('/api/_commentVote', { commentId: top, up: true }))
  const votes = await forum.db
    .selectFrom('comment_votes')
    .where('comment_id', '=', stored(top))
    .select('post_id')
    .execute()
  expect(votes).toHaveLength(3)
  for (const { post_id } of votes) expect(post_id).toBe(stored(target.id))
  expect(await drifts()).toEqual([])
})

it('moves 10,000 comments at once', { tags: ['long'] }, async () => {
  await sql`insert into comments (post_id, author_id, body, created_at)
    select ${stored(source.id)}, ${stored(author.id)}, 'Comment ' || n, now() - n * interval '1 second'
    from generate_series(1, 9998) as n`.execute(forum.db)
  await sql`update posts set comment_count = 10000 where id = ${stored(source.id)}`.execute(forum.db)
  await sql`update users set comment_count = comment_count + 9998 where id = ${stored(author.id)}`.execute(
    forum.db,
  )
  const { id } = await merged()
  expect(await postOf(target)).toMatchObject({ noComments: 10_001 })
  await undo(id)
  expect(await postOf(target)).toMatchObject({ noComments: 1 })
  expect(await postOf(source)).toMatchObject({ noComments: 10_000 })
  expect(await drifts()).toEqual([])
})
