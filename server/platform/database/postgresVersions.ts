import type pg from 'pg'
import { testedPostgres } from '../../config.ts'

const { oldest, newest } = testedPostgres

/** Why the program does not use this major version of PostgreSQL, or null. */
export const versionRefusal = (major: number): string | null =>
  major < oldest ? `PostgreSQL ${major} is too old. Folkmoot needs version ${oldest} or newer.` : null

/** What the operator should know about this major version of PostgreSQL, or null. */
export const versionWarning = (major: number): string | null =>
  major > newest
    ? `PostgreSQL ${major} is newer than the versions that this Folkmoot was tested with (${oldest} to ${newest}).`
    : null

/** Why this database cannot be used, whatever the version of PostgreSQL, or null. */
export async function databaseRefusal(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string; encoding: string; foreign_table: string | null }>(`
    select current_database() as name, pg_encoding_to_char(encoding) as encoding, (
      select relname from pg_class
      where to_regclass('kysely_migration') is null and relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by relname limit 1) as foreign_table
    from pg_database where datname = current_database()`)
  const [found] = rows
  if (!found) return null
  const { name, encoding, foreign_table: foreign } = found
  if (encoding !== 'UTF8')
    return `The database "${name}" has the encoding ${encoding}, which cannot store every text. Create it again: create database "${name}" encoding 'UTF8' template template0;`
  return foreign === null
    ? null
    : `The database "${name}" belongs to another program: it has a table "${foreign}". Create an empty database for Folkmoot, and correct DATABASE_URL.`
}
