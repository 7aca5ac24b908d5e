import { openBytes } from '../lines.ts'
import type { Column } from '../staging.ts'
import { BrokenDump, type DumpColumn, readDump } from './sqlDump.ts'
import {
  type ColumnKind,
  columnsOf,
  isSourceTable,
  type SourceTable,
  type SourceTableName,
  sourceTables,
} from './tables.ts'
import { stagedValue } from './values.ts'

/** A row of a table that is imported, by the names of the staging columns. */
export interface SourceRecord {
  readonly table: SourceTableName
  readonly values: Readonly<Record<string, Column>>
}

export interface Reading {
  /** Rows by table, of all tables that the dump has. */
  readonly rows: Map<string, number>
  /** Rows that lack something, by table and reason. */
  readonly rejected: Map<string, number>
}

/** The file is a dump, but not of a forum that this version can read; the message says what is missing. */
export class UnknownDump extends Error {}

/** Where each staging column is in the rows of a table. */
interface Layout {
  readonly table: SourceTableName
  readonly places: readonly {
    readonly name: string
    readonly kind: ColumnKind
    /** -1: the dump does not have it. */
    readonly index: number
    readonly isBinary: boolean
  }[]
}

const dayMs = 86_400_000

/**
 * Reads the rows of a dump that are imported, in batches. Counts them and all others in `reading`.
 *
 * @throws UnknownDump when a table or column is missing without which nothing can be imported; BrokenDump; an error of the file system
 *   or of the decompressor.
 */
export async function* readRecords(
  file: string,
  reading: Reading,
  { onBytes, now }: { onBytes: (count: number) => void; now: number },
): AsyncGenerator<SourceRecord[]> {
  const tables = new Map<string, readonly DumpColumn[]>()
  const layouts = new Map<string, Layout>()
  const latest = `${new Date(now + dayMs).toISOString().slice(0, 19).replace('T', ' ')}+00`
  const reject = (reason: string) => reading.rejected.set(reason, (reading.rejected.get(reason) ?? 0) + 1)

  const layoutFor = (table: SourceTableName, names: readonly string[] | null): Layout => {
    const key = names ? `${table}(${names.join()})` : table
    const known = layouts.get(key)
    if (known) return known
    const layout = layoutOf(table, tables.get(table), names)
    layouts.set(key, layout)
    return layout
  }

  for await (const events of readDump(unpacked(file, onBytes))) {
    const records: SourceRecord[] = []
    for (const event of events) {
      if (event.kind === 'table') {
        if (tables.has(event.table))
          throw new UnknownDump(`The file has two tables named ${event.table}. Dump one database only.`)
        tables.set(event.table, event.columns)
        reading.rows.set(event.table, 0)
        if (isSourceTable(event.table)) layoutFor(event.table, null)
        continue
      }
      const { table, names, row } = event
      reading.rows.set(table, (reading.rows.get(table) ?? 0) + 1)
      if (!isSourceTable(table)) continue
      const { places } = layoutFor(table, names)
      const values: Record<string, Column> = {}
      for (const { name, kind, index, isBinary } of places) {
        values[name] = index >= 0 ? stagedValue(row[index] ?? null, kind, isBinary) : null
      }
      const missing = columnsOf(table).find(
        ([name, { isRequired }]) => isRequired === true && values[name] === null,
      )
      if (missing) reject(`${table}: no ${missing[0]}`)
      else if (typeof values.created_at === 'string' && values.created_at > latest)
        reject(`${table}: created in the future`)
      else records.push({ table, values })
    }
    if (records.length > 0) yield records
  }
  for (const [table, { isRequired }] of Object.entries<SourceTable>(sourceTables))
    if (isRequired && !tables.has(table)) throw new UnknownDump(unknownText(`it has no table ${table}`))
}

/** The bytes of the dump. @throws BrokenDump for what cannot be unpacked. */
async function* unpacked(file: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  try {
    yield* await openBytes(file, onBytes)
  } catch (error) {
    throw error instanceof Error && !('syscall' in error) ? new BrokenDump(error.message) : error
  }
}

function layoutOf(
  table: SourceTableName,
  columns: readonly DumpColumn[] | undefined,
  names: readonly string[] | null,
): Layout {
  if (!columns)
    throw new UnknownDump(
      unknownText(
        `it has rows of the table ${table} without its definition; make it without --no-create-info`,
      ),
    )
  const order = names ?? columns.map(({ name }) => name)
  const places = columnsOf(table).map(([name, { kind, replacedBy = name, aliases = [], isRequired }]) => {
    const used = [replacedBy, name, ...aliases].find((one) => order.includes(one))
    if (used === undefined && isRequired)
      throw new UnknownDump(
        unknownText(
          `its table ${table} has no column ${[name, ...aliases].join(' or ')}, but ${order.join(', ')}`,
        ),
      )
    return {
      name,
      kind,
      index: used === undefined ? -1 : order.indexOf(used),
      isBinary: columns.find((one) => one.name === used)?.isBinary ?? false,
    }
  })
  return { table, places }
}

const unknownText = (what: string) =>
  `This dump is not from a version of the reference that can be imported: ${what}.`
