import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { otherTablesOf, totalRows } from './import.ts'
import { type Reading, readRecords, type SourceRecord } from './records.ts'
import { isSourceTable, type SourceTableName } from './tables.ts'
import { linkOf } from './values.ts'

/** How many posts and comments are shown. */
const samplesOfEachKind = 5

/** A post or comment as an import would store it. */
export interface Sample {
  readonly kind: 'post' | 'comment'
  readonly author: string | null
  /** The community of a post. */
  readonly community: string | null
  readonly title: string | null
  readonly text: string
  readonly isDeleted: boolean
}

export interface ReferenceDryRun {
  readonly rows: number
  /** Rows of the tables that are imported. */
  readonly counts: ReadonlyMap<SourceTableName, number>
  readonly rejected: ReadonlyMap<string, number>
  readonly otherTables: ReadonlyMap<string, number>
  readonly samples: readonly Sample[]
  /** Members whose password is a hash that a login can verify. */
  readonly passwords: number
}

/**
 * Reads a dump like an import, and writes nothing. Does not look for what is imported already or is missing.
 *
 * @throws as `readRecords`.
 */
export async function tryReference(file: string, signal: AbortSignal): Promise<ReferenceDryRun> {
  const reading: Reading = { rows: new Map(), rejected: new Map() }
  const chosen: { posts: SourceRecord[]; comments: SourceRecord[] } = { posts: [], comments: [] }
  const communities = new Map<unknown, string>()
  /** Only of the authors that are shown: dumps have members after posts and comments. */
  const authors = new Map<unknown, string>()
  let passwords = 0

  const take = (record: SourceRecord) => {
    const { table, values } = record
    if (table === 'communities') communities.set(values.id, String(values.name))
    if ((table === 'posts' || table === 'comments') && chosen[table].length < samplesOfEachKind)
      chosen[table].push(record)
    if (table !== 'users') return
    if (/^\$2[abxy]\$/.test(String(values.password)) && values.deleted_at === null) passwords += 1
    const isShown = [...chosen.posts, ...chosen.comments].some((one) => one.values.user_id === values.id)
    if (isShown && values.deleted_at === null) authors.set(values.id, String(values.username))
  }
  for await (const records of readRecords(file, reading, { onBytes: () => {}, now: Date.now() })) {
    for (const record of records) take(record)
    signal.throwIfAborted()
  }

  const sampleOf = ({ table, values }: SourceRecord): Sample => ({
    kind: table === 'posts' ? 'post' : 'comment',
    author: authors.get(values.user_id) ?? null,
    community: table === 'posts' ? (communities.get(values.community_id) ?? null) : null,
    title: table === 'posts' ? String(values.title) : null,
    text: linkOf((values.link_info ?? null) as string | null)?.url ?? excerptOf(String(values.body ?? '')),
    isDeleted: values.deleted_at !== null || values.deleted === true,
  })
  return {
    rows: totalRows(reading),
    counts: new Map(
      [...reading.rows].flatMap(([table, count]) => (isSourceTable(table) ? [[table, count] as const] : [])),
    ),
    rejected: reading.rejected,
    otherTables: otherTablesOf(reading),
    samples: [...chosen.posts, ...chosen.comments].map(sampleOf),
    passwords,
  }
}
