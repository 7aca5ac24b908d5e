import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ArchiveUnreadable } from '../../platform/archive/format.ts'
import { openLongSession } from '../../platform/database/longSession.ts'
import { migrateInTransaction, migrations } from '../../platform/database/migrate.ts'
import { jobsPart, type Manifest, tablePart } from './format.ts'
import type { BackupProgress } from './make.ts'
import type { RowSink } from './read.ts'
import { copyTarget, listTables } from './tables.ts'

/** The target database of a restore is not empty. The message is for the operator. */
export class TargetNotEmpty extends Error {}

/** @throws TargetNotEmpty when the database has tables. */
export async function checkEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'S', 'f', 'p')
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname limit 1`)
  if (rows[0])
    throw new TargetNotEmpty(
      `The database is not empty: it has the table ${rows[0].name}. Restore into an empty one: with another DATA_DIR, or with the ` +
        'name of a new database in DATABASE_URL.',
    )
}

/** Undoes `createJobQueue`. */
export async function dropJobQueue(connection: pg.ClientConfig): Promise<void> {
  const client = await openLongSession(connection)
  try {
    await client.query('drop schema if exists graphile_worker cascade')
  } finally {
    await client.end()
  }
}

/** Statements that rebuild keys, indexes and references after all rows are loaded, which is faster and checks every reference. */
interface Postponed {
  readonly tables: readonly string[]
  readonly statements: readonly { readonly about: string; readonly text: string }[]
}

/**
 * Creates the schema of the backup without rows, keys, indexes, references and triggers. Call it in the transaction that loads the
 * rows.
 *
 * @throws ArchiveUnreadable for a schema that this program does not know.
 */
export async function prepareSchema(client: pg.Client, manifest: Manifest): Promise<Postponed> {
  if (!Object.hasOwn(migrations, manifest.migration))
    throw new ArchiveUnreadable(
      `The backup was made by a newer version of Folkmoot (${manifest.programVersion}, schema ${manifest.migration}). Use that version.`,
    )
  await migrateInTransaction(client, { upTo: manifest.migration })
  const known = new Map((await listTables(client)).tables.map((table) => [table.name, table]))
  for (const { name, columns } of manifest.tables) {
    const table = known.get(name)
    const unknown = table ? columns.find((column) => !table.columns.includes(column)) : name
    if (unknown !== undefined)
      throw new ArchiveUnreadable(`The backup is damaged (${name}: ${unknown} is unknown).`)
  }
  const tables = [...known.keys()].map(escapeIdentifier)
  const dropConstraint = 'alter table %1$s drop constraint %2$s'
  const references = await takeAway(client, dropConstraint, constraintsQuery('f'))
  // Sorting the keys of a whole table is faster than one lookup per row.
  const keys = await takeAway(client, dropConstraint, constraintsQuery('p', 'u', 'x'))
  // Removes the rows that the migrations have inserted.
  for (const { name } of manifest.tables) await client.query(`truncate ${escapeIdentifier(name)}`)
  const indexes = await takeAway(client, 'drop index %2$s', indexesQuery)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return { tables, statements: [...keys, ...indexes, ...references] }
}

/** @param types as in pg_constraint: foreign and primary keys, unique and exclusion constraints. */
const constraintsQuery = (...types: ('f' | 'p' | 'u' | 'x')[]) => `
  select conrelid::regclass::text as "table", quote_ident(conname) as name, conrelid::regclass || '.' || conname as about,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
  from pg_constraint where contype in ('${types.join("', '")}') and connamespace = 'public'::regnamespace order by conrelid, conname`

/** The indexes of tables, except those of constraints. */
const indexesQuery = `
  select indrelid::regclass::text as "table", indexrelid::regclass::text as name, indexrelid::regclass::text as about,
    pg_get_indexdef(indexrelid) as text
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r'
  order by indrelid, indexrelid`

/** Drops what the query finds. @returns the statements that recreate it. */
async function takeAway(client: pg.Client, removal: string, query: string): Promise<Postponed['statements']> {
  const { rows } = await client.query<{ table: string; name: string; about: string; text: string }>(query)
  for (const { table, name } of rows) await client.query(removal.replace('%1$s', table).replace('%2$s', name))
  return rows.map(({ about, text }) => ({ about, text }))
}

/** Receives the rows of a table, or jobs, in the format of `copy`. */
export async function openRowSink(client: pg.Client, manifest: Manifest, part: string): Promise<RowSink> {
  if (part === jobsPart)
    await client.query(`create temporary table restored_jobs
      (task text, payload json, run_at timestamptz, key text, max_attempts smallint, priority smallint) on commit drop`)
  const table = manifest.tables.find(({ name }) => tablePart(name) === part)
  // Frozen rows are marked as visible to everyone, so that an index answers alone what it can, from the first query on.
  const target = table ? `${copyTarget(table)} from stdin (freeze)` : 'restored_jobs from stdin'
  const stream = client.query(copyFrom(`copy ${target}`))
  const done = finished(stream)
  done.catch(() => {}) // Also thrown by `write` or `end`.
  return {
    async write(chunk) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    },
    async end() {
      stream.end()
      await done
      return stream.rowCount
    },
  }
}

/**
 * Creates what `prepareSchema` postponed, sets the sequences, enqueues the jobs and applies newer migrations.
 *
 * @param onProgress receives the name of what is being created.
 * @returns the names of the newer migrations.
 */
export async function completeSchema(
  client: pg.Client,
  { manifest, postponed, hasJobs }: { manifest: Manifest; postponed: Postponed; hasJobs: boolean },
  onProgress: (progress: BackupProgress) => void,
): Promise<string[]> {
  const { tables, statements } = postponed
  for (const [done, { about, text }] of statements.entries()) {
    onProgress({ phase: 'building indexes', about, done, total: statements.length })
    await client.query(text)
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval(oid::regclass, $2, $3) from pg_class where oid = to_regclass($1)', [
      escapeIdentifier(name),
      value,
      isCalled,
    ])
  if (hasJobs)
    await client.query(`
      select graphile_worker.add_job(task, payload, run_at := run_at, job_key := key, max_attempts := max_attempts, priority := priority)
      from restored_jobs`)
  const migrated = await migrateInTransaction(client)
  // The dictionary is part of the schema, and the migrations leave the default.
  await client.query(`
    select adopt_search_dictionary(case search_language when 'simple' then 'simple' else search_language || '_stem' end)
    from site_settings where search_language <> 'english'`)
  await client.query(`analyze ${tables.join(', ')}`)
  return migrated
}
