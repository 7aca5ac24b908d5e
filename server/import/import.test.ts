import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commentLine, forumAsImported, submissionLine } from '../../tests/support/dump.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres.ts'
import { waitingStatements } from '../../tests/support/waitingStatements.ts'
import { indexTexts } from '../features/search/indexTexts.ts'
import { type Database, openDatabase } from '../platform/database/connection.ts'
import { type ImportProgress, importPushshift } from './importPushshift.ts'

let folder: string
let testing: TestDatabase
let database: Database

async function freshDatabase() {
  testing = await testDatabase()
  database = openDatabase(testing.connection, { connections: 2 })
}
async function dropDatabase() {
  await database.close()
  await testing.drop()
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-import-'))
  await freshDatabase()
})
afterEach(async () => {
  await dropDatabase()
  rmSync(folder, { recursive: true })
})

function fileOf(lines: readonly string[], name = 'dump.ndjson'): string {
  const path = join(folder, name)
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return path
}

const importFiles = (
  files: readonly string[],
  {
    signal = new AbortController().signal,
    onProgress = (_progress: ImportProgress) => {},
    rowsPerTransaction = 4,
  } = {},
) =>
  importPushshift(testing.connection, {
    files,
    rejectsFileOf: (file) => `${file}.rejects`,
    signal,
    onProgress,
    rowsPerTransaction,
  })

const importLines = (...lines: string[]) => importFiles([fileOf(lines)])

