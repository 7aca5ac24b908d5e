import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { ImageServices } from '../../core/images/store.ts'
import { inTransaction, openLongSession } from '../../platform/database/longSession.ts'
import { type ImportProgress, ImportRunning, lockImport } from '../importPushshift.ts'
import { createStaging, dropStaging } from '../staging.ts'
import { convertComments, convertPosts } from './contents.ts'
import { copyImages, type ImageOutcome, planImages } from './images.ts'
import { convertCommunities, convertUsers, findAdmins, findRenamed, type Renamed } from './people.ts'
import type { Reading } from './records.ts'
import { convertBelongings, convertVotes, settleCounters } from './rest.ts'
import { createSourceTables, indexSourceTables, stageDump } from './stage.ts'
import { isSourceTable } from './tables.ts'

/** What one run created. */
interface Created {
  readonly members: number
  readonly communities: number
  readonly posts: number
  readonly comments: number
  readonly votes: number
  readonly lists: number
  readonly reports: number
  /** Posts whose id in URLs was taken here. */
  readonly readdressed: number
  /** Comments that lack their post or parent. */
  readonly orphans: number
  /** Comments that were moved up, because threads are less deep here. */
  readonly raised: number
  readonly renamed: readonly Renamed[]
  /** Names of the new members who are admins. */
  readonly admins: readonly string[]
}

export interface ReferenceSummary extends Created {
  readonly rows: number
  readonly rejected: ReadonlyMap<string, number>
  /** Tables of the dump that are not imported, with their rows; empty ones are left out. */
  readonly otherTables: ReadonlyMap<string, number>
  /** Null: no folder was given. Then `pictures` says how many there would be. */
  readonly images: ImageOutcome | null
  readonly pictures: number
}

export const otherTablesOf = ({ rows }: Reading): ReadonlyMap<string, number> =>
  new Map([...rows].filter(([table, count]) => count > 0 && !isSourceTable(table)).sort())

export const totalRows = ({ rows }: Reading): number =>
  [...rows.values()].reduce((sum, count) => sum + count, 0)

/**
 * Imports a forum from a dump of the reference's database. Everything but pictures is written in one transaction, so that a broken dump
 * or an interruption leaves nothing behind; then pictures are copied, one after the other. Another run adds what is new in the dump and
 * the pictures that are missing, and leaves the rest alone.
 *
 * @param options.images what copying pictures needs, and the folder in which they are; null leaves them out.
 * @throws ImportRunning, UnknownDump, BrokenDump, the reason of the signal, or an error of the file system, the decompressor or the
 *   database.
 */
export async function importReference(
  connection: pg.ClientConfig,
  {
    file,
    images,
    signal,
    onProgress = () => {},
  }: {
    file: string
    images: { folder: string; services: ImageServices } | null
    signal: AbortSignal
    onProgress?: (progress: ImportProgress) => void
  },
): Promise<ReferenceSummary> {
  const session = await openLongSession(connection, { signal })
  let hasStaging = false
  try {
    await lockImport(session)
    hasStaging = true
    await createStaging(session)
    await createSourceTables(session)
    const reading = await stageDump(session, file, {
      signal,
      now: Date.now(),
      onProgress: (progress) => onProgress({ phase: 'reading', ...progress }),
    })
    onProgress({ phase: 'sorting' })
    await indexSourceTables(session)
    const created = await inTransaction(session, signal, () => convert(session, onProgress))
    onProgress({ phase: 'tidying up' })
    await session.query('analyze')
    const pictures = await planImages(session)
    const copied =
      images &&
      (await copyImages(session, images.services, {
        folder: images.folder,
        signal,
        onProgress: (rows) => onProgress({ phase: 'copying pictures', rows, total: pictures }),
      }))
    await dropStaging(session)
    hasStaging = false
    return {
      ...created,
      rows: totalRows(reading),
      rejected: reading.rejected,
      otherTables: otherTablesOf(reading),
      images: copied,
      pictures,
    }
  } catch (error) {
    // A closed connection has its own error; the caller expects the reason of the signal.
    signal.throwIfAborted()
    throw error
  } finally {
    await session.end().catch(() => {})
    if (hasStaging) await dropLeftovers(connection)
  }
}

const lockAttempts = 20
const lockPauseMs = 250

/** Drops the staging tables, which have addresses and password hashes, unless another import has begun. */
async function dropLeftovers(connection: pg.ClientConfig): Promise<void> {
  const session = await openLongSession(connection)
  try {
    // PostgreSQL notices a closed connection only after a moment, and holds the lock until then.
    for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
      const isFree = await lockImport(session).then(
        () => true,
        (error) => {
          if (error instanceof ImportRunning) return false
          throw error
        },
      )
      if (isFree) return void (await dropStaging(session))
      await setTimeout(lockPauseMs)
    }
  } finally {
    await session.end()
  }
}

async function convert(session: pg.Client, onProgress: (progress: ImportProgress) => void): Promise<Created> {
  onProgress({ phase: 'writing members' })
  const members = await convertUsers(session)
  const communities = await convertCommunities(session)
  const renamed = await findRenamed(session)
  const admins = await findAdmins(session)
  onProgress({ phase: 'writing posts and comments' })
  const { created: posts, readdressed } = await convertPosts(session)
  const { created: comments, orphans, raised } = await convertComments(session)
  onProgress({ phase: 'writing votes' })
  const votes = await convertVotes(session)
  const { lists, reports } = await convertBelongings(session)
  onProgress({ phase: 'counting' })
  await settleCounters(session)
  return {
    members,
    communities,
    posts,
    comments,
    votes,
    lists,
    reports,
    readdressed,
    orphans,
    raised,
    renamed,
    admins,
  }
}
