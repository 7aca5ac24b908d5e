import type pg from 'pg'
import { escapeIdentifier } from 'pg'

/**
 * Tables that a backup excludes besides unlogged ones: archives of members' own data, whose files are excluded, too, the list of
 * backups, and the record of migrations, which the restore recreates.
 */
const excludedTables = ['backups', 'data_exports', 'kysely_migration', 'kysely_migration_lock']

export interface BackupTable {
  readonly name: string
  /** Without generated ones, which PostgreSQL computes again. */
  readonly columns: readonly string[]
  /** An estimate. */
  readonly rows: number
}

/** The tables of the schema, by name, and those whose rows a backup excludes. */
export async function listTables(
  client: pg.ClientBase,
): Promise<{ tables: BackupTable[]; excluded: string[] }> {
  const { rows } = await client.query<BackupTable & { isLogged: boolean }>(`
    select relname as name, relpersistence = 'p' as "isLogged", greatest(reltuples, 0)::float as rows,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by relname`)
  const isExcluded = ({ name, isLogged }: (typeof rows)[number]) => !isLogged || excludedTables.includes(name)
  return {
    tables: rows
      .filter((table) => !isExcluded(table))
      .map(({ name, columns, rows }) => ({ name, columns, rows })),
    excluded: rows.filter(isExcluded).map(({ name }) => name),
  }
}

/** A table with its columns in this order, in the syntax of `copy`. */
export const copyTarget = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>): string =>
  `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`

/** Settings that make the text format of values independent of server and version. */
export const portableText = `
  set client_encoding = 'UTF8';
  set timezone = 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  set search_path = public;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** Queued jobs, also those that are running, which run again after a restore. */
export const queuedJobs = `
  select task.identifier, job.payload, job.run_at, job.key, job.max_attempts, job.priority
  from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
  where job.attempts < job.max_attempts order by job.id`
