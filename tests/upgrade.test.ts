import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { startPrivatePostgres } from '../server/platform/database/privatePostgres.ts'
import { built, ensureBuilt } from './support/built.ts'
import { scratchRoot } from './support/cluster.ts'
import { recorded, restoreRecording, type SeenPost } from './upgrade/recorded.ts'

beforeAll(ensureBuilt)

const environment = (dataDir: string) => ({
  PATH: process.env.PATH,
  POSTGRES_BINARIES: process.env.POSTGRES_BINARIES,
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PORT: '0',
})

it('a data directory of 0.1.0 is upgraded, also when the upgrade was killed twice', {
  tags: ['long'],
}, async () => {
  const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-upgrade-'))
  const recording = recorded('0.1.0')
  // As long as this process uses it, the database outlives the servers that are killed.
  const postgres = await startPrivatePostgres({ dataDir })
  const client = new pg.Client(postgres.connection)
  const start = () =>
    spawn(process.execPath, [join(built.programs, 'main.js')], {
      cwd: dataDir,
      env: environment(dataDir),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  const servers: ReturnType<typeof start>[] = []
  try {
    await restoreRecording(recording, { connection: postgres.connection, dataDir })
    await client.connect()
    const migrated = async () =>
      (await client.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)

    // One migration changes the table of sessions, a later one reads all comments: each waits until nobody uses the table.
    for (const table of ['sessions', 'comments']) {
      await client.query(`begin; lock table ${table} in row exclusive mode`)
      const server = start()
      servers.push(server)
      const waits = `select from pg_locks where not granted and relation = '${table}'::regclass`
      while ((await client.query(waits)).rowCount === 0) {
        expect(server.exitCode, 'the server goes on until it waits for the table').toBe(null)
        await pause(20)
      }
      server.kill('SIGKILL')
      await once(server, 'exit')
      await client.query('commit')
      // PostgreSQL notices that the client is gone when it has the lock, and rolls back.
      while (
        (
          await client.query(
            "select from pg_stat_activity where state like 'idle in transaction%' or (state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend')",
          )
        ).rowCount
      )
        await pause(20)
      expect(await migrated(), 'nothing of the interrupted upgrade is left').toEqual(recording.migrations)
    }

    const server = start()
    servers.push(server)
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const [, address] = /running at (http:\S+)/.exec(line) ?? []
        if (address) resolve(address)
      })
      server.once('exit', () => reject(new Error('The server does not start.')))
    })
    expect((await migrated()).slice(0, recording.migrations.length)).toEqual(recording.migrations)
    expect((await migrated()).length).toBeGreaterThan(recording.migrations.length)

    const get = async (path: string, member: string) =>
      await (await fetch(url + path, { headers: { cookie: recording.seen.cookies[member] ?? '' } })).json()
    expect(await get('/api/_user', 'ada'), 'who was logged in still is').toMatchObject({
      username: 'ada',
      isAdmin: true,
    })
    const shown: SeenPost[] = []
    for (const { publicId } of recording.seen.posts) {
      const { title, body, upvotes, downvotes, noComments, deleted, locked, comments } = await get(
        `/api/posts/${publicId}`,
        'ben',
      )
      shown.push({
        publicId,
        title,
        body,
        upvotes,
        downvotes,
        noComments,
        deleted,
        locked,
        comments: (comments ?? []).map((comment: { body: string; upvotes: number; downvotes: number }) => [
          comment.body,
          comment.upvotes,
          comment.downvotes,
        ]),
      })
    }
    expect(shown).toEqual(recording.seen.posts)

    const check = spawn(process.execPath, [join(built.programs, 'cli.js'), 'check'], {
      cwd: dataDir,
      env: environment(dataDir),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect((await once(check, 'exit'))[0], 'all counters are right').toBe(0)
    server.kill('SIGTERM')
    await once(server, 'exit')
  } finally {
    for (const server of servers) server.kill('SIGKILL')
    await client.end()
    await postgres.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
