import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Backups } from '../../contract/endpoints/backups.ts'
import type { Backup } from '../../contract/entities/backup.ts'
import { scratchRoot } from '../../tests/support/cluster.ts'
import { eachInShares } from '../../tests/support/eachInShares.ts'
import { type Forum, startForum } from '../../tests/support/forum.ts'
import { emptyDatabase, type TestDatabase } from '../../tests/support/postgres.ts'
import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { originalPath } from '../core/images/paths.ts'
import { makeBackups } from '../features/backups/makeBackups.ts'
import {
  changesNoData,
  listMigrations,
  migrateInTransaction,
  migrations,
} from '../platform/database/migrate.ts'
import { openBackupStore, openFileStore } from '../platform/storage/open.ts'
import { runCommandLine } from './run.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(scratchRoot(), 'folkmoot-backup-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An empty database and an empty data directory, with their environment variables. */
async function machine() {
  const store = await emptyDatabase()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  onTestFinished(() => store.drop())
  return { store, dataDir, environment: { DATABASE_URL: addressOf(store), DATA_DIR: dataDir } }
}

const addressOf = ({ connection: { host, port, user, database } }: Pick<TestDatabase, 'connection'>) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`

/** @param options.interruptedAt the text of the progress line at which Ctrl-C is pressed. */
async function folkmoot(
  args: string,
  environment: Record<string, string>,
  { interruptedAt }: { interruptedAt?: string } = {},
) {
  const lines: string[] = []
  const interruption = new AbortController()
  const exitCode = await runCommandLine(args.split(' '), {
    environment,
    interrupted: interruption.signal,
    terminal: {
      isInteractive: false,
      say: (line) => lines.push(line),
      report: (line) => lines.push(line),
      showProgress: (line) => {
        if (interruptedAt && line.includes(interruptedAt)) interruption.abort(new Error('Interrupted.'))
      },
      askSecret: async () => '',
    },
  })
  return { exitCode, output: lines.join('\n') }
}

async function query<Row>({ connection }: Pick<TestDatabase, 'connection'>, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows as Row[]
}

describe('a backup in a bucket', () => {
  let s3rver: S3rver
  let bucket: Record<string, string>
  let forum: Forum
  beforeAll(async () => {
    s3rver = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 'buckets'),
      configureBuckets: ['safe', 'pictures'].map((name) => ({ name, configs: [] })),
    })
    const { port } = await s3rver.run()
    bucket = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      BACKUP_BUCKET: 'safe',
      BACKUP_PASSPHRASE: 'four words that nobody guesses',
    }
    forum = await startForum()
    const member = await forum.member('rio')
    await forum.community('birding')
    await forum.comment(member, await forum.post(member, 'birding', { type: 'image', images: 2 }), '🦜')
  })
  afterAll(async () => {
    await forum.close()
    await s3rver.close()
  })

  it('is made, verified, and restored on another machine, with its images in another bucket', async () => {
    const here = { DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir, ...bucket }
    const made = await folkmoot('backup', here)
    expect(made).toMatchObject({ exitCode: 0, output: expect.stringContaining('and 2 images') })
    const [name = ''] = /folkmoot-\S+-manual\.tar\.gz\.age/.exec(made.output) ?? []
    // None of it is on the disk.
    expect(await readdir(forum.config.dataDir)).not.toContain('backups')
    const store = await openBackupStore(parseConfig(here))
    expect((await store.open(name))?.size).toBeGreaterThan(1000)
    await store.close()

    expect(await folkmoot(`verify ${name}`, here)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('The backup is sound'),
    })

    const { store: database, environment } = await machine()
    const there = { ...environment, ...bucket, S3_BUCKET: 'pictures' }
    const restored = await folkmoot(`restore ${name}`, there)
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringMatching(/images +2/) })

    const facts = `select (select count(*)::integer from users where not is_built_in) as members,
      (select string_agg(body, '') from comments) as texts, (select string_agg(title, ' ') from posts) as titles`
    expect(await query(database, facts)).toEqual(await query(forum, facts))
    const pictures = await openFileStore(parseConfig(there))
    const images = await query<{ id: string; secret: string }>(database, 'select id, secret from images')
    for (const image of images) expect(await pictures.has(originalPath(image))).toBe(true)
    await pictures.close()

    const again = await folkmoot(`restore ${name}`, there)
    expect(again.exitCode).not.toBe(0)
    expect(again.output).toContain('not empty')
  })

  it('is listed, verified, downloaded and deleted by admins, and restored on another machine', async () => {
    const config = parseConfig({ DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir, ...bucket })
    const app = await createApp({ ...forum, config })
    onTestFinished(() => app.close())
    const admin = await forum.member('keeper', { isAdmin: true })
    const call = (method: 'GET' | 'POST' | 'DELETE', url: string) =>
      app.inject({ method, url, headers: admin.headers() })
    const list = async () => (await call('GET', '/api/_admin/backups')).json<Backups>()
    const work = () => makeBackups({ ...forum, config }, {}, new AbortController().signal)

    const { id, name, url } = (await call('POST', '/api/_admin/backups')).json<Backup>()
    expect(url).toBeNull()
    await work()
    await call('POST', `/api/_admin/backups/${id}/verification`)
    await work()
    const { place, isEncrypted, backups } = await list()
    expect({ place, isEncrypted }).toEqual({ place: 'safe/backups/', isEncrypted: true })
    expect(backups).toMatchObject([{ id, name, state: 'made', verification: 'sound' }])

    await query(forum, `update sessions set password_given_at = now()`)
    const downloaded = await call('GET', backups[0]?.url ?? '')
    expect(downloaded.rawPayload).toHaveLength(backups[0]?.bytes ?? 0)

    const { store: database, environment } = await machine()
    const restored = await folkmoot(`restore ${name}`, { ...environment, ...bucket })
    expect(restored.exitCode, restored.output).toBe(0)
    const texts = `select (select string_agg(body, '') from comments) as texts, (select count(*) from sessions) as sessions`
    expect(await query(database, texts)).toEqual(await query(forum, texts))

    await call('DELETE', `/api/_admin/backups/${id}`)
    await work()
    expect((await list()).backups).toEqual([])
    const store = await openBackupStore(config)
    expect(await store.open(name)).toBeNull()
    await store.close()
  })

  it('is not restored with another passphrase, and leaves nothing behind', async () => {
    const here = { DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir, ...bucket }
    const { output } = await folkmoot('backup', here)
    const [name = ''] = /folkmoot-\S+-manual\.tar\.gz\.age/.exec(output) ?? []
    const { store: database, environment } = await machine()
    const { exitCode } = await folkmoot(`restore ${name}`, {
      ...environment,
      ...bucket,
      BACKUP_PASSPHRASE: 'another',
    })
    expect(exitCode).not.toBe(0)
    expect(
      await query(database, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([])
  })
})

it('a verification names the counters that are wrong in the forum', async () => {
  const forum = await startForum()
  onTestFinished(() => forum.close())
  await forum.member('rio')
  await query(forum, `update users set points = points + 7, post_count = 1 where username = 'rio'`)
  const here = { DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir }
  const file = join(forum.config.dataDir, 'wrong.tar.gz')
  await folkmoot(`backup ${file}`, here)

  const { exitCode, output } = await folkmoot(`verify ${file}`, here)
  expect(exitCode).toBe(0)
  expect(output.match(/\S+ has wrong values/g)).toEqual([
    'users.post_count has wrong values',
    'users.points has wrong values',
  ])
})

describe('Ctrl-C', () => {
  let forum: Forum
  let here: Record<string, string>
  let file: string
  beforeAll(async () => {
    forum = await startForum()
    const member = await forum.member('rio')
    await forum.community('birding')
    await forum.post(member, 'birding', { type: 'image', images: 2 })
    here = { DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir }
    file = join(await mkdtemp(join(folder, 'made-')), 'forum.tar.gz')
    expect(await folkmoot(`backup ${file}`, here)).toMatchObject({ exitCode: 0 })
  })
  afterAll(() => forum.close())
  const interrupted = { exitCode: 130, output: 'Interrupted.' }

  eachInShares([['reading rows'], ['reading images']], 2)(
    'ends a backup that is %s, and leaves no file',
    async (at) => {
      const place = await mkdtemp(join(folder, 'unmade-'))
      expect(await folkmoot(`backup ${join(place, 'forum.tar.gz')}`, here, { interruptedAt: at })).toEqual(
        interrupted,
      )
      expect(await readdir(place)).toEqual([])
    },
  )

  eachInShares([['building indexes'], ['loading rows'], ['loading images'], ['keeping images']], 4)(
    'ends a restore that is %s, and nothing is there',
    async (at) => {
      const { store, dataDir, environment } = await machine()
      expect(await folkmoot(`restore ${file}`, environment, { interruptedAt: at })).toEqual(interrupted)
      expect(
        await query(
          store,
          `select relname from pg_class where relnamespace = 'public'::regnamespace
          union select nspname from pg_namespace where nspname = 'graphile_worker'`,
        ),
      ).toEqual([])
      expect(await readdir(dataDir)).toEqual([])
    },
  )

  eachInShares([['counting'], ['loading rows'], ['building indexes']], 3)(
    'ends a verification that is %s, and nothing of it is left',
    async (at) => {
      const before = await readdir(forum.config.dataDir)
      expect(await folkmoot(`verify ${file}`, here, { interruptedAt: at })).toEqual(interrupted)
      expect(await readdir(forum.config.dataDir)).toEqual(before)
    },
  )

  it('ends a check that waits, and its statement', async () => {
    const other = new pg.Client(forum.connection)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin; lock table posts in access exclusive mode')
    expect(await folkmoot('check', here, { interruptedAt: 'counting' })).toEqual(interrupted)
    const waiting = async () =>
      (
        await other.query(`select from pg_locks where relation = 'posts'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount
    await expect.poll(waiting).toBe(0)
  })
})

