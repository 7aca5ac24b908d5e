import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commentLine, submissionLine } from '../../tests/support/dump.ts'
import { eachInShares } from '../../tests/support/eachInShares.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres.ts'
import { parseConfig } from '../config.ts'
import { checkPassword } from '../core/accounts/password.ts'
import { counters } from '../core/counters/counters.ts'
import { watchIpBlocks } from '../core/ipBlocks/watch.ts'
import { watchSettings } from '../core/settings/live.ts'
import { type Database, openDatabase } from '../platform/database/connection.ts'
import { watchDatabase } from '../platform/database/watch.ts'
import { openResources } from '../resources.ts'
import { openServerDatabase } from '../start.ts'
import { runCommandLine } from './run.ts'

let testing: TestDatabase
let database: Database
let folder: string

beforeAll(async () => {
  testing = await testDatabase()
  database = openDatabase(testing.connection, { connections: 2 })
  folder = mkdtempSync(join(tmpdir(), 'folkmoot-cli-'))
})
afterAll(async () => {
  await database.close()
  await testing.drop()
  rmSync(folder, { recursive: true })
})

const addressOf = ({ connection: { host, port, user, database: name } }: TestDatabase) =>
  `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`

/** Runs a command as in a shell, with these lines as standard input. */
async function folkmoot(
  args: string,
  {
    input = [] as string[],
    environment = {},
    isInteractive = false,
    interrupted = new AbortController().signal,
  } = {},
) {
  const said: string[] = []
  const reported: string[] = []
  const answers = [...input]
  const exitCode = await runCommandLine(args.split(' ').filter(Boolean), {
    environment: { DATABASE_URL: addressOf(testing), ...environment },
    interrupted,
    terminal: {
      isInteractive,
      say: (line) => said.push(line),
      report: (line) => reported.push(line),
      showProgress: () => {},
      askSecret: async () => answers.shift() ?? '',
    },
  })
  return { exitCode, said: said.join('\n'), reported: reported.join('\n') }
}

let members = 0
async function newMember(facts: { deleted_at?: Date; password_hash?: string } = {}) {
  const username = `member${++members}`
  return database.db
    .insertInto('users')
    .values({ username, ...facts })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
}
const factsOf = (id: string) =>
  database.db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['is_admin', 'password_hash'])
    .executeTakeFirstOrThrow()

