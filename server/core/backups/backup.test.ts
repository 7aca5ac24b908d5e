import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { signal, startBackedUpForum, started, wrongCountersOf } from '../../../tests/support/backedUpForum.ts'
import type { Member, PostFacts } from '../../../tests/support/forum.ts'
import { emptyDatabase } from '../../../tests/support/postgres.ts'
import { migrateInTransaction } from '../../platform/database/migrate.ts'
import { writeWhole } from '../../platform/storage/archives.ts'
import { deleteMarkedImages } from '../images/delete.ts'
import { configuredSource, makeBackup } from './make.ts'

const { backUp, crawl, emptyPlace, forum, member, newPath, posts } = await startBackedUpForum()

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