describe('before an upgrade', () => {
  /** A machine with a forum of an older version that has a member. */
  async function older(upTo: string) {
    const old = await machine()
    const client = new pg.Client(old.store.connection)
    await client.connect()
    await client.query('begin')
    await migrateInTransaction(client, { upTo })
    await client.query(
      `insert into users (username) values ('elder'); update site_settings set user_count = 3`,
    )
    await client.query('commit')
    const pending = async () => (await listMigrations(client)).pending
    onTestFinished(() => client.end())
    return { ...old, client, pending, backups: join(old.dataDir, 'backups') }
  }
  /** Later ones change data. */
  const changed = '0040_access'

  it('that changes data, a backup is made if the folder for them exists, with the previous state of the forum', async () => {
    const { store, backups, environment, pending } = await older(changed)
    await mkdir(backups)
    await query(store, 'update site_settings set signups_disabled = true')
    const check = await folkmoot('upgrade --check', environment)
    expect(check.output).toContain('a backup is made before')
    expect(await readdir(backups)).toEqual([])

    const { exitCode, output } = await folkmoot('upgrade', environment)
    expect(exitCode).toBe(0)
    expect(output.indexOf('The backup is made.')).toBeLessThan(output.indexOf('applied 0041'))
    expect(await pending()).toEqual([])
    const [name = '', ...others] = await readdir(backups)
    expect(name).toMatch(/^folkmoot-\S+-migration\.tar\.gz$/)
    expect(others).toEqual([])

    const another = await machine()
    const restored = await folkmoot(`restore ${join(backups, name)}`, another.environment)
    expect(restored.output).toContain(changed)
    expect(restored.exitCode, restored.output).toBe(0)
    // The migrated value of the old column, which was in the backup.
    const joining = `select value from setting_values where name = 'joining'`
    expect(await query(another.store, joining)).toEqual([{ value: 'closed' }])
    expect(await query(another.store, `select username from users where not is_built_in`)).toEqual([
      { username: 'elder' },
    ])
    // Nothing is left to change.
    await folkmoot('upgrade', environment)
    expect(await readdir(backups)).toEqual([name])
  })

  const names = Object.keys(migrations).sort()
  const lastThatChanges = names.findLast((name) => !changesNoData(name)) ?? ''
  // Skipped if the newest migration changes data.
  it.runIf(names.at(-1) !== lastThatChanges)('that changes no data, none is made', async () => {
    const { backups, environment, pending } = await older(lastThatChanges)
    await mkdir(backups)
    expect(await pending()).not.toEqual([])
    expect((await folkmoot('upgrade', environment)).exitCode).toBe(0)
    expect(await readdir(backups)).toEqual([])
  })

  it.each([
    ['there is no folder for them', {}],
    ['that is switched off', { BACKUP_BEFORE_MIGRATION: 'off' }],
  ])('none is made where %s', async (_case, switches) => {
    const { dataDir, backups, environment, pending } = await older(changed)
    if ('BACKUP_BEFORE_MIGRATION' in switches) await mkdir(backups)
    expect((await folkmoot('upgrade', { ...environment, ...switches })).exitCode).toBe(0)
    expect(await pending()).toEqual([])
    expect(
      (await readdir(dataDir, { recursive: true })).filter((file) => file.includes('migration')),
    ).toEqual([])
  })

  it('a backup that fails stops it, and nothing is changed', async () => {
    const { environment, pending } = await older(changed)
    const before = await pending()
    // Nobody listens there.
    const { exitCode, output } = await folkmoot('upgrade', {
      ...environment,
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      BACKUP_BUCKET: 'safe',
    })
    expect(exitCode).not.toBe(0)
    expect(output).toContain('Nothing was changed')
    expect(await pending()).toEqual(before)
  })
})
