import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'

/** The hardware of a machine. */
export interface Machine {
  readonly cores: number
  readonly memoryMib: number
}

/** Up to this many cores, a second process does not pay, because PostgreSQL needs the other core. */
const smallCores = 2
/** PostgreSQL needs one of this many cores while all workers are busy. */
const coresPerDatabaseCore = 4
/** Memory of a worker besides its JavaScript objects: images, compressed pages, the program itself. */
const besidesHeapMib = 150
const fewestConnections = 2
/** Extra connections of each worker, to watch for changes, and the lag of replicas. */
const watching = ({ databaseReplicaUrls = [] }: ReplicaSettings): number =>
  databaseReplicaUrls.length > 0 ? 2 : 1
/** Extra connections of the worker that runs jobs, twice because two of them overlap during a restart. */
const forJobs = 2 * 6
/** Spare connections for commands, and those that PostgreSQL reserves for its superuser. */
const spare = 8

type ReplicaSettings = Partial<Pick<Config, 'databaseReplicaUrls' | 'databaseDirectUrl'>>

const isOnThisMachine = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): boolean => {
  if (!databaseUrl) return true
  if (!URL.canParse(databaseUrl)) return false
  const host = new URL(databaseUrl).hostname.replace(/^\[|\]$/g, '')
  return (
    host === '' || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** The number of processes for requests, before the limits of PostgreSQL are known. */
export function requestedWorkers(
  config: Pick<Config, 'workers' | 'databaseUrl' | 'heapMib'>,
  { cores, memoryMib }: Machine,
): number {
  if (config.workers !== 'auto') return config.workers
  if (cores <= smallCores) return 1
  const forDatabase = isOnThisMachine(config) ? Math.ceil(cores / coresPerDatabaseCore) : 0
  const eachMib = (config.heapMib || memoryMib) + besidesHeapMib
  // The other half is for PostgreSQL and the file system.
  return Math.max(1, Math.min(cores - forDatabase, Math.floor(memoryMib / 2 / eachMib)))
}

/**
 * Divides the connections among the workers, so that all fit into what PostgreSQL allows, also while one worker is replaced by its
 * successor.
 *
 * @param maxConnections of PostgreSQL.
 * @throws CannotStart if the configured number of workers does not fit; `auto` chooses a number that fits.
 */
export function planWorkers(
  config: Pick<Config, 'workers' | 'databaseConnections'> & ReplicaSettings,
  requested: number,
  maxConnections: number,
): { workers: number; connectionsEach: number } {
  const requestedEach = (workers: number) =>
    Math.max(fewestConnections, Math.floor(config.databaseConnections / workers))
  const each = (workers: number) => {
    const possible = Math.floor((maxConnections - spare - forJobs) / (workers + 1)) - watching(config)
    // A pooler shares its connections, so this limit does not apply.
    if (config.databaseDirectUrl) return possible < 0 ? possible : requestedEach(workers)
    return Math.min(requestedEach(workers), possible)
  }
  let workers = requested
  while (config.workers === 'auto' && workers > 1 && each(workers) < fewestConnections) workers -= 1
  const connectionsEach = each(workers)
  if (connectionsEach < fewestConnections)
    throw new CannotStart(
      `PostgreSQL allows ${maxConnections} connections (max_connections), and ${workers} workers need ` +
        `${(workers + 1) * (fewestConnections + watching(config)) + spare + forJobs}. Raise max_connections, or lower WORKERS.`,
    )
  return { workers, connectionsEach }
}
