import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchRoot } from '../../../tests/support/cluster.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { emptyDatabase, type TestDatabase } from '../../../tests/support/postgres.ts'
import { ArchiveUnreadable } from '../../platform/archive/archive.ts'
import { migrateInTransaction } from '../../platform/database/migrate.ts'
import { writeWhole } from '../../platform/storage/archives.ts'
import { counters, driftQuery } from '../counters/counters.ts'
import { deleteMarkedImages } from '../images/delete.ts'
import { configuredSource, makeBackup } from './make.ts'
import { type BackupReader, readBackup } from './read.ts'
import { checkNotRestoring, restoreBackup } from './restore.ts'

const { signal } = new AbortController()
let forum: Forum
let member: Member
let posts: PostFacts[]
let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(scratchRoot(), 'folkmoot-backups-'))
  forum = await startForum()
  member = await forum.member('rio')
  const other = await forum.member('Zofie', {})
  await forum.community('birding')
  await forum.community('chess')
  posts = []
  for (const [index, community] of ['birding', 'chess', 'birding'].entries()) {
    const post = await forum.post(member, community, {
      title: `Title ${index}: “quotes”, \\backslash\\, tab\there`,
      body: `First line\nsecond *line* \\N \\.\n\n🦜 ${index}`,
    })
    const { id } = await forum.comment(other, post, 'A reply with\ntwo lines')
    await forum.comment(member, post, 'A reply to it', id)
    await other.post('/api/_postVote', { postId: post.id, up: index % 2 === 0 })
    posts.push(post)
  }
  posts.push(await forum.post(member, 'birding', { type: 'image', images: 2 }))
})
afterAll(async () => {
  await forum.close()
  await rm(folder, { recursive: true, force: true })
})

const newPath = (name = 'backup') => join(folder, `${name}-${++made}`)

async function backUp({ passphrase = '', files = forum.files } = {}) {
  const path = newPath()
  const { connection, config } = forum
  const content = await makeBackup(
    configuredSource({ connection, files, config }, { passphrase, signal }),
    (bytes) => writeWhole(path, bytes, signal),
  )
  return { path, ...content }
}

