import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** What record.mjs writes: the rows and files of a forum of an earlier version, and what its pages showed. */
interface Recording {
  readonly migrations: readonly string[]
  /** `rows` in the text format of `copy`. */
  readonly tables: Readonly<Record<string, { readonly columns: readonly string[]; readonly rows: string }>>
  readonly sequences: readonly { readonly name: string; readonly value: string }[]
  readonly files: readonly { readonly path: string; readonly base64: string }[]
  readonly seen: {
    readonly posts: readonly SeenPost[]
    /** By username. */
    readonly cookies: Readonly<Record<string, string>>
  }
}

export interface SeenPost {
  readonly publicId: string
  readonly title: string
  readonly body: string | null
  readonly upvotes: number
  readonly downvotes: number
  readonly noComments: number
  readonly deleted: boolean
  readonly locked: boolean
  /** Text, upvotes, downvotes. */
  readonly comments: readonly (readonly [string, number, number])[]
}

export const recorded = (version: string): Recording =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `${version}.json.gz`))).toString())

/** A migration of that version, which exists in this one, too. */
const migration = (name: string): Migration => ({
  async up(db) {
    const folder = join(import.meta.dirname, '../../server/platform/database/migrations')
    await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(db)
  },
})

/** Fills an empty database and a data directory with a recording, as its version left them. */
export async function restoreRecording(
  recording: Recording,
  { connection, dataDir }: { connection: pg.ClientConfig; dataDir: string },
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1, options: '-c timezone=UTC' })
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    const known = Object.fromEntries(recording.migrations.map((name) => [name, migration(name)]))
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => known },
    }).migrateToLatest()
    if (error) throw error
    const client = await pool.connect()
    const quoted = (name: string) => client.escapeIdentifier(name)
    try {
      // Triggers and foreign keys have done their work when the rows were written.
      await client.query('set session_replication_role = replica')
      const tables = Object.entries(recording.tables)
      await client.query(`truncate ${tables.map(([table]) => quoted(table)).join(', ')}`)
      for (const [table, { columns, rows }] of tables)
        await pipeline(
          Readable.from([rows]),
          client.query(copyFrom(`copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`)),
        )
      for (const { name, value } of recording.sequences)
        await client.query('select setval($1::text::regclass, $2)', [quoted(name), value])
    } finally {
      client.release(true)
    }
  } finally {
    await db.destroy()
  }
  for (const { path, base64 } of recording.files) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), Buffer.from(base64, 'base64'))
  }
}
