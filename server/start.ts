import type { createApp } from './app.ts'
import type { Config } from './config.ts'
import { awaitsFirstAdmin, firstAdminCode, firstAdminPath } from './core/accounts/firstAdmin.ts'
import { watchIpBlocks } from './core/ipBlocks/watch.ts'
import { openConfiguredDatabase } from './platform/database/open.ts'
import { acquireServerLock } from './platform/database/server-lock.ts'
import { limitWork } from './platform/http/overload.ts'
import { loadSecrets } from './platform/http/secrets.ts'
import { deleteUnfinishedUploads } from './platform/http/upload.ts'
import { startJobs } from './platform/jobs/queue.ts'
import { watchDiskSpace } from './platform/storage/diskSpace.ts'
import { openFileStore } from './platform/storage/open.ts'
import { tasks } from './tasks.ts'

/** How often the server checks that the private PostgreSQL is running. */
const databaseCheckMs = 1000

/**
 * Requests at work for each connection to the database: while some of them wait for it, others compute or are written. More of
 * them answer no more requests a second, and each later.
 */
const requestsPerConnection = 4

/** What the application needs to run: the database, the file store, keys, IP blocks. */
export interface Resources
  extends Pick<
    Parameters<typeof createApp>[0],
    'db' | 'config' | 'secrets' | 'files' | 'ipBlocks' | 'overload' | 'diskSpace' | 'database' | 'jobs'
  > {
  /** Stops the job workers and closes all resources, in reverse order of opening. */
  close(): Promise<void>
}

/**
 * Locks the data directory, opens the database and the file store, loads the keys, and starts the job workers.
 *
 * @param log receives messages for the operator.
 * @throws DataDirectoryInUse, DatabaseTooNew, or an error of the database; each with a message for the operator.
 */
export async function openResources(config: Config, log: (line: string) => void): Promise<Resources> {
  const lock = acquireServerLock(config.dataDir)
  try {
    const database = await openConfiguredDatabase(config, log, { role: 'program' })
    const check = setInterval(() => {
      database.ensureRunning().catch((error) => log(`PostgreSQL cannot be started again: ${error.message}`))
    }, databaseCheckMs)
    const { db } = database
    const secrets = await loadSecrets(db)
    await deleteUnfinishedUploads(config)
    const files = await openFileStore(config)
    const ipBlocks = await watchIpBlocks(database.connection, log)
    const overload = limitWork({
      delayMs: config.overloadDelayMs,
      atOnce: requestsPerConnection * config.databaseConnections,
      databaseMs: database.waitingMs,
    })
    const diskSpace = await watchDiskSpace({ folder: config.dataDir, reserveMib: config.diskReserveMib, log })
    const jobs = await startJobs(database.connection, { config, secrets, files }, tasks, (level, message) => {
      if (level === 'error') log(`Background job: ${message}`)
    })
    return {
      db,
      config,
      secrets,
      files,
      ipBlocks,
      overload,
      diskSpace,
      database,
      jobs,
      async close() {
        clearInterval(check)
        overload.close()
        diskSpace.close()
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

/** The message for the operator once the server is running. @param url where a browser reaches it without SITE_URL. */
export async function startMessage(
  { db, config, secrets }: Pick<Resources, 'db' | 'config' | 'secrets'>,
  url: string,
): Promise<string> {
  const { isNew } = await db.selectNoFrom(awaitsFirstAdmin().as('isNew')).executeTakeFirstOrThrow()
  const address = config.siteUrl?.href ?? url
  const lines = [`${config.siteName} is running at ${address}`, ...startWarnings(config)]
  if (isNew) {
    const link = new URL(`${firstAdminPath}?code=${firstAdminCode(secrets)}`, address)
    lines.push(
      'Nobody has signed up yet: the first account becomes the admin. Open this link before you sign up; only on this machine',
      `and without SITE_URL it is not needed: ${link.href}`,
    )
  }
  return lines.join('\n')
}

/** What the operator should change. @param userId of this process; undefined where the system has none. */
export function startWarnings(
  { trustProxy, siteUrl }: Pick<Config, 'trustProxy' | 'siteUrl'>,
  userId = process.getuid?.(),
): string[] {
  const warnings: string[] = []
  if (trustProxy && !siteUrl)
    warnings.push(
      'Warning: TRUST_PROXY is set without SITE_URL. Links, feeds and redirects then name the host that the request does; set SITE_URL to the public address.',
    )
  if (userId === 0)
    warnings.push(
      'Warning: the server runs as root, so a fault in it would give away the whole machine. Start it as a user of its own.',
    )
  return warnings
}

/** The URL of a server that listens on this host and port. */
export function urlFor(host: string, port: number): string {
  const isAllInterfaces = host === '0.0.0.0' || host === '::'
  const hostname = isAllInterfaces ? 'localhost' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
