import { type RawBuilder, sql } from 'kysely'
import { fieldsOf } from '../../../contract/objects.ts'
import type { Db } from '../../platform/database/connection.ts'
import { account, sections } from './sections.ts'

/** Increment it when the meaning of a field changes. */
const archiveVersion = 1
export const rowsPerBatch = 100

/**
 * Streams the archive of a member as JSON, so that memory does not grow with the archive. Run it in a `repeatable read`
 * transaction, which gives all sections the same snapshot.
 */
export async function* archiveText(trx: Db, userId: string): AsyncGenerator<string> {
  yield `{"version":${archiveVersion}`
  const { rows } = await sql`${account(userId)}`.execute(trx)
  yield `,\n"account":${rows.map(itemOf)[0] ?? 'null'}`
  for (const [name, query] of Object.entries(sections)) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = '\n'
    for await (const items of batchesOf(trx, query(userId))) {
      yield separator + items.join(',\n')
      separator = ',\n'
    }
    yield ']'
  }
  yield '}\n'
}

/** Fetches the rows of a query through a cursor. Its only column must be `item`. */
export async function* batchesOf(trx: Db, query: RawBuilder<unknown>): AsyncGenerator<string[]> {
  await sql`declare archive no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql`fetch ${sql.lit(rowsPerBatch)} from archive`.execute(trx)
    if (rows.length > 0) yield rows.map(itemOf)
    if (rows.length < rowsPerBatch) break
  }
  await sql`close archive`.execute(trx)
}

/** Checked at run time, because the type of a fetched row is unknown. */
export function itemOf(row: unknown): string {
  const { item } = fieldsOf(row)
  if (typeof item !== 'string') throw new TypeError('A section of the archive has no text column `item`.')
  return item
}
