import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { type Column, excerptFor, openStagingWriter, type StagingWriter, stagingTable } from '../staging.ts'
import { type Reading, readRecords, type SourceRecord } from './records.ts'
import { columnsOf, columnTypes, type SourceTableName, sourceTables } from './tables.ts'
import { linkOf } from './values.ts'

/** Columns that SQL cannot compute. */
const computed = {
  posts: [
    ['excerpt', 'text'],
    ['link_url', 'text'],
    ['link_hostname', 'text'],
  ],
} as const satisfies Partial<Record<SourceTableName, readonly (readonly [string, string])[]>>

const tableNames = Object.keys(sourceTables) as SourceTableName[]

const nameOf = (table: SourceTableName) => `source_${table}`

/** Empty staging tables, each named `source_` and the name of the table at the source. */
export const createSourceTables = (client: pg.Client) =>
  client.query(
    tableNames
      .map((table) =>
        stagingTable(nameOf(table), [
          ...columnsOf(table).map(([name, { kind }]) => [name, columnTypes[kind]] as const),
          ...(table === 'posts' ? computed.posts : []),
        ]),
      )
      .join('\n'),
  )

/**
 * Copies the dump into the staging tables.
 *
 * @param onProgress `total` is null when the input is a pipe, whose length is unknown.
 * @throws as `readRecords`; then nothing of it may be used.
 */
export async function stageDump(
  client: pg.Client,
  file: string,
  {
    signal,
    onProgress,
    now,
  }: {
    signal: AbortSignal
    onProgress: (progress: { bytes: number; total: number | null; rows: number }) => void
    now: number
  },
): Promise<Reading> {
  const size = await stat(file)
  const total = size.isFile() ? size.size : null
  const reading: Reading = { rows: new Map(), rejected: new Map() }
  let bytes = 0
  let rows = 0
  const onBytes = (count: number) => {
    bytes += count
  }
  let current: { table: SourceTableName; writer: StagingWriter } | null = null
  const writerFor = async (table: SourceTableName): Promise<StagingWriter> => {
    if (current?.table === table) return current.writer
    await current?.writer.finish()
    current = { table, writer: openStagingWriter(client, nameOf(table)) }
    return current.writer
  }
  try {
    for await (const records of readRecords(file, reading, { onBytes, now })) {
      for (const record of records) {
        const writer = await writerFor(record.table)
        writer.add(stagedColumns(record))
      }
      await (current as { writer: StagingWriter } | null)?.writer.drain()
      signal.throwIfAborted()
      rows += records.length
      onProgress({ bytes, total, rows })
    }
    await (current as { writer: StagingWriter } | null)?.writer.finish()
  } catch (error) {
    ;(current as { writer: StagingWriter } | null)?.writer.abort()
    throw error
  }
  return reading
}

function stagedColumns({ table, values }: SourceRecord): Column[] {
  const columns = columnsOf(table).map(([name]) => values[name] ?? null)
  if (table !== 'posts') return columns
  const link = linkOf(values.link_info as string | null)
  const body = values.body as string | null
  return [...columns, body ? excerptFor(body) : null, link?.url ?? null, link?.hostname ?? null]
}

/** Indexes for the joins that follow, made after the copy, which is faster. */
export const indexSourceTables = (client: pg.Client) =>
  client.query(`
    create index on import_staging.source_users (id);
    create index on import_staging.source_posts (id);
    create index on import_staging.source_comments (id);
    create index on import_staging.source_comments (post_id);
    ${tableNames.map((table) => `analyze import_staging.${nameOf(table)};`).join('\n')}`)
