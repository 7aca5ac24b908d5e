import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAutomation } from '../../../tests/support/automation.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'

/** Rows that are where their post or comment is, and those that stay where something happened, with the reason. */
const withCommunity: Record<string, 'follows' | { readonly stays: string }> = {
  appeals: 'follows',
  automation_hits: { stays: 'The log of the rules of the community that it was in.' },
  comment_search: 'follows',
  community_comments: { stays: 'In whose name it was written.' },
  held_items: 'follows',
  moderation_log: { stays: 'What was done by the moderators of the community.' },
  notices: { stays: 'A notice about a community has no post.' },
  notifications: { stays: 'What members were told then.' },
  post_merges: { stays: 'Where posts were merged; undone only there.' },
  post_search: 'follows',
  queue_lookers: 'follows',
  reports: 'follows',
  reviews: 'follows',
}
const withComment: typeof withCommunity = {
  appeals: 'follows',
  automation_hits: 'follows',
  bulk_action_contents: { stays: 'What the order listed.' },
  comment_search: 'follows',
  comment_votes: 'follows',
  held_items: 'follows',
  list_items: 'follows',
  moderation_log: { stays: 'The address of the post leads to the comment.' },
  new_member_texts: 'follows',
  notices: { stays: 'A notice has either.' },
  notifications: { stays: 'The address of the post leads to the comment.' },
  queue_lookers: 'follows',
  report_alerts: 'follows',
  report_outcomes: 'follows',
  reported_copies: 'follows',
  reports: 'follows',
  reviews: 'follows',
  text_versions: { stays: 'A version is of either.' },
  wave_progress: { stays: 'How far a job has come.' },
  withheld_contents: 'follows',
}
const following = (tables: typeof withCommunity) =>
  Object.keys(tables).filter((name) => tables[name] === 'follows')

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let reporter: Member