describe('the command line', () => {
  it('lists its commands without arguments, and for help', async () => {
    for (const args of ['', 'help', '--help']) {
      const { exitCode, said } = await folkmoot(args)
      expect(exitCode).toBe(0)
      for (const usage of [
        'admin grant NAME',
        'user set-password NAME',
        'unblock ADDRESS',
        'settings set NAME VALUE',
        'upgrade [--check]',
        'migrate',
        'import pushshift',
        'check',
        'worker',
      ])
        expect(said).toContain(usage)
    }
  })

  it('reports invalid arguments', async () => {
    expect(await folkmoot('fly')).toMatchObject({
      exitCode: 2,
      reported: 'There is no command "fly". "npm run folkmoot -- help" lists all commands.',
    })
    for (const args of [
      'admin',
      'admin promote rio',
      'admin grant',
      'user rename rio',
      'settings',
      'settings set siteName',
      'migrate now',
      'upgrade --now',
      'import',
      'check it',
    ])
      expect(await folkmoot(args), args).toMatchObject({
        exitCode: 2,
        reported: expect.stringContaining('Usage: '),
      })
  })

  it('reports an invalid configuration', async () => {
    const { exitCode, reported } = await folkmoot('migrate', { environment: { PORT: 'front door' } })
    expect(exitCode).toBe(1)
    expect(reported).toContain('PORT must be a whole number')
  })

  it('reports that the database does not answer', async () => {
    const { exitCode, reported } = await folkmoot('migrate', {
      environment: { DATABASE_URL: `postgres://localhost/none?host=${encodeURIComponent(folder)}` },
    })
    expect(exitCode).toBe(1)
    expect(reported).toContain('The database does not answer')
  })

  it.each(['upgrade', 'migrate'])('%s changes nothing the second time', async (command) => {
    expect(await folkmoot(command)).toMatchObject({ exitCode: 0, said: 'The database is up to date.' })
  })

  describe('upgrade --check', () => {
    const names = async () =>
      (await database.pool.query('select name from kysely_migration order by name')).rows.map(
        ({ name }) => name,
      )

    it('reports that there is nothing to do', async () => {
      expect(await folkmoot('upgrade --check')).toMatchObject({
        exitCode: 0,
        said: 'The database is up to date: an upgrade changes nothing.',
      })
    })

    it('describes each pending migration, and applies none', async () => {
      const pending = ['0028_best_replies', '0036_rate_limits', '0037_positions_of_writes']
      const { rows } = await database.pool.query(
        'delete from kysely_migration where name = any($1) returning name, timestamp',
        [pending],
      )
      try {
        const { exitCode, said } = await folkmoot('upgrade --check')
        expect(exitCode).toBe(0)
        expect(said).toContain('An upgrade applies 3 migrations, all or none.')
        expect(said.match(/Nobody can write meanwhile/g)).toHaveLength(1)
        expect(said).toMatch(
          /0028_best_replies\n(?: {2}.*\n)*\n?(?: {2}.*\n)* {2}Nobody can write meanwhile: about 10 s/,
        )
        expect(said).toContain('0036_rate_limits\n  Rate limits that all processes count together.')
        expect(said).toMatch(/0037_positions_of_writes\n {2}Where .*\n {2}.*\n {2}row is touched\.\n/)
        expect(await names()).not.toContain(pending[0])
      } finally {
        for (const { name, timestamp } of rows)
          await database.pool.query('insert into kysely_migration values ($1, $2)', [name, timestamp])
      }
    })

    it('refuses a database of a newer version', async () => {
      await database.pool.query("insert into kysely_migration values ('9999_tomorrow', '')")
      try {
        const { exitCode, reported } = await folkmoot('upgrade --check')
        expect(exitCode).toBe(1)
        expect(reported).toContain('newer version of Folkmoot')
      } finally {
        await database.pool.query("delete from kysely_migration where name = '9999_tomorrow'")
      }
    })
  })
})

describe('admin', () => {
  it('grants and revokes, whatever the case of the name', async () => {
    const { id, username } = await newMember()
    expect(await folkmoot(`admin grant @${username.toUpperCase()}`)).toMatchObject({
      exitCode: 0,
      said: `@${username} is now an admin.`,
    })
    expect(await factsOf(id)).toMatchObject({ is_admin: true })
    expect(await folkmoot(`admin revoke ${username}`)).toMatchObject({ exitCode: 0 })
    expect(await factsOf(id)).toMatchObject({ is_admin: false })
  })

  it('fails when there is nothing to change', async () => {
    const { username } = await newMember()
    expect(await folkmoot(`admin revoke ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is not an admin.`,
    })
    await folkmoot(`admin grant ${username}`)
    expect(await folkmoot(`admin grant ${username}`)).toMatchObject({
      exitCode: 1,
      reported: `@${username} is already an admin.`,
    })
  })

  it('fails for accounts that do not exist, are deleted or built in', async () => {
    const { id, username } = await newMember({ deleted_at: new Date() })
    expect((await folkmoot(`admin grant ${username}`)).reported).toBe(
      `The account @${username} has been deleted.`,
    )
    expect(await factsOf(id)).toMatchObject({ is_admin: false })
    expect((await folkmoot('admin grant somebody')).reported).toBe('There is no account named "somebody".')
    expect((await folkmoot('admin grant ghost')).reported).toContain('@ghost is a built-in account')
  })
})

