import { type Kysely, type Migration, Migrator, sql } from 'kysely'

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The schema of this program's version: numbered SQL files, in order, forward only. */
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

/** The database was made by a newer version of the program, which alone may use it. */
export class DatabaseTooNew extends Error {}

/**
 * Brings the schema up to date under a lock, each file in a transaction.
 *
 * @returns the names of the migrations that were applied now.
 * @throws DatabaseTooNew when the database knows a migration that this program does not.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    if (error instanceof Error && /corrupted migrations/.test(error.message))
      throw new DatabaseTooNew(
        'This database was made by a newer version of the program. Start that version, or use another database.',
      )
    throw error
  }
  return (results ?? []).map((result) => result.migrationName)
}
