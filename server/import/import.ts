import type pg from 'pg'
import { inTransaction, openLongSession } from '../database/longSession.ts'
import { convertComments, nameComments, planComments } from './comments.ts'
import { convertPosts, namePosts, planPosts } from './posts.ts'
import { type Origin, readFiles } from './read.ts'
import { openRejectFiles, type RejectFiles } from './rejects.ts'
import { createStaging, dropStaging, indexStaging } from './staging.ts'

export type ImportProgress =
  | {
      readonly phase: 'reading'
      readonly bytes: number
      readonly total: number | null
      readonly rows: number
    }
  | { readonly phase: 'sorting' | 'tidying up' }
  | { readonly phase: 'writing posts' | 'writing comments'; readonly rows: number; readonly total: number }

export interface ImportSummary {
  readonly rows: number
  readonly posts: Outcome
  readonly comments: Outcome
  readonly communities: number
  readonly members: number
  /** Comments that stand higher than in the source, because it goes deeper than our threads. */
  readonly raised: number
  readonly conversions: ReadonlyMap<string, number>
  readonly rejected: ReadonlyMap<string, number>
  readonly rejectsFiles: readonly string[]
  readonly brokenFiles: ReadonlyMap<string, string>
}

interface Outcome {
  readonly created: number
  /** An earlier run had brought them. */
  readonly known: number
  /** The files hold them more than once. */
  readonly repeated: number
}

/** Members who write at the same time wait for one such transaction at most. */
const rowsPerTransaction = 5_000

const missingParent = 'parent not in the import'

/** Any number; it keeps two imports from using the staging tables at once. */
const importLock = 7_216_553_901

/** Another import is at work in this database. */
export class ImportRunning extends Error {}

/**
 * Imports submissions and comments, in whatever files and order they come. Everything is first copied to staging
 * tables, then turned into posts and comments in transactions of some ten thousand rows, each of which leaves the
 * forum right; so it may be interrupted at any moment and repeated, and brings nothing twice.
 *
 * @param rejectsFileOf where the rejected lines of a file go.
 * @param signal ends the import between two rows or in the middle of a statement.
 * @throws ImportRunning, the reason of the signal, or an error of the database.
 */
export async function importPushshift(
  connection: pg.ClientConfig,
  options: {
    files: readonly string[]
    rejectsFileOf: (file: string) => string
    signal: AbortSignal
    onProgress?: (progress: ImportProgress) => void
    /** About how many posts or comments one transaction holds; threads are not divided. */
    rowsPerTransaction?: number
  },
): Promise<ImportSummary> {
  const { files, rejectsFileOf, signal, onProgress = () => {} } = options
  const perBatch = options.rowsPerTransaction ?? rowsPerTransaction
  const session = await openLongSession(connection)
  const helper = await openLongSession(connection)
  const canceller = await openLongSession(connection)
  const cancel = () => {
    // When the connection is already gone there is nothing left to cancel.
    for (const { processID } of [session, helper] as { processID?: number }[])
      canceller.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
  }
  const rejects = openRejectFiles([...new Set(files.map(rejectsFileOf))])
  try {
    await lockOut(session)
    await createStaging(session)
    signal.addEventListener('abort', cancel)
    const read = await readFiles(
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
    await rejectOrphans(session, read.origins, rejects)
    if (posts.outcome.created + comments.outcome.created > 0) {
      onProgress({ phase: 'tidying up' })
      await refreshStatistics([session, helper])
    }
    await dropStaging(session)
    return {
      rows: read.rows,
      posts: posts.outcome,
      comments: comments.outcome,
      communities: posts.communities,
      members: posts.members + comments.members,
      raised: comments.raised,
      conversions: read.conversions,
      brokenFiles: read.brokenFiles,
      rejected: rejects.counts,
      rejectsFiles: await rejects.close(),
    }
  } catch (error) {
    // Cancelled statements fail in words of their own; what ended them is what the caller wants to know.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await rejects.close()
    await Promise.all([session, helper, canceller].map((one) => one.end()))
  }
}

async function lockOut(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    importLock,
  ])
  if (!rows[0]?.free) throw new ImportRunning('Another import is at work in this database.')
}

interface Writing {
  readonly perBatch: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

async function writePosts(sessions: readonly pg.Client[], { perBatch, signal, onProgress }: Writing) {
  const session = first(sessions)
  const outcome = await planPosts(session)
  const total = outcome.created
  const made = await inTransaction(session, signal, () => namePosts(session))
  let rows = 0
  await inParallel(sessions, Math.ceil(total / perBatch), async (one, batch) => {
    onProgress({ phase: 'writing posts', rows, total })
    const places = { first: batch * perBatch + 1, last: (batch + 1) * perBatch }
    const written = await inTransaction(one, signal, () => convertPosts(one, places))
    rows += written
  })
  return { outcome, ...made }
}

async function writeComments(sessions: readonly pg.Client[], { perBatch, signal, onProgress }: Writing) {
  const session = first(sessions)
  const { batches, created: total, ...skipped } = await planComments(session, perBatch)
  const members = await inTransaction(session, signal, () => nameComments(session))
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

/** Does `batches` pieces of work, in order, as many at a time as there are sessions; after a failure no new ones. */
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

/** Rows of the rejects that are held in memory at a time. */
const orphansAtOnce = 1000

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
      `fetch ${orphansAtOnce} from orphans`,
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

/** So that the first pages after an import are planned as well as any later ones. */
const refreshStatistics = (sessions: readonly pg.Client[]) =>
  inParallel(sessions, writtenTables.length, async (session, index) => {
    await session.query(`analyze ${writtenTables[index]}`)
  })