/** Calls that insert where something can follow a post wait here while it is closed. */
const gate = 4712

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('meadow', admin)
  await forum.community('woodland', admin)
  moderator = await forum.moderator('moderator_m', 'meadow')
  author = await forum.member('wren_writes')
  reporter = await forum.member('robin_reports')
  for (const [word, does] of [
    ['acorns', 'report'],
    ['hawks', 'hold'],
    ['jackdaws', 'remove'],
  ] as const)
    await newAutomation(admin, null, {
      on: 'both',
      when: { is: 'words', list: [word] },
      acts: [{ does }],
    })
  await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${sql.lit(gate)}); return new; end $$`.execute(forum.db)
  for (const table of new Set([...following(withCommunity), ...following(withComment)]))
    await sql`create trigger wait_at_gate before insert on ${sql.table(table)} for each row execute function wait_at_gate()`.execute(
      forum.db,
    )
})
afterAll(() => forum.close())

/** What a move or merge takes away meanwhile. */
interface Scene {
  readonly post: PostFacts
  readonly comment: { readonly id: string }
}

interface Answer {
  readonly statusCode: number
}
type Call = () => Promise<Answer>

const pathOf = ({ post }: Scene) => `/api/posts/${post.publicId}`
const pathOfComment = (scene: Scene) => `${pathOf(scene)}/comments/${scene.comment.id}`
const decide = (action: string, type: 'post' | 'comment', targetId: string) =>
  admin.post('/api/modqueue/decisions', { action, items: [{ type, targetId, version: '0' }] })
const lastId = async (table: 'held_items' | 'reports') => {
  const row = await forum.db
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Number(row.id)
}
const decideHeld = async (action: 'approve' | 'refuse') => {
  const ids = [await lastId('held_items')]
  return () => admin.post('/api/modqueue/held', { action, ids })
}

/** Each call that stores something about a post or comment, after what it needs. */
const calls: Record<string, (scene: Scene) => Call | Promise<Call>> = {
  'a report of a post':
    ({ post }) =>
    () =>
      reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 }),
  'a report of a comment':
    ({ comment }) =>
    () =>
      reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 }),
  'an edited post that a rule reports': (scene) => () => author.put(pathOf(scene), { body: 'About acorns' }),
  'an edited comment that a rule reports': (scene) => () =>
    author.put(pathOfComment(scene), { body: 'About acorns' }),
  'a comment that a rule reports': (scene) => () =>
    author.post(`${pathOf(scene)}/comments`, { body: 'About acorns' }),
  'an edited comment that a rule removes': (scene) => () =>
    author.put(pathOfComment(scene), { body: 'About jackdaws' }),
  'an edited post': (scene) => () => author.put(pathOf(scene), { body: 'Better', title: 'A better title' }),
  'an edited comment': (scene) => () => author.put(pathOfComment(scene), { body: 'Better' }),
  'a comment': (scene) => () => author.post(`${pathOf(scene)}/comments`, { body: 'Well seen' }),
  'a reply': (scene) => () =>
    author.post(`${pathOf(scene)}/comments`, { body: 'Well seen', parentCommentId: scene.comment.id }),
  'a comment that is held': (scene) => () =>
    author.post(`${pathOf(scene)}/comments`, { body: 'About hawks' }),
  'a reply that is held': (scene) => () =>
    author.post(`${pathOf(scene)}/comments`, { body: 'About hawks', parentCommentId: scene.comment.id }),
  'an edit of a post that is held': (scene) => () => author.put(pathOf(scene), { body: 'About hawks' }),
  'an edit of a comment that is held': (scene) => () =>
    author.put(pathOfComment(scene), { body: 'About hawks' }),
  'the approval of a held comment': async (scene) => {
    await author.post(`${pathOf(scene)}/comments`, { body: 'About hawks' })
    return decideHeld('approve')
  },
  'the approval of a held edit of a comment': async (scene) => {
    await author.put(pathOfComment(scene), { body: 'About hawks' })
    return decideHeld('approve')
  },
  'the approval of a held edit of a post': async (scene) => {
    await author.put(pathOf(scene), { body: 'About hawks' })
    return decideHeld('approve')
  },
  'the refusal of a held comment': async (scene) => {
    await author.post(`${pathOf(scene)}/comments`, { body: 'About hawks' })
    return decideHeld('refuse')
  },
  'the approval of a post':
    ({ post }) =>
    () =>
      decide('approve', 'post', post.id),
  'the approval of a comment':
    ({ comment }) =>
    () =>
      decide('approve', 'comment', comment.id),
  'the approval of a reported comment': async ({ comment }) => {
    await reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
    return () => decide('approve', 'comment', comment.id)
  },
  'the removal of a comment':
    ({ comment }) =>
    () =>
      decide('remove', 'comment', comment.id),
  'the lock of a comment':
    ({ comment }) =>
    () =>
      decide('lock', 'comment', comment.id),
  'the lock of a post':
    ({ post }) =>
    () =>
      decide('lock', 'post', post.id),
  'a report that is ignored': async ({ comment }) => {
    await reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
    const { id } = (await forum.db
      .selectFrom('communities')
      .where('name', '=', 'meadow')
      .select('id')
      .executeTakeFirstOrThrow()) as { id: string }
    const reportId = await lastId('reports')
    return () => moderator.delete(`/api/communities/${id}/reports/${reportId}`)
  },
  'a reported comment that its author deletes': async (scene) => {
    await reporter.post('/api/_report', { type: 'comment', targetId: scene.comment.id, reason: 1 })
    return () => author.delete(pathOfComment(scene))
  },
  'a restored comment': async (scene) => {
    await admin.delete(`${pathOfComment(scene)}?deleteAs=admins`)
    return () => admin.put(`${pathOfComment(scene)}?action=restore`, {})
  },
  'an appeal about a comment': async (scene) => {
    await admin.delete(`${pathOfComment(scene)}?deleteAs=admins`)
    return () =>
      author.post('/api/appeals', {
        act: 'removal',
        type: 'comment',
        targetId: scene.comment.id,
        text: 'It was on topic.',
      })
  },
  'an appeal about a locked post': async (scene) => {
    await admin.put(`${pathOf(scene)}?action=lock&lockAs=admins`, {})
    return () =>
      author.post('/api/appeals', { act: 'lock', type: 'post', targetId: scene.post.id, text: 'Why?' })
  },
  'a look at a post':
    ({ post }) =>
    () =>
      admin.put('/api/modqueue/looking', { type: 'post', targetId: post.id }),
  'a look at a comment':
    ({ comment }) =>
    () =>
      admin.put('/api/modqueue/looking', { type: 'comment', targetId: comment.id }),
  'a vote on a comment':
    ({ comment }) =>
    () =>
      reporter.post('/api/_commentVote', { commentId: comment.id, up: true }),
}

const takings: Record<string, (scene: Scene) => Promise<Call>> = {
  'a move': async (scene) => () => admin.post(`${pathOf(scene)}/move`, { community: 'woodland' }),
  'a merge': async (scene) => {
    const into = await forum.post(reporter, 'meadow')
    return () => admin.post(`${pathOf(scene)}/merge`, { into: into.publicId })
  },
}

/** The rows that are not where their post or comment is. */
async function misplaced(): Promise<unknown[]> {
  const found: unknown[] = []
  const look = async (name: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(forum.db)
    found.push(...rows.map((row) => [name, row]))
  }
  for (const name of following(withCommunity)) {
    // An answered appeal stays with who answered it.
    const where = name === 'appeals' ? sql`answered_at is null` : sql`true`
    await look(
      name,
      sql`select "row".* from ${sql.table(name)} as "row" join posts on posts.id = "row".post_id
        where "row".community_id <> posts.community_id and ${where}`,
    )
  }
  for (const name of following(withComment))
    await look(
      name,
      sql`select "row".* from ${sql.table(name)} as "row" join comments on comments.id = "row".comment_id
        where "row".post_id <> comments.post_id`,
    )
  await look(
    'new comments that wait at a merged post',
    sql`select * from held_items where kind = 'comment' and merged_into(post_id) is not null`,
  )
  for (const [name, id] of [
    ['post_search', 'post_id'],
    ['comment_search', 'comment_id'],
  ] as const)
    await look(
      `the words of ${name}`,
      sql`select ${sql.ref(id)}, community_id, words from ${sql.table(name)}
        where not words @@ ('''§c' || community_id || '''')::tsquery`,
    )
  return found
}

