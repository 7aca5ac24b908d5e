import { awaitsFirstAdmin } from './accounts/firstAdmin.ts'
import type { createApp } from './app.ts'
import type { Config } from './config.ts'
import type { Db } from './database/connection.ts'
import { openConfiguredDatabase } from './database/open.ts'
import { acquireServerLock } from './database/server-lock.ts'
import { loadSecrets } from './http/secrets.ts'
import { forgetUnfinishedUploads } from './http/upload.ts'
import { watchIpBlocks } from './ipblocks/watch.ts'
import { startJobs } from './jobs/queue.ts'
import { tasks } from './jobs/tasks.ts'
import { openFileStore } from './storage/open.ts'

/** How soon a private PostgreSQL that has died is started again. */
const databaseCheckMs = 1000

/** What a server stands on, whatever it serves. */
export interface Ground
  extends Pick<Parameters<typeof createApp>[0], 'db' | 'config' | 'secrets' | 'files' | 'ipBlocks'> {
  /** Lets go of everything, in the reverse order. */
  close(): Promise<void>
}

/**
 * Makes the data directory this server's own, opens the database and reads the keys of the site.
 *
 * @throws DataDirectoryInUse, DatabaseTooNew, or an error of the database; each with a sentence for the owner of the site.
 */
export async function prepareGround(config: Config, log: (line: string) => void): Promise<Ground> {
  const lock = acquireServerLock(config.dataDir)
  try {
    const database = await openConfiguredDatabase(config, log)
    const check = setInterval(
      () =>
        database.ensureRunning().catch((error) => log(`The database cannot be started: ${error.message}`)),
      databaseCheckMs,
    )
    const { db } = database
    const secrets = await loadSecrets(db)
    await forgetUnfinishedUploads(config)
    const files = await openFileStore(config)
    const ipBlocks = await watchIpBlocks(database.connection, log)
    const jobs = await startJobs(database.connection, { config, secrets, files }, tasks, (level, message) => {
      if (level === 'error') log(`Background work: ${message}`)
    })
    return {
      db,
      config,
      secrets,
      files,
      ipBlocks,
      async close() {
        clearInterval(check)
        await jobs.stop()
        await ipBlocks.close()
        await files.close()
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** What the owner of the site reads when the server is there. */
export async function greeting(db: Db, config: Config, address: string): Promise<string> {
  const { isNew } = await db.selectNoFrom(awaitsFirstAdmin().as('isNew')).executeTakeFirstOrThrow()
  const lines = [`${config.siteName} is running at ${config.siteUrl?.href ?? address}`]
  if (isNew)
    lines.push('Nobody has signed up yet: the first account that is created there becomes the admin.')
  return lines.join('\n')
}

/** An address that a browser can open, for the one that is listened on. */
export function visitableAddress(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = isEverywhere ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