const rejectsOf = (file: string) =>
  readFileSync(`${file}.rejects`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A small dump with all cases that an import has to handle. */
const dump = [
  ...['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => submissionLine(id, { author: `author of ${id}` })),
  submissionLine('p6', { subreddit: 'Über-uns', author: 'AUTHOR OF P1', is_self: false, selftext: '' }),
  submissionLine('p7', { author: '[deleted]', selftext: '[removed]' }),
  submissionLine('p8', { author: 'author_of-p2', score: -3 }),
  ...['c1', 'c2', 'c3'].map((id) => commentLine(id, 'p1')),
  commentLine('c4', 'p1', 'c1'),
  commentLine('c5', 'p1', 'c4', { author: 'author of p1' }),
  commentLine('c6', 'p1', 'c4', { body: '[removed]', author: '[deleted]' }),
  commentLine('c7', 'p2', null, { body: '日本語 и русский' }),
  commentLine('c8', 'p2', 'c7', { author: '日本' }),
  commentLine('c9', 'p5', null, { author: '中国' }),
  commentLine('ca', 'p5', 'c9', { created_utc: 1_400_000_000 }),
]

const removed = { body: '[removed]', author: '[deleted]' }

const countIndexed = async () =>
  (
    await sql<{ posts: string; comments: string }>`
      select (select count(*) from post_search) as posts, (select count(*) from comment_search) as comments`.execute(
      database.db,
    )
  ).rows[0]

/** Texts that the search will never find: they are not indexed, and the job has passed their ids. */
const countForgotten = async () =>
  (
    await sql<{ forgotten: string }>`
      select (
          select count(*) from posts where deleted_at is null
            and not exists (select from post_search where post_id = id)
            and not exists (select from search_progress where subject = 'posts' and not is_finished and after_id < id)
        ) + (
          select count(*) from comments where deleted_at is null
            and not exists (select from comment_search where comment_id = id)
            and not exists (select from search_progress where subject = 'comments' and not is_finished and after_id < id)
        ) as forgotten`.execute(database.db)
  ).rows[0]?.forgotten

describe('an import', () => {
  it.each([
    [['OddDump', 'OddDump', 'ODDDUMP'], ['harold_p', 'HAROLD_P', 'harold_p'], 'OddDump', 'harold_p'],
    [['PotteryTwo', 'POTTERYTWO'], ['KILN', 'Kiln', 'Kiln'], 'PotteryTwo', 'Kiln'],
    [['rust', 'Rust', 'Rust'], ['Ana_M', 'ANA_M', 'ana_m', 'Ana_M'], 'Rust', 'Ana_M'],
  ])(
    'names communities %j and members %j as most records do',
    async (subreddits, authors, community, member) => {
      await importLines(
        ...subreddits.map((subreddit, index) =>
          submissionLine(`p${index}`, { subreddit, author: 'someone' }),
        ),
        // Most of what a member wrote may be comments.
        submissionLine('p9', { subreddit: community, author: member.toUpperCase() }),
        ...authors.flatMap((author, index) =>
          [1, 2].map((n) => commentLine(`c${index}${n}`, 'p0', null, { author })),
        ),
      )
      const names = async (table: 'communities' | 'users', column: string, key: string) =>
        (
          await database.pool.query(`select ${column} as name from ${table} where lower(${column}) = $1`, [
            key.toLowerCase(),
          ])
        ).rows
      expect(await names('communities', 'name', community)).toEqual([{ name: community }])
      expect(await names('users', 'username', member)).toEqual([{ name: member }])
    },
  )

  it('creates communities, members, posts and threads', async () => {
    const summary = await importLines(
      submissionLine('p1', { author: 'rio', score: 11 }),
      submissionLine('p2', { is_self: false, selftext: '', author: '[deleted]' }),
      commentLine('c1', 'p1'),
      commentLine('c2', 'p1', 'c1', { author: 'rio', score: -2 }),
      commentLine('c3', 'p1', 'c2', { body: '[deleted]', author: '[deleted]' }),
    )
    expect(summary).toMatchObject({
      rows: 5,
      posts: { created: 2, known: 0, repeated: 0 },
      comments: { created: 3, known: 0, repeated: 0 },
      communities: 1,
      members: 2,
      rejectsFiles: [],
    })
    expect(await forumAsImported(database.db)).toMatchObject({
      posts: {
        p1: {
          community: 'garden',
          author: 'rio',
          type: 'text',
          body: 'Text of p1',
          excerpt: 'Text of p1',
          votes: [11, 0],
          comments: 3,
          band: 4,
        },
        p2: { author: 'ghost', type: 'link', url: 'https://example.org/p2', body: null },
      },
      comments: {
        c1: { post: 'p1', author: 'ana', depth: 0, replies: 2, direct: 1, ancestors: null },
        c2: { depth: 1, replies: 1, direct: 1, ancestors: ['c1'] },
        c3: { author: 'ghost', body: '', deleted: 'normal', depth: 2, ancestors: ['c1', 'c2'] },
      },
      members: { rio: [11, 1, 1], ana: [2, 0, 1] },
      communities: { garden: [2, 2] },
      accounts: 4,
    })
  })

  it('uses the time of the latest comment as the last activity', async () => {
    await importLines(
      submissionLine('p1', { created_utc: 1_500_000_000 }),
      commentLine('c1', 'p1', null, { created_utc: 1_500_000_500 }),
      commentLine('c2', 'p1', null, { created_utc: 1_500_000_400 }),
    )
    expect(await forumAsImported(database.db)).toMatchObject({
      posts: { p1: { latest: '2017-07-14T02:48:20+00:00', activity: 1_500_000_500_000 } },
    })
  })

  it('stores an excerpt of long texts, also of those that begin with long URLs', async () => {
    const words = 'word '.repeat(1000)
    await importLines(
      submissionLine('p1', { selftext: words }),
      submissionLine('p2', { selftext: `[a](https://example.org/${'x'.repeat(600)}) ${words}` }),
    )
    const { rows } = await database.pool.query('select excerpt from posts order by id')
    expect(rows.map(({ excerpt }) => excerpt.slice(0, 6))).toEqual(['word w', 'a word'])
    for (const { excerpt } of rows) expect(excerpt).toMatch(/^.{300,319}…$/)
  })

  it('has its texts rendered in the background, even when the job has finished before', async () => {
    await database.db.updateTable('rendering_progress').set({ after_id: '900', is_finished: true }).execute()
    await importLines(submissionLine('p1'), commentLine('c1', 'p1'))
    const progress = await database.db
      .selectFrom('rendering_progress')
      .where('is_finished', '=', false)
      .select(['subject', 'after_id'])
      .orderBy('subject')
      .execute()
    expect(progress).toEqual([
      { subject: 'comments', after_id: '0' },
      { subject: 'posts', after_id: '0' },
    ])
  })

  it('has its texts indexed in the background, even when the job has finished before', async () => {
    await indexTexts(database.db, { language: 'english', signal: new AbortController().signal })
    await database.db.updateTable('search_progress').set({ after_id: '900' }).execute()
    await importLines(submissionLine('p1'), commentLine('c1', 'p1'), commentLine('c2', 'p1', null, removed))
    expect(await countIndexed()).toEqual({ posts: '0', comments: '0' })
    expect(await countForgotten()).toBe('0')
    await indexTexts(database.db, { language: 'english', signal: new AbortController().signal })
    expect(await countIndexed()).toEqual({ posts: '1', comments: '1' })
  })

  it('creates accounts without a password, each with a list of bookmarks', async () => {
    await importLines(submissionLine('p1'))
    const rio = await database.db
      .selectFrom('users')
      .innerJoin('lists', 'lists.user_id', 'users.id')
      .where('username', '=', 'rio')
      .select(['password_hash', 'lists.name'])
      .executeTakeFirstOrThrow()
    expect(rio).toEqual({ password_hash: null, name: 'bookmarks' })
  })

  it('changes names that our rules do not allow, but never into an existing name', async () => {
    await database.db.insertInto('users').values({ username: 'taken' }).execute()
    await importLines(
      ...['Taken', 'a-b', 'a_b', 'a b', 'x', '日本', 'ghost', 'y'.repeat(30)].map((author, index) =>
        submissionLine(`p${index}`, { author, subreddit: index === 1 ? 'a-b' : 'ab' }),
      ),
    )
    const { rows } = await database.pool.query(
      'select source_name, username from imported_users join users on users.id = user_id',
    )
    expect(Object.fromEntries(rows.map((row) => [row.source_name, row.username]))).toEqual({
      taken: 'Taken_2',
      'a-b': 'a_b_3',
      a_b: 'a_b',
      'a b': 'a_b_2',
      x: 'x__',
      日本: '___',
      ghost: 'ghost_2',
      ['y'.repeat(30)]: 'y'.repeat(21),
    })
    expect(await forumAsImported(database.db)).toMatchObject({ communities: { ab: [7, 7], a_b: [1, 1] } })
  })

  it('moves comments that are too deep up to the deepest level, in the order of time', async () => {
    const chain = Array.from({ length: 20 }, (_, depth) => `d${depth}`)
    const summary = await importLines(
      submissionLine('p1'),
      ...chain.map((id, depth) => commentLine(id, 'p1', chain[depth - 1] ?? null)),
    )
    expect(summary).toMatchObject({ raised: 4, comments: { created: 20 } })
    const deepest = { depth: 15, ancestors: chain.slice(0, 15), replies: 0 }
    expect(await forumAsImported(database.db)).toMatchObject({
      comments: {
        d0: { depth: 0, replies: 19, direct: 1 },
        d14: { depth: 14, replies: 5, direct: 5 },
        d15: deepest,
        d19: deepest,
      },
    })
  })

  it('gives the same forum for any order and division of the files', async () => {
    await importFiles([fileOf(dump)])
    const expected = await forumAsImported(database.db)
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(dump, { minLength: dump.length }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (lines, count, rowsPerTransaction) => {
          await dropDatabase()
          await freshDatabase()
          const files = Array.from({ length: count }, (_, file) =>
            fileOf(
              lines.filter((_line, index) => index % count === file),
              `part${file}`,
            ),
          )
          await importFiles(files, { rowsPerTransaction })
          expect(await forumAsImported(database.db)).toEqual(expected)
        },
      ),
      { numRuns: 4 },
    )
  })
})

describe('a repeated import', () => {
  it('creates nothing twice', async () => {
    const file = fileOf([...dump, ...dump.slice(0, 3)])
    await importFiles([file])
    const before = await forumAsImported(database.db)
    expect(await importFiles([file])).toMatchObject({
      posts: { created: 0, known: 8, repeated: 3 },
      comments: { created: 0, known: 10, repeated: 0 },
      members: 0,
      communities: 0,
    })
    expect(await forumAsImported(database.db)).toEqual(before)
  })

  it('after an interruption at any moment gives the same forum as one run', {
    tags: ['long'],
  }, async () => {
    const file = fileOf(dump)
    let moments = 0
    await importFiles([file], { onProgress: () => moments++ })
    const expected = await forumAsImported(database.db)
    expect(moments).toBeGreaterThan(6)
    for (let moment = 1; moment <= moments; moment++) {
      await dropDatabase()
      await freshDatabase()
      // Before the import, the job had finished.
      await indexTexts(database.db, { language: 'english', signal: new AbortController().signal })
      const interruption = new AbortController()
      let passed = 0
      const onProgress = () => {
        passed += 1
        // Once before, once in the middle of the statements that follow.
        if (passed === moment) moment % 2 ? interruption.abort() : setImmediate(() => interruption.abort())
      }
      const interrupted = importFiles([file], { signal: interruption.signal, onProgress })
      await interrupted.then(
        () => expect(moment).toBe(moments),
        (error) => expect(error).toBe(interruption.signal.reason),
      )
      expect(await countForgotten()).toBe('0')
      await importFiles([file])
      expect(await forumAsImported(database.db)).toEqual(expected)
    }
  })

  it('adds replies to threads of an earlier one', async () => {
    await importLines(...dump.filter((line) => !/"id":"c[4568]"/.test(line)))
    await importLines(...dump)
    const inTwoSteps = await forumAsImported(database.db)
    await dropDatabase()
    await freshDatabase()
    await importLines(...dump)
    expect(inTwoSteps).toEqual(await forumAsImported(database.db))
  })

  it('does not run while another one runs', async () => {
    const running = await database.db.transaction().execute(async (trx) => {
      await sql`lock table posts in access exclusive mode`.execute(trx)
      const first = importFiles([fileOf(dump)])
      await expect.poll(() => waitingStatements(database.db)).not.toEqual([])
      await expect(importFiles([fileOf(dump, 'other')])).rejects.toThrow(
        'Another import is running in this database.',
      )
      return { first }
    })
    await expect(running.first).resolves.toMatchObject({ rows: dump.length })
  })
})

describe('unusable lines', () => {
  it('are written to the rejects with file, number and reason', async () => {
    const file = fileOf([
      submissionLine('p1'),
      'no JSON',
      '',
      '[1]',
      submissionLine('p2', { created_utc: 0, kept: 'too' }),
      '{"kind":"other"}',
    ])
    expect(await importFiles([file])).toMatchObject({
      rows: 5,
      posts: { created: 1 },
      rejectsFiles: [`${file}.rejects`],
      rejected: new Map([
        ['not JSON', 1],
        ['not a JSON object', 1],
        ['no created_utc', 1],
        ['neither a submission nor a comment', 1],
      ]),
    })
    expect(rejectsOf(file)).toMatchObject([
      { file, line: 2, reason: 'not JSON', text: 'no JSON' },
      { file, line: 4, reason: 'not a JSON object', record: [1] },
      { file, line: 5, reason: 'no created_utc', record: { id: 'p2', kept: 'too' } },
      { file, line: 6, reason: 'neither a submission nor a comment', record: { kind: 'other' } },
    ])
  })

  it('are comments without their post or parent, their replies, and cycles of replies', async () => {
    const file = fileOf([
      submissionLine('p1'),
      commentLine('c1', 'p9', null, { kept: 'as it is' }),
      commentLine('c2', 'p1', 'lost'),
      commentLine('c3', 'p1', 'c2'),
      commentLine('c4', 'p1', 'c5'),
      commentLine('c5', 'p1', 'c4'),
      commentLine('c6', 'p1'),
    ])
    expect(await importFiles([file])).toMatchObject({
      comments: { created: 1 },
      rejected: new Map([['parent not in the import', 5]]),
    })
    expect(rejectsOf(file).map(({ line, record }) => [line, record.id])).toEqual([
      [2, 'c1'],
      [3, 'c2'],
      [4, 'c3'],
      [5, 'c4'],
      [6, 'c5'],
    ])
    expect(rejectsOf(file)[0]).toMatchObject({ file, record: { kept: 'as it is', link_id: 't3_p9' } })
  })

  it('are imported by a later run that reads the rejects together with the missing records', async () => {
    const file = fileOf([submissionLine('p1'), commentLine('c2', 'p1', 'c1'), commentLine('c9', 'p9')])
    await importFiles([file])
    const second = await importFiles([`${file}.rejects`, fileOf([commentLine('c1', 'p1')], 'more')])
    expect(second).toMatchObject({
      comments: { created: 2 },
      rejected: new Map([['parent not in the import', 1]]),
    })
    expect(rejectsOf(`${file}.rejects`)).toMatchObject([{ file, line: 3, record: { id: 'c9' } }])
    expect(await forumAsImported(database.db)).toMatchObject({
      comments: { c1: { replies: 1 }, c2: { depth: 1 } },
    })
  })
})