describe('user set-password', () => {
  it('gives an imported member a password and ends all sessions', async () => {
    const { id, username } = await newMember()
    await database.db
      .insertInto('sessions')
      .values({ id_hash: Buffer.from('session'), user_id: id, expires_at: new Date('2100-01-01') })
      .execute()
    expect(await folkmoot(`user set-password ${username}`, { input: ['correct horse'] })).toMatchObject({
      exitCode: 0,
    })
    const { password_hash } = await factsOf(id)
    expect(await checkPassword(password_hash, 'correct horse')).toMatchObject({ matches: true })
    expect(
      await database.db.selectFrom('sessions').where('user_id', '=', id).select('user_id').execute(),
    ).toEqual([])
  })

  it('invalidates mailed links that reset the password, but not those that confirm an address', async () => {
    const { id, username } = await newMember()
    const token = { user_id: id, email: 'rio@mail.example', expires_at: new Date('2100-01-01') }
    await database.db
      .insertInto('mailed_tokens')
      .values([
        { ...token, token_hash: Buffer.from('reset'), purpose: 'reset_password' },
        { ...token, token_hash: Buffer.from('confirm'), purpose: 'confirm_email' },
      ])
      .execute()
    await folkmoot(`user set-password ${username}`, { input: ['correct horse'] })
    const left = await database.db
      .selectFrom('mailed_tokens')
      .where('user_id', '=', id)
      .select('purpose')
      .execute()
    expect(left).toEqual([{ purpose: 'confirm_email' }])
  })

  it('changes nothing when the password is too short or the repetition differs', async () => {
    const { id, username } = await newMember()
    const short = await folkmoot(`user set-password ${username}`, { input: ['1234567'] })
    expect(short).toMatchObject({ exitCode: 1, reported: 'A password needs at least 8 characters.' })
    const different = await folkmoot(`user set-password ${username}`, {
      input: ['correct horse', 'correct house'],
      isInteractive: true,
    })
    expect(different).toMatchObject({
      exitCode: 1,
      reported: 'The passwords do not match. Nothing has changed.',
    })
    expect(await factsOf(id)).toMatchObject({ password_hash: null })
  })
})

describe('import and check', () => {
  it('imports files, prints a summary and leaves every counter correct', async () => {
    const file = join(folder, 'dump.ndjson')
    const lines = [
      submissionLine('p1'),
      submissionLine('p2', { is_self: false, selftext: '', url: 'nowhere' }),
      commentLine('c1', 'p1'),
      commentLine('c2', 'p1', 'c1'),
      commentLine('c3', 'p9'),
    ]
    writeFileSync(file, lines.join('\n'))
    const { exitCode, said } = await folkmoot(`import pushshift ${file}`)
    expect(exitCode).toBe(0)
    for (const line of [
      /^5 rows read in /,
      /^posts {8}2 created$/m,
      /^comments {5}2 created$/m,
      /^1 converted: a link without a valid URL$/m,
      /^1 rejected: parent not in the import$/m,
      /^The rejected lines are in .*dump\.ndjson\.rejects\.ndjson$/m,
    ])
      expect(said).toMatch(line)
    expect(JSON.parse(readFileSync(`${file}.rejects.ndjson`, 'utf8'))).toMatchObject({ line: 5 })
    // The tests above insert members without updating the counter.
    await folkmoot('check --fix')
    expect(await folkmoot('check')).toMatchObject({
      exitCode: 0,
      said: `All ${counters.length} counters are correct.`,
    })
  })

  it('rejects files that do not exist, and files that it would overwrite', async () => {
    const file = join(folder, 'mine.ndjson')
    writeFileSync(file, submissionLine('p3'))
    expect((await folkmoot(`import pushshift ${file}x`)).reported).toContain('cannot be read')
    expect((await folkmoot(`import pushshift --rejects ${file} ${file}`)).reported).toContain('--rejects')
    expect(readFileSync(file, 'utf8')).toBe(submissionLine('p3'))
  })

  it('imports the intact part of a broken file, reports it, and fails', async () => {
    const file = join(folder, 'broken.gz')
    writeFileSync(file, Buffer.from('1f8b0800000000000003', 'hex'))
    const { exitCode, said } = await folkmoot(`import pushshift ${file}`)
    expect(exitCode).toBe(1)
    expect(said).toContain('broken.gz is broken (unexpected end of file)')
  })

  // With space for a wrong number.
  const anInvitation = `
    insert into invitations (code, created_by, uses_max, expires_at)
    select repeat('c', 20), min(id), 1000, now() + interval '1 day' from users
    on conflict do nothing`

  eachInShares(
    counters.map((counter) => [`${counter.table}.${counter.column}`, counter] as const),
    3,
  )('finds a wrong %s and corrects it', async (name, { table, column }) => {
    await folkmoot('check --fix')
    await database.pool.query(anInvitation)
    const before = await database.pool.query(`select * from ${table} order by 1`)
    const { rowCount } = await database.pool.query(`update ${table} set ${column} = ${column} + 7`)
    const found = await folkmoot('check')
    expect(found).toMatchObject({ exitCode: 1 })
    expect(found.said).toContain(`${name}: ${rowCount} wrong`)
    expect(await folkmoot('check --fix')).toMatchObject({ exitCode: 1 })
    expect(await folkmoot('check')).toMatchObject({ exitCode: 0 })
    const after = await database.pool.query(`select * from ${table} order by 1`)
    expect(after.rows).toEqual(before.rows)
  })

  it('counts votes and points in addition to imported ones', async () => {
    await folkmoot('check --fix')
    await database.pool.query(`
      insert into post_votes (post_id, user_id, up, moves_points)
      select posts.id, users.id, users.username <> 'member2', users.username <> 'member3'
      from posts, users where posts.title = 'About p1' and users.username in ('rio', 'member1', 'member2', 'member3')`)
    const { said } = await folkmoot('check')
    expect(said).toMatch(/posts\.upvotes: 1 wrong\n.*\n.* 5 +8$/m)
    expect(said).toMatch(/posts\.downvotes: 1 wrong\n.*\n.* 0 +1$/m)
    // Only member1's: rio is the author, member2 voted down, member3 was new.
    expect(said).toMatch(/users\.points: 1 wrong\n.*\n {2}@rio +(\d+) +(\d+)$/m)
    const [, is, should] = /@rio +(\d+) +(\d+)$/m.exec(said) ?? []
    expect(Number(should) - Number(is)).toBe(1)
  })
})