/** A target for a restore: an empty database and an empty data directory. */
async function emptyPlace() {
  const store = await emptyDatabase()
  const dataDir = newPath('data')
  const restore = async (bytes: Readable, { passphrase = '', onProgress = () => {} } = {}) =>
    restoreBackup(
      {
        connection: store.connection,
        config: { ...forum.config, dataDir },
        files: forum.files,
      },
      { bytes, askPassphrase: async () => passphrase, signal, onProgress },
    )
  /** Names of all existing tables, schemas and files. */
  const content = async () => {
    const client = new pg.Client(store.connection)
    await client.connect()
    const { rows } = await client
      .query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
        union select nspname from pg_namespace where nspname = 'graphile_worker'`)
      .finally(() => client.end())
    const files = await readdir(dataDir, { recursive: true }).catch(() => [])
    return [...rows.map(({ name }) => name as string), ...files]
  }
  return { store, dataDir, restore, content }
}

const started = ({ store, dataDir }: { store: TestDatabase; dataDir: string }) =>
  startForum({ DATA_DIR: dataDir }, { store })

/** Answers of the API and images, as a guest and as a member, by URL. */
async function crawl({ app }: Pick<Forum, 'app'>, viewer: Member) {
  const answers = new Map<string, string>()
  const visit = async (url: string, headers: Record<string, string>) => {
    const { statusCode, rawPayload } = await app.inject({ url, headers })
    expect(statusCode, url).toBe(200)
    answers.set(`${'cookie' in headers} ${url}`, rawPayload.toString('base64'))
    return rawPayload.toString()
  }
  for (const headers of [{}, viewer.headers()]) {
    const pages = [
      '/api/communities',
      '/api/communities/birding?byName=true',
      ...['hot', 'latest', 'activity', 'day', 'all'].map((sort) => `/api/posts?sort=${sort}&limit=50`),
      '/api/users/rio',
      '/api/users/rio/feed',
      '/api/search?q=title',
      ...posts.flatMap(({ publicId }) => [`/api/posts/${publicId}`, `/api/posts/${publicId}/comments`]),
      ...('cookie' in headers ? ['/api/notifications', '/api/_user'] : []),
    ]
    for (const page of pages) {
      const text = await visit(page, headers)
      for (const [, url] of text.matchAll(/"url":"(\/images\/[^"]+)"/g))
        if (url) await visit(url.replaceAll('\\u0026', '&'), headers)
    }
  }
  return answers
}

const wrongCountersOf = async ({ connection }: Pick<Forum, 'connection'>) => {
  const client = new pg.Client(connection)
  await client.connect()
  const wrong: string[] = []
  for (const counter of counters)
    if ((await client.query(driftQuery(counter))).rowCount) wrong.push(`${counter.table}.${counter.column}`)
  await client.end()
  return wrong
}

describe('a backup', () => {
  it('restores the forum: each answer of the API is the same byte for byte, for guests and members', async () => {
    // Before reading, which records visits, so that both forums start from the state of the snapshot.
    const { path, trailer } = await backUp()
    const before = await crawl(forum, member)
    const place = await emptyPlace()
    const { migrated } = await place.restore(createReadStream(path))
    expect(migrated).toEqual([])
    const restored = await started(place)
    const after = await crawl(restored, member)
    expect([...after.keys()]).toEqual([...before.keys()])
    expect([...before.keys()].filter((url) => url.includes('/images/')).length).toBeGreaterThanOrEqual(2)
    const differing = [...before].filter(([url, answer]) => after.get(url) !== answer).map(([url]) => url)
    expect(differing).toEqual([])
    expect(await wrongCountersOf(restored)).toEqual([])
    expect(trailer.missingImages).toBe(0)
    // New ids continue after the old ones, and triggers and references work.
    const post = await restored.post(member.headers() && (await restored.member('newcomer')), 'birding', {
      title: 'Hoatzin after the restore',
    })
    expect((await restored.app.inject('/api/search?q=hoatzin')).body).toContain(post.publicId)
    await expect(
      sql`insert into badges (user_id, type) values (987654, 'supporter')`.execute(restored.db),
    ).rejects.toThrow('foreign key')
    await restored.close()
  })

  it('has tables from which an index can answer alone at once, without waiting for a vacuum', async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const client = new pg.Client(place.store.connection)
    await client.connect()
    const { rows } = await client.query(`
      select relname as name, relpages - relallvisible as unseen from pg_class
      where relname in ('posts', 'comments', 'comment_votes', 'users') and relpages > 0 order by 1`)
    await client.end()
    expect(rows).toEqual(['comment_votes', 'comments', 'posts', 'users'].map((name) => ({ name, unseen: 0 })))
    await place.store.drop()
  })

  it('has the same schema as a new forum, with all indexes, references and triggers', {
    tags: ['long'],
  }, async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const schemaOf = async (connection: pg.ClientConfig) => {
      const client = new pg.Client(connection)
      await client.connect()
      const { rows } = await client.query(`
        select pg_get_indexdef(indexrelid) as what from pg_index
          join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
        union all select conrelid::regclass::text || conname || convalidated || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace and contype <> 'n'
        union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
        union all select attrelid::regclass::text || attname || atttypid::regtype::text || attidentity::text || attgenerated::text || attnotnull
          from pg_attribute join pg_class on pg_class.oid = attrelid
          where relnamespace = 'public'::regnamespace and attnum > 0 order by 1`)
      await client.end()
      return rows.map(({ what }) => what)
    }
    expect(await schemaOf(place.store.connection)).toEqual(await schemaOf(forum.connection))
    await place.store.drop()
  })

  it('under load is a consistent snapshot with everything that was acknowledged before', {
    tags: ['long'],
  }, async () => {
    const writers = await Promise.all(['anna', 'ben', 'cleo'].map((name) => forum.member(name)))
    const acknowledged: string[] = []
    const [target] = posts
    let isWriting = true
    let rounds = 0
    const write = async (writer: Member) => {
      while (isWriting) {
        const post = await forum.post(writer, 'chess', { title: 'Written under load' })
        await forum.comment(writer, target as PostFacts, 'Under load')
        await writer.post('/api/_postVote', { postId: target?.id, up: rounds % 2 === 0 })
        acknowledged.push(post.publicId)
        rounds += 1
      }
    }
    const writing = Promise.all(writers.map(write))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
    const before = [...acknowledged]
    // An image that is deleted meanwhile stays in the backup.
    const doomed = await forum.post(writers[0] as Member, 'birding', { type: 'image', images: 1 })
    const roundsBefore = rounds
    const files = {
      ...forum.files,
      open: async (...given: Parameters<typeof forum.files.open>) => {
        await writers[0]?.delete(`/api/posts/${doomed.publicId}?deleteContent=true`)
        await deleteMarkedImages(forum, signal)
        return forum.files.open(...given)
      },
    }
    const { path, trailer } = await backUp({ files })
    await expect.poll(() => rounds).toBeGreaterThan(roundsBefore)
    isWriting = false
    await writing
    expect(trailer.missingImages).toBe(0)
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const restored = await started(place)
    expect(await wrongCountersOf(restored)).toEqual([])
    const kept = await restored.db.selectFrom('posts').select('public_id').execute()
    expect(kept.map((post) => post.public_id)).toEqual(expect.arrayContaining(before))
    expect((await restored.app.inject(`/api/posts/${doomed.publicId}`)).json().images).toHaveLength(1)
    await restored.close()
    await deleteMarkedImages(forum, signal)
  })

  it('keeps queued jobs, sessions and keys, and excludes rate limits and archives of members', async () => {
    await sql`select graphile_worker.add_job('erase_traces', '{"userId":"1"}'::json, job_key := 'one', run_at := now() + interval '1 day')`.execute(
      forum.db,
    )
    await sql`insert into rate_limits values ('\\x00', 1, now() + interval '1 day')`.execute(forum.db)
    const { path, manifest } = await backUp()
    expect(manifest.excluded).toEqual(expect.arrayContaining(['rate_limits', 'last_writes', 'data_exports']))
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const restored = await started(place)
    const { rows } = await sql<{ task_identifier: string; key: string }>`
      select task_identifier, key from graphile_worker.jobs where key = 'one'`.execute(restored.db)
    expect(rows).toEqual([{ task_identifier: 'erase_traces', key: 'one' }])
    expect(restored.secrets).toEqual(forum.secrets)
    expect(await restored.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    await restored.close()
  })

  it('of an older schema is migrated', { tags: ['long'] }, async () => {
    const { migrated } = await restoreOlder()
    expect(migrated.length).toBeGreaterThan(0)
  })
})

/** Restores a backup of a forum that had only the first migrations. */
async function restoreOlder() {
  const old = await emptyDatabase()
  const client = new pg.Client(old.connection)
  await client.connect()
  await client.query('begin')
  await migrateInTransaction(client, { upTo: '0037_positions_of_writes' })
  await client.query(`insert into users (username) values ('elder')`)
  await client.query('commit')
  await client.end()
  const path = newPath()
  await makeBackup(configuredSource({ ...forum, connection: old.connection }, { signal }), (bytes) =>
    writeWhole(path, bytes, signal),
  )
  const place = await emptyPlace()
  const restored = await place.restore(createReadStream(path))
  await place.store.drop()
  await old.drop()
  return restored
}

/** Reads a backup without a database. */
const takesEverything: BackupReader = {
  begin: async () => {},
  startRows: async () => {
    let rows = 0
    return {
      write: async (chunk) => {
        rows += chunk.toString('latin1').split('\n').length - 1
      },
      end: async () => rows,
    }
  },
  async image(_place, content) {
    for await (const _chunk of content);
  },
}

/** Whether two compressed files have the same content. */
function isSameContent(one: Buffer, other: Buffer): boolean {
  try {
    return gunzipSync(one).equals(gunzipSync(other))
  } catch {
    return false
  }
}

describe('a damaged backup', () => {
  const refusalOf = async (bytes: Buffer, passphrase = '') => {
    const place = await emptyPlace()
    const refusal = await place.restore(Readable.from([bytes], { objectMode: false }), { passphrase }).then(
      () => 'restored',
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    )
    expect(await place.content()).toEqual([])
    await place.store.drop()
    return refusal
  }

  it.each([[''], ['correct horse']])(
    'is noticed with a flipped bit anywhere, and cut off anywhere (passphrase %j)',
    async (passphrase) => {
      const { path } = await backUp({ passphrase })
      const sound = await readFile(path)
      const read = (bytes: Buffer) =>
        readBackup(Readable.from([bytes], { objectMode: false }), async () => passphrase, takesEverything)
      await read(sound)
      for (let share = 0; share < 1; share += passphrase ? 0.45 : 0.07) {
        const at = Math.floor(sound.length * share)
        const flipped = Buffer.from(sound)
        flipped[at] = (flipped[at] ?? 0) ^ 4
        // Some bits of a compressed file mean nothing; the rows are the same without them.
        if (!passphrase && isSameContent(flipped, sound)) continue
        await expect(read(flipped), `flipped at ${at}`).rejects.toBeInstanceOf(ArchiveUnreadable)
        await expect(read(sound.subarray(0, at)), `cut at ${at}`).rejects.toBeInstanceOf(ArchiveUnreadable)
      }
      await expect(read(sound.subarray(0, -1))).rejects.toBeInstanceOf(ArchiveUnreadable)
    },
  )

  it('is refused if rows were exchanged, even if all checksums of the container are right', async () => {
    const { path } = await backUp()
    const tar = gunzipSync(await readFile(path))
    const at = tar.indexOf('A reply to it')
    tar.write('A reply of me', at)
    expect(await refusalOf(gzipSync(tar, { level: 1 }))).toBe(
      'ArchiveUnreadable: The backup is damaged (tables/comments differs from its summary).',
    )
  })

  it('leaves nothing behind when it is damaged or truncated near its end', {
    tags: ['long'],
  }, async () => {
    const { path } = await backUp()
    const sound = await readFile(path)
    const flipped = Buffer.from(sound)
    const at = Math.floor(sound.length * 0.98)
    flipped[at] = (flipped[at] ?? 0) ^ 4
    expect(await refusalOf(flipped)).toMatch(/^ArchiveUnreadable: The backup is damaged/)
    expect(await refusalOf(sound.subarray(0, at))).toBe(
      'ArchiveUnreadable: The backup is cut off: its end is missing.',
    )
  })

  it('is refused when it is another file, or empty', async () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('a'),
      Buffer.from('SQL dump '.repeat(50)),
      gzipSync('x'),
    ])
      expect(await refusalOf(bytes)).toMatch(
        /^ArchiveUnreadable: (The file is not a backup|The backup is cut off)/,
      )
  })

  it('is refused with a wrong passphrase', async () => {
    const { path } = await backUp({ passphrase: 'correct horse' })
    const bytes = await readFile(path)
    expect(await refusalOf(bytes, 'battery staple')).toBe('ArchiveUnreadable: The passphrase is wrong.')
    expect(bytes.includes('rio')).toBe(false)
  })

  it('is refused when it comes from a newer version', async () => {
    const place = await forum.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999_future', timestamp: '' } as never)
      .execute()
      .then(() => backUp())
      .finally(() => sql`delete from kysely_migration where name = '9999_future'`.execute(forum.db))
    expect(await refusalOf(await readFile(place.path))).toContain('made by a newer version of Folkmoot')
  })
})

describe('a restore', () => {
  it('is refused if the target is not empty, and changes nothing there', async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    await place.restore(createReadStream(path))
    const before = await place.content()
    await expect(place.restore(createReadStream(path))).rejects.toThrow('The database is not empty')
    expect(await place.content()).toEqual(before)
    await place.store.drop()
    const other = await emptyPlace()
    await expect(
      restoreBackup(
        {
          connection: other.store.connection,
          config: { ...forum.config, dataDir: place.dataDir },
          files: forum.files,
        },
        { bytes: createReadStream(path), askPassphrase: async () => '', signal, onProgress: () => {} },
      ),
    ).rejects.toThrow('is not empty')
    expect(await other.content()).toEqual([])
    await other.store.drop()
  })

  it('is recognized after a kill by the next start, and can be repeated', { tags: ['long'] }, async () => {
    const { path } = await backUp()
    const place = await emptyPlace()
    const client = new pg.Client(place.store.connection)
    await client.connect()
    // The state after a kill: the marker, some images that were already moved, and an empty database.
    const image = join(place.dataDir, 'images', '001')
    await place.restore(
      createReadStream(path).once('end', () => {}),
      {
        onProgress: () => {},
      },
    )
    await client.query(
      'drop schema public cascade; create schema public; drop schema graphile_worker cascade',
    )
    await writeFile(join(place.dataDir, 'restore.json'), '{}')
    expect(existsSync(image)).toBe(true)
    await expect(checkNotRestoring(client, { dataDir: place.dataDir })).rejects.toThrow('was interrupted')
    await place.restore(createReadStream(path))
    await checkNotRestoring(client, { dataDir: place.dataDir })
    await client.end()
    const restored = await started(place)
    expect((await restored.app.inject('/api/users/rio')).statusCode).toBe(200)
    await restored.close()
  })
})

it('the archive is a plain tar file that begins with its manifest', async () => {
  const { path, manifest } = await backUp()
  const chunks: Buffer[] = []
  await pipeline(createReadStream(path), createGunzip(), async (tar) => {
    for await (const chunk of tar) chunks.push(chunk as Buffer)
  })
  const text = Buffer.concat(chunks).toString()
  expect(text.startsWith('manifest.json')).toBe(true)
  expect(JSON.parse(text.slice(512, text.indexOf('\0', 512)))).toEqual(manifest)
})

/** `age` asks a terminal for the passphrase; `script` gives it one. */
const hasAge = ['age', 'script'].every((program) => spawnSync(program, ['--version']).status === 0)

it.skipIf(!hasAge)(
  'the program age opens an encrypted one, with the passphrase and not without',
  async () => {
    const { path, manifest } = await backUp({ passphrase: 'correct horse' })
    const opened = newPath('opened')
    const open = (passphrase: string) =>
      spawnSync('script', ['--quiet', '--return', '--command', `age -d -o ${opened} ${path}`, '/dev/null'], {
        input: `${passphrase}\n`,
        encoding: 'utf8',
        timeout: 120_000,
      })
    const refused = open('battery staple')
    expect(refused.status).not.toBe(0)
    expect(refused.stdout).toContain('incorrect passphrase')
    expect(open('correct horse').stdout).not.toContain('error')
    const tar = gunzipSync(await readFile(opened)).toString()
    expect(JSON.parse(tar.slice(512, tar.indexOf('\0', 512)))).toEqual(manifest)
  },
)
