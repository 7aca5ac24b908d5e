import type pg from 'pg'
import { inTransaction, openLongSession } from '../platform/database/longSession.ts'
import { convertComments, createCommentAuthors, planComments } from './comments.ts'
import { convertPosts, createPostNames, planPosts } from './posts.ts'
import { openRejectFiles, type RejectFiles } from './rejects.ts'
import { type Origin, stageFiles } from './stageFiles.ts'
import { createStaging, dropStaging, indexStaging } from './staging.ts'

export type ImportProgress =
  | {
      readonly phase: 'reading'
      readonly bytes: number
      readonly total: number | null
      readonly rows: number
    }
  | {
      readonly phase:
        | 'sorting'
        | 'writing members'
        | 'writing posts and comments'
        | 'writing votes'
        | 'counting'
        | 'tidying up'
    }
  | {
      readonly phase: 'writing posts' | 'writing comments' | 'copying pictures'
      readonly rows: number
      readonly total: number
    }

export interface ImportSummary {
  readonly rows: number
  readonly posts: Outcome
  readonly comments: Outcome
  readonly communities: number
  readonly members: number
  /** Comments that were moved up, because the source nests deeper than our threads. */
  readonly raised: number
  readonly conversions: ReadonlyMap<string, number>
  readonly rejected: ReadonlyMap<string, number>
  readonly rejectsFiles: readonly string[]
  readonly brokenFiles: ReadonlyMap<string, string>
}

interface Outcome {
  readonly created: number
  /** Imported by an earlier run. */
  readonly known: number
  /** Duplicates in the files. */
  readonly repeated: number
}

/** Limits how long one transaction blocks members who write at the same time. */
const rowsPerTransaction = 5_000

const missingParent = 'parent not in the import'

/** Key of the advisory lock that keeps two imports from using the staging tables at the same time. */
const importLock = 7_216_553_901

/** Another import is running in this database. */
export class ImportRunning extends Error {}

/**
 * Imports submissions and comments of any files, in any order. Copies all records to staging tables, then writes posts
 * and comments in transactions of some thousand rows. Each transaction leaves the forum consistent, and records that
 * were imported before are skipped, so an import may be interrupted at any time and repeated.
 *
 * @param options.rejectsFileOf the path for the rejected lines of a file.
 * @param options.signal aborts the import between two rows, or cancels the running statement.
 * @throws ImportRunning, the reason of the signal, or an error of the database.
 */
export async function importPushshift(
  connection: pg.ClientConfig,
  options: {
    files: readonly string[]
    rejectsFileOf: (file: string) => string
    signal: AbortSignal
    onProgress?: (progress: ImportProgress) => void
    /** About how many posts or comments a transaction writes; threads are not divided. */
    rowsPerTransaction?: number
  },
): Promise<ImportSummary> {
  const { files, rejectsFileOf, signal, onProgress = () => {} } = options
  const perBatch = options.rowsPerTransaction ?? rowsPerTransaction
  const session = await openLongSession(connection)
  const helper = await openLongSession(connection)
  const canceller = await openLongSession(connection)
  const cancel = () => {
    // A failure means that the connection is closed, so there is nothing to cancel.
    for (const { processID } of [session, helper] as { processID?: number }[])
      canceller.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
  }
  const rejects = openRejectFiles([...new Set(files.map(rejectsFileOf))])
  try {
    await lockImport(session)
    await createStaging(session)
    signal.addEventListener('abort', cancel)
    const staged = await stageFiles(
      { submissions: session, comments: helper },
      {
        files,
        rejectsFileOf,
        rejects,
        signal,
        now: Date.now(),
        onProgress: (progress) => onProgress({ phase: 'reading', ...progress }),
      },
    )
    onProgress({ phase: 'sorting' })
    await indexStaging(session)
    const posts = await writePosts([session, helper], { perBatch, signal, onProgress })
    const comments = await writeComments([session, helper], { perBatch, signal, onProgress })
    await rejectOrphans(session, staged.origins, rejects)
    if (posts.outcome.created + comments.outcome.created > 0) {
      onProgress({ phase: 'tidying up' })
      await analyzeTables([session, helper])
    }
    await dropStaging(session)
    return {
      rows: staged.rows,
      posts: posts.outcome,
      comments: comments.outcome,
      communities: posts.communities,
      members: posts.members + comments.members,
      raised: comments.raised,
      conversions: staged.conversions,
      brokenFiles: staged.brokenFiles,
      rejected: rejects.counts,
      rejectsFiles: await rejects.close(),
    }
  } catch (error) {
    // A cancelled statement throws its own error; the caller expects the reason of the signal.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await rejects.close()
    await Promise.all([session, helper, canceller].map((one) => one.end()))
  }
}