describe('unblock', () => {
  const block = (network: string) =>
    sql`
    with state as (update ip_block_state set version = version + 1 returning version)
    insert into ip_blocks (network, created_by, changed)
    select ${network}::cidr, id, version from state, users where username = 'nobody'`.execute(database.db)
  const blocked = async () =>
    (
      await sql<{ network: string }>`select network::text from ip_blocks where cancelled_at is null`.execute(
        database.db,
      )
    ).rows.map(({ network }) => network)

  it('ends all blocks of an address, and no others, and notifies servers', async () => {
    for (const network of ['203.0.113.0/24', '203.0.0.0/16', '198.51.100.7', '2001:db8::/32'])
      await block(network)
    const connection = await watchDatabase(testing.connection, () => {})
    const watch = await watchIpBlocks(connection)
    const { exitCode, said } = await folkmoot('unblock ::ffff:203.0.113.9')
    expect(exitCode).toBe(0)
    expect(said.split('\n').sort()).toEqual([
      '203.0.0.0/16 is no longer blocked.',
      '203.0.113.0/24 is no longer blocked.',
    ])
    expect(await blocked()).toEqual(['198.51.100.7/32', '2001:db8::/32'])
    await expect.poll(() => watch.isBlocked('203.0.113.9')).toBe(false)
    expect(watch.isBlocked('198.51.100.7')).toBe(true)
    await connection.close()
  })

  it('ends all blocks', async () => {
    expect((await folkmoot('unblock --all')).exitCode).toBe(0)
    expect(await blocked()).toEqual([])
    expect(await folkmoot('unblock --all')).toMatchObject({ exitCode: 1, reported: 'No address is blocked.' })
  })

  it('unblocks the Tor network, and reports when an address is a blocked exit node', async () => {
    await sql`update ip_block_state set tor_exits = '{203.0.113.7}', tor_exits_version = 1`.execute(
      database.db,
    )
    await database.db.updateTable('site_settings').set({ tor_blocked: true }).execute()
    const connection = await watchDatabase(testing.connection, () => {})
    const watch = await watchIpBlocks(connection)
    expect((await folkmoot('unblock 203.0.113.7')).said).toContain('an exit node of the Tor network')
    expect(watch.isBlocked('203.0.113.7')).toBe(true)
    expect((await folkmoot('unblock --tor')).exitCode).toBe(0)
    await expect.poll(() => watch.isBlocked('203.0.113.7')).toBe(false)
    expect(await folkmoot('unblock --tor')).toMatchObject({ exitCode: 1 })
    expect(await folkmoot('unblock 203.0.113.7')).toMatchObject({ exitCode: 1 })
    await connection.close()
  })

  it.each(['unblock', 'unblock here', 'unblock 203.0.113.7 --tor', 'unblock 1.2.3.4/99'])(
    'rejects the arguments of "%s"',
    async (args) => {
      expect((await folkmoot(args)).exitCode).toBe(2)
    },
  )
})

