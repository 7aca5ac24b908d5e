import { isIP } from 'node:net'
import type { Config } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'

/** What a machine has. */
export interface Machine {
  readonly cores: number
  readonly memoryMib: number
}

/** Up to so many cores, a second process costs more than it brings: PostgreSQL needs the other core. */
const smallCores = 2
/** PostgreSQL takes one of so many cores while all workers are busy. */
const coresPerDatabaseCore = 4
/** A worker needs this besides its JavaScript objects: images, compressed pages, the program itself. */
const besidesHeapMib = 150
const fewestConnections = 2
/** Of each worker, to learn what others change, and with replicas how far these are behind. */
const watching = ({ databaseReplicaUrls = [] }: ReplicaSettings): number =>
  databaseReplicaUrls.length > 0 ? 2 : 1
/** Of the worker that performs jobs, twice because two of them overlap during a restart. */
const forJobs = 2 * 6
/** For commands, and those that PostgreSQL reserves for its superuser. */
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

/** How many processes are to answer requests, before anything is known of PostgreSQL. */
export function wantedWorkers(
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
 * @throws CannotStart when so many workers as the operator wants do not fit; with `auto` there are fewer.
 */
export function planWorkers(
  config: Pick<Config, 'workers' | 'databaseConnections'> & ReplicaSettings,
  wanted: number,
  maxConnections: number,
): { workers: number; connectionsEach: number } {
  const wantedEach = (workers: number) =>
    Math.max(fewestConnections, Math.floor(config.databaseConnections / workers))
  const each = (workers: number) => {
    const possible = Math.floor((maxConnections - spare - forJobs) / (workers + 1)) - watching(config)
    // A pooler shares its connections among all who want some.
    if (config.databaseDirectUrl) return possible < 0 ? possible : wantedEach(workers)
    return Math.min(wantedEach(workers), possible)
  }
  let workers = wanted
  while (config.workers === 'auto' && workers > 1 && each(workers) < fewestConnections) workers -= 1
  const connectionsEach = each(workers)
  if (connectionsEach < fewestConnections)
    throw new CannotStart(
      `PostgreSQL allows ${maxConnections} connections (max_connections), and ${workers} workers need ` +
        `${(workers + 1) * (fewestConnections + watching(config)) + spare + forJobs}. Raise max_connections, or lower WORKERS.`,
    )
  return { workers, connectionsEach }
}