/** Keeps other imports and repairs of this database away while the session lasts. @throws ImportRunning. */
export async function lockImport(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    importLock,
  ])
  if (!rows[0]?.free) throw new ImportRunning('Another import is running in this database.')
}

interface WriteOptions {
  readonly perBatch: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

async function writePosts(sessions: readonly pg.Client[], { perBatch, signal, onProgress }: WriteOptions) {
  const session = first(sessions)
  const outcome = await planPosts(session)
  const total = outcome.created
  const created = await inTransaction(session, signal, () => createPostNames(session))
  let rows = 0
  await inParallel(sessions, Math.ceil(total / perBatch), async (one, batch) => {
    onProgress({ phase: 'writing posts', rows, total })
    const positions = { first: batch * perBatch + 1, last: (batch + 1) * perBatch }
    const written = await inTransaction(one, signal, () => convertPosts(one, positions))
    rows += written
  })
  return { outcome, ...created }
}

async function writeComments(sessions: readonly pg.Client[], { perBatch, signal, onProgress }: WriteOptions) {
  const session = first(sessions)
  const { batches, created: total, ...skipped } = await planComments(session, perBatch)
  const members = await inTransaction(session, signal, () => createCommentAuthors(session))
  let created = 0
  let raised = 0
  await inParallel(sessions, batches, async (one, batch) => {
    onProgress({ phase: 'writing comments', rows: created, total })
    const written = await inTransaction(one, signal, () => convertComments(one, batch))
    created += written.created
    raised += written.raised
  })
  return { outcome: { ...skipped, created }, members, raised }
}

/** Runs `work` for each batch, on all sessions in parallel; starts no further batch after a failure. */
async function inParallel(
  sessions: readonly pg.Client[],
  batches: number,
  work: (session: pg.Client, batch: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const results = await Promise.allSettled(
    sessions.map(async (session) => {
      while (next < batches) {
        try {
          await work(session, next++)
        } catch (error) {
          next = batches
          throw error
        }
      }
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

function first(sessions: readonly pg.Client[]): pg.Client {
  const [session] = sessions
  if (!session) throw new Error('an import needs a session')
  return session
}

/** Orphans that are held in memory at a time. */
const orphansPerFetch = 1000

async function rejectOrphans(
  session: pg.Client,
  origins: readonly Origin[],
  rejects: RejectFiles,
): Promise<void> {
  await session.query(`
    begin;
    declare orphans no scroll cursor for
      select origin, line, record from import_staging.orphans join import_staging.comments using (row_id)
      order by origin, line`)
  for (;;) {
    const { rows } = await session.query<{ origin: number; line: string; record: string }>(
      `fetch ${orphansPerFetch} from orphans`,
    )
    if (rows.length === 0) break
    for (const { origin, line, record } of rows) {
      const { file = '', rejectsFile = '' } = origins[origin] ?? {}
      await rejects.write(rejectsFile, { file, line: Number(line), reason: missingParent, record })
    }
  }
  await session.query('commit')
}

const writtenTables = [
  'comments',
  'posts',
  'users',
  'memberships',
  'communities',
  'imported_comments',
  'imported_posts',
  'imported_users',
]

/** Refreshes the planner's statistics, so that the first queries after an import get good plans. */
const analyzeTables = (sessions: readonly pg.Client[]) =>
  inParallel(sessions, writtenTables.length, async (session, index) => {
    await session.query(`analyze ${writtenTables[index]}`)
  })
