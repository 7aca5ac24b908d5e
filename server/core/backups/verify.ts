import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openLongSession } from '../../platform/database/longSession.ts'
import { startPrivatePostgres } from '../../platform/database/privatePostgres.ts'
import { birthOfProcess } from '../../platform/database/processes.ts'
import { counters, wrongQuery } from '../counters/counters.ts'
import { everyCore, loadBackup, type Restored, type RestoreSource } from './restore.ts'

const prefix = 'verifying-'

export interface Verified extends Restored {
  /** Wrong counters in the restored forum, as `table.column`. They were wrong in the original, too. */
  readonly wrongCounters: readonly string[]
}

/**
 * Reads a whole backup and restores it into a temporary PostgreSQL in the data directory. Images are read and discarded.
 *
 * @throws ArchiveUnreadable, or an error of PostgreSQL for content that breaks the rules of the schema.
 */
export async function verifyBackup(
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'postgresBinaries'>>,
  source: RestoreSource,
): Promise<Verified> {
  await deleteLeftovers(config.dataDir)
  const folder = join(config.dataDir, `${prefix}${process.pid}-${randomUUID().slice(0, 8)}`)
  try {
    const postgres = await startPrivatePostgres({
      dataDir: folder,
      binaries: config.postgresBinaries,
      disposable: true,
    })
    try {
      const images = {
        async put(_place: unknown, content: AsyncIterable<Buffer>) {
          for await (const _chunk of content);
        },
        install: async () => {},
      }
      const restored = await loadBackup(postgres.connection, images, source)
      const wrongCounters = await findWrongCounters(postgres.connection, source)
      return { ...restored, wrongCounters }
    } finally {
      await postgres.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function findWrongCounters(
  connection: Parameters<typeof openLongSession>[0],
  { signal, onProgress }: RestoreSource,
): Promise<string[]> {
  const client = await openLongSession(connection, { signal })
  const wrong: string[] = []
  try {
    await client.query(everyCore)
    for (const [done, counter] of counters.entries()) {
      signal.throwIfAborted()
      const name = `${counter.table}.${counter.column}`
      onProgress({ phase: 'counting', about: name, done, total: counters.length })
      const { rows } = await client.query<{ isWrong: boolean }>(wrongQuery(counter))
      if (rows[0]?.isWrong) wrong.push(name)
    }
    return wrong
  } finally {
    await client.end()
  }
}

/** Left by killed processes. Their PostgreSQL has ended on its own. */
async function deleteLeftovers(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (!birthOfProcess(pid)) await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
}