async function newScene(): Promise<Scene> {
  const post = await forum.post(author, 'meadow', { body: 'Its text' })
  return { post, comment: await forum.comment(author, post) }
}

/** Whether a call has been answered. */
function watched(call: Call) {
  const state = { isAnswered: false, answer: call() }
  void state.answer.finally(() => {
    state.isAnswered = true
  })
  return state
}

const waiting = async () => (await waitingStatements(forum.db)).length

const cases = Object.keys(takings).flatMap((taking) =>
  Object.keys(calls).map((call) => [taking, call] as const),
)
/** One of each kind of call; the others are tested with the long tests. */
const examples: readonly string[] = [
  'an edited comment that a rule reports',
  'an edited comment that a rule removes',
  'a reply that is held',
  'an edit of a comment that is held',
  'the approval of a held comment',
  'the approval of a reported comment',
  'a restored comment',
  'an appeal about a comment',
]
const isExample = ([, call]: readonly [string, string]) => examples.includes(call)
const fails = ({ statusCode }: Answer) => statusCode >= 500

async function takeFirst(taking: string, name: string): Promise<void> {
  const before = await misplaced()
  const scene = await newScene()
  const take = await takings[taking]?.(scene)
  const call = await calls[name]?.(scene)
  if (!take || !call) throw new Error('There is no such call.')
  const state = await forum.db.transaction().execute(async (trx) => {
    // Moves and merges change the row of the author last.
    await sql`select from users where id = ${stored(author.id)} for no key update`.execute(trx)
    const taken = watched(take)
    await expect.poll(async () => taken.isAnswered || (await waiting()) === 1).toBe(true)
    const called = watched(call)
    await expect.poll(async () => called.isAnswered || (await waiting()) >= 2).toBe(true)
    return { taken, called }
  })
  const answers = [await state.taken.answer, await state.called.answer]
  expect(answers.filter(fails)).toEqual([])
  expect(await misplaced()).toEqual(before)
}

async function takeSecond(taking: string, name: string): Promise<void> {
  const before = await misplaced()
  const scene = await newScene()
  const take = await takings[taking]?.(scene)
  const call = await calls[name]?.(scene)
  if (!take || !call) throw new Error('There is no such call.')
  const state = await forum.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(gate)})`.execute(trx)
    const called = watched(call)
    await expect.poll(async () => called.isAnswered || (await waiting()) === 1).toBe(true)
    const others = await waiting()
    const taken = watched(take)
    await expect.poll(async () => taken.isAnswered || (await waiting()) > others).toBe(true)
    return { taken, called }
  })
  const answers = [await state.taken.answer, await state.called.answer]
  expect(answers.filter(fails)).toEqual([])
  expect(await misplaced()).toEqual(before)
}

const others = cases.filter((each) => !isExample(each))
describe.each([
  ['before', takeFirst],
  ['after', takeSecond],
] as const)('what follows a post is where the post is, %s', (_when, check) => {
  it.each(cases.filter(isExample))('%s and %s', check)
  it.for(others)('%s and %s', { tags: ['long'] }, ([taking, name]) => check(taking, name))
})

it.each([
  ['community_id', ['post_id', 'comment_id'], withCommunity],
  ['post_id', ['comment_id'], withComment],
] as const)('every table with %s beside %s says whether its rows follow', async (column, others, said) => {
  const { rows } = await sql<{ name: string }>`
    select distinct one.table_name as name from information_schema.columns as one
      join information_schema.tables using (table_schema, table_name)
      join information_schema.columns as other using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and one.column_name = ${column}
      and other.column_name = any(${[...others]}) order by 1`.execute(forum.db)
  expect(Object.keys(said).sort()).toEqual(rows.map(({ name }) => name))
})
