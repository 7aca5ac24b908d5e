import type { createApp } from './app.ts'
import type { Config } from './config.ts'
import { watchIpBlocks } from './core/ipBlocks/watch.ts'
import { watchSettings } from './core/settings/live.ts'
import type { ConfiguredDatabase } from './platform/database/open.ts'
import { openReplicas } from './platform/database/replicas.ts'
import { watchDatabase } from './platform/database/watch.ts'
import { limitWork } from './platform/http/overload.ts'
import { loadSecrets } from './platform/http/secrets.ts'
import { deleteUnfinishedUploads } from './platform/http/upload.ts'
import { logFailedJobs, startJobs } from './platform/jobs/queue.ts'
import { watchDiskSpace } from './platform/storage/diskSpace.ts'
import { openFileStore } from './platform/storage/open.ts'
import { openValkey } from './platform/valkey/connection.ts'
import { tasks } from './tasks.ts'

/**
 * Concurrent requests per database connection: while some wait for the database, others compute or are sent. More of them
 * would not increase the throughput, only the latency.
 */
const requestsPerConnection = 4

/** What the application needs to run: the database, the file store, keys, IP blocks. */
export interface Resources
  extends Pick<
    Parameters<typeof createApp>[0],
    | 'db'
    | 'config'
    | 'secrets'
    | 'files'
    | 'ipBlocks'
    | 'liveSettings'
    | 'watch'
    | 'replicas'
    | 'valkey'
    | 'overload'
    | 'diskSpace'
    | 'database'
    | 'jobs'
  > {
  /** Stops the job workers and closes all resources, in reverse order of opening. */
  close(): Promise<void>
}

/** The parts of a server's database that its resources need. */
type ServerDatabase = Pick<
  ConfiguredDatabase,
  'db' | 'pool' | 'connection' | 'waitingMs' | 'reportSlow' | 'close'
>

/**
 * Opens the file store, loads the keys, watches IP blocks, and starts the job workers.
 *
 * @param database is closed with the rest.
 * @param log receives messages for the operator.
 */
export async function openResources(
  config: Config,
  database: ServerDatabase,
  log: (line: string) => void,
): Promise<Resources> {
  try {
    const { db, connection } = database
    const secrets = await loadSecrets(db)
    await deleteUnfinishedUploads(config)
    const files = await openFileStore(config)
    const watch = await watchDatabase(connection, log)
    const ipBlocks = await watchIpBlocks(watch)
    const liveSettings = await watchSettings(watch, config.locked)
    const replicas = openReplicas(
      connection,
      config.databaseReplicaUrls.map((connectionString) => ({ connectionString })),
      { connections: config.databaseConnections, lagSeconds: config.databaseReplicaLagSeconds, log },
    )
    const valkey = openValkey(config.valkeyUrl, log)
    const overload = limitWork({
      delayMs: config.overloadDelayMs,
      atOnce: requestsPerConnection * config.databaseConnections * (1 + replicas.count),
      databaseMs: () => Math.max(database.waitingMs(), replicas.waitingMs()),
    })
    const diskSpace = await watchDiskSpace({ folder: config.dataDir, reserveMib: config.diskReserveMib, log })
    const jobs = config.jobs
      ? await startJobs(
          connection,
          { config, settings: liveSettings.values, secrets, files },
          tasks,
          logFailedJobs(config),
        )
      : null
    return {
      db,
      config,
      secrets,
      files,
      ipBlocks,
      liveSettings,
      watch,
      replicas,
      valkey,
      overload,
      diskSpace,
      database,
      jobs,
      async close() {
        overload.close()
        diskSpace.close()
        await jobs?.stop()
        await watch.close()
        await replicas.close()
        valkey.close()
        await files.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
