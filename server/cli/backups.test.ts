import { mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Backups } from '../../contract/endpoints/backups.ts'
import type { Backup } from '../../contract/entities/backup.ts'
import { addressOf } from '../../tests/support/commandLine.ts'
import { eachInShares } from '../../tests/support/eachInShares.ts'
import { type Forum, startForum } from '../../tests/support/forum.ts'
import { folkmootOn, query, startMachines } from '../../tests/support/machines.ts'
import { type S3Server, startS3 } from '../../tests/support/s3.ts'
import { createApp } from '../app.ts'
import { parseConfig } from '../config.ts'
import { originalPath } from '../core/images/paths.ts'
import { makeBackups } from '../features/backups/makeBackups.ts'
import { openBackupStore, openFileStore } from '../platform/storage/open.ts'

const { folder, machine } = await startMachines()

describe('a backup in a bucket', () => {
  let s3: S3Server
  let bucket: Record<string, string>
  let forum: Forum
  beforeAll(async () => {
    s3 = await startS3(['safe', 'pictures'])
    bucket = {
      ...s3.environment,
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
    await s3.close()
  })

  it('is made, verified, and restored on another machine, with its images in another bucket', async () => {
    const here = { DATABASE_URL: addressOf(forum), DATA_DIR: forum.config.dataDir, ...bucket }
    const made = await folkmootOn('backup', here)
    expect(made).toMatchObject({ exitCode: 0, output: expect.stringContaining('and 2 images') })
    const [name = ''] = /folkmoot-\S+-manual\.tar\.gz\.age/.exec(made.output) ?? []
    // None of it is on the disk.
    expect(await readdir(forum.config.dataDir)).not.toContain('backups')
    const store = await openBackupStore(parseConfig(here))
    expect((await store.open(name))?.size).toBeGreaterThan(1000)
    await store.close()

    expect(await folkmootOn(`verify ${name}`, here)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('The backup is sound'),
    })

    const { store: database, environment } = await machine()
    const there = { ...environment, ...bucket, S3_BUCKET: 'pictures' }
    const restored = await folkmootOn(`restore ${name}`, there)
    expect(restored).toMatchObject({ exitCode: 0, output: expect.stringMatching(/images +2/) })

    const facts = `select (select count(*)::integer from users where not is_built_in) as members,
      (select string_agg(body, '') from comments) as texts, (select string_agg(title, ' ') from posts) as titles`
    expect(await query(database, facts)).toEqual(await query(forum, facts))
    const pictures = await openFileStore(parseConfig(there))
    const images = await query<{ id: string; secret: string }>(database, 'select id, secret from images')
    for (const image of images) expect(await pictures.has(originalPath(image))).toBe(true)
    await pictures.close()

    const again = await folkmootOn(`restore ${name}`, there)
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
    const restored = await folkmootOn(`restore ${name}`, { ...environment, ...bucket })
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
    const { output } = await folkmootOn('backup', here)
    const [name = ''] = /folkmoot-\S+-manual\.tar\.gz\.age/.exec(output) ?? []
    const { store: database, environment } = await machine()
    const { exitCode } = await folkmootOn(`restore ${name}`, {
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
  await folkmootOn(`backup ${file}`, here)

  const { exitCode, output } = await folkmootOn(`verify ${file}`, here)
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
    expect(await folkmootOn(`backup ${file}`, here)).toMatchObject({ exitCode: 0 })
  })
  afterAll(() => forum.close())
  const interrupted = { exitCode: 130, output: 'Interrupted.' }

  eachInShares([['reading rows'], ['reading images']], 2)(
    'ends a backup that is %s, and leaves no file',
    async (at) => {
      const place = await mkdtemp(join(folder, 'unmade-'))
      expect(await folkmootOn(`backup ${join(place, 'forum.tar.gz')}`, here, { interruptedAt: at })).toEqual(
        interrupted,
      )
      expect(await readdir(place)).toEqual([])
    },
  )

  eachInShares([['building indexes'], ['loading rows'], ['loading images'], ['keeping images']], 4)(
    'ends a restore that is %s, and nothing is there',
    async (at) => {
      const { store, dataDir, environment } = await machine()
      expect(await folkmootOn(`restore ${file}`, environment, { interruptedAt: at })).toEqual(interrupted)
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
      expect(await folkmootOn(`verify ${file}`, here, { interruptedAt: at })).toEqual(interrupted)
      expect(await readdir(forum.config.dataDir)).toEqual(before)
    },
  )

  it('ends a check that waits, and its statement', async () => {
    const other = new pg.Client(forum.connection)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin; lock table posts in access exclusive mode')
    expect(await folkmootOn('check', here, { interruptedAt: 'counting' })).toEqual(interrupted)
    const waiting = async () =>
      (
        await other.query(`select from pg_locks where relation = 'posts'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount
    await expect.poll(waiting).toBe(0)
  })
})
