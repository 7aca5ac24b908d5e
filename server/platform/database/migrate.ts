import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { CannotStart } from './cannotStart.ts'

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The migrations of this version: numbered SQL files, in order, forward only. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    path.replace(/^.*\/|\.sql$/g, ''),
    {
      up: (db: Kysely<unknown>) =>
        sql
          .raw(text)
          .execute(db)
          .then(() => {}),
    },
  ]),
)

/** The database has migrations of a newer version of the program; this version must not use it. */
export class DatabaseTooNew extends CannotStart {}

/** Whether exactly the migrations of this version are applied: another program may have migrated since this one was started. */
export async function areMigrationsOurs<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).join() === Object.keys(migrations).sort().join()
}

/**
 * Applies the pending migrations under a lock, all in one transaction.
 *
 * @returns the names of the applied migrations.
 * @throws DatabaseTooNew when the database knows a migration that this program does not.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    if (error instanceof Error && /corrupted migrations/.test(error.message))
      throw new DatabaseTooNew(
        'This database was created or upgraded by a newer version of Folkmoot. Start that version, or use another database.',
      )
    throw error
  }
  return (results ?? []).map((result) => result.migrationName)
}