describe('settings', () => {
  const siteName = async () => (await folkmoot('settings get siteName')).said

  it('are listed, read, changed and reset to their default', async () => {
    expect((await folkmoot('settings list')).said.split('\n')).toEqual(
      expect.arrayContaining(['# site', 'siteName = Folkmoot', 'imagePosts = on', 'postsPerDay = 70']),
    )
    expect(await folkmoot('settings set siteName Riverside Allotments')).toMatchObject({
      exitCode: 0,
      said: 'siteName is now Riverside Allotments.',
    })
    expect(await siteName()).toBe('Riverside Allotments')
    expect((await folkmoot('settings set aboutCommunities meta,help_desk')).said).toBe(
      'aboutCommunities is now meta,help_desk.',
    )
    expect((await folkmoot('settings set aboutCommunities off')).said).toBe('aboutCommunities is now off.')
    expect((await folkmoot('settings reset siteName')).said).toBe('siteName is now Folkmoot.')
    expect((await folkmoot('settings reset siteName')).said).toBe('siteName is already Folkmoot.')
    const { rows } = await sql`select name, before, after, changed_by from setting_changes
      where name = 'siteName' order by id`.execute(database.db)
    expect(rows).toEqual([
      { name: 'siteName', before: null, after: 'Riverside Allotments', changed_by: null },
      { name: 'siteName', before: 'Riverside Allotments', after: null, changed_by: null },
    ])
  })

  it('take effect in a running server', async () => {
    const watch = await watchDatabase(testing.connection, () => {})
    try {
      const { values } = await watchSettings(watch, {})
      await folkmoot('settings set imagesPerPost 3')
      await expect.poll(() => values.imagesPerPost).toBe(3)
    } finally {
      await watch.close()
    }
  })

  it.each([
    ['settings set imagesPerPost many', 'imagesPerPost must be a whole number from 1 to 100, not "many".'],
    [
      'settings set motto none',
      'There is no setting "motto". "npm run folkmoot -- settings list" lists all of them.',
    ],
    ['settings set docsUrl https://a.example', 'docsUrl is set by the environment variable DOCS_URL.'],
    ['settings reset docsUrl', 'docsUrl is set by the environment variable DOCS_URL.'],
  ])('refuse "%s"', async (args, reported) => {
    const environment = { DOCS_URL: 'https://docs.example.org' }
    expect(await folkmoot(args, { environment })).toMatchObject({ exitCode: 1, reported })
    expect((await folkmoot('settings get docsUrl', { environment })).said).toBe('https://docs.example.org/')
  })
})

describe('worker', () => {
  it('runs the jobs of a server with JOBS=off', async () => {
    const environment = { DATA_DIR: folder, DATABASE_URL: addressOf(testing), LOG_LEVEL: 'silent' }
    const jobs = async () =>
      (
        await sql<{ task: string }>`select task_identifier as task from graphile_worker.jobs`.execute(
          database.db,
        )
      ).rows.map(({ task }) => task)
    const log = () => {}
    const config = parseConfig({ ...environment, JOBS: 'off' })
    const server = await openResources(config, await openServerDatabase(config, log), log)
    await sql`insert into rate_limits values ('\\x00', 1, now() - interval '1 second')`.execute(database.db)
    await sql`select graphile_worker.add_job('delete_ended_rate_limits')`.execute(database.db)
    // A server with jobs enqueues some at each start.
    expect(await jobs()).toEqual(['delete_ended_rate_limits'])
    const stop = new AbortController()
    const worker = folkmoot('worker', { environment, interrupted: stop.signal })
    const ended = () => sql`select from rate_limits`.execute(database.db)
    await expect.poll(async () => (await ended()).rows).toEqual([])
    await server.close()
    stop.abort()
    expect(await worker).toMatchObject({ exitCode: 0, reported: '' })
  })
})
