import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { account, sections } from './sections.ts'

/** Rises when what is in an archive gets another meaning. */
const archiveVersion = 1
const rowsPerBatch = 100

/**
 * The archive of a member as JSON text, piece by piece: however much they wrote, only a little of it is in memory.
 * Must run in a transaction, so that all of it is of one moment.
 */
export async function* archiveText(trx: Db, userId: string): AsyncGenerator<string> {
  yield `{"version":${archiveVersion}`
  const { rows } = await sql<{ item: string }>`${account(userId)}`.execute(trx)
  yield `,\n"account":${rows[0]?.item ?? 'null'}`
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

/** Reads through a query whose only column is `item`. */
async function* batchesOf(trx: Db, query: RawBuilder<unknown>): AsyncGenerator<string[]> {
  await sql`declare archive no scroll cursor for ${query}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{ item: string }>`fetch ${sql.lit(rowsPerBatch)} from archive`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ item }) => item)
  }
  await sql`close archive`.execute(trx)
}
