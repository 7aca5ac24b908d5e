import type pg from 'pg'
import type { Config } from '../../config.ts'
import { CannotStart } from '../../platform/database/cannotStart.ts'
import { changesNoData, listMigrations } from '../../platform/database/migrate.ts'
import { errorMessage } from '../../platform/errors.ts'
import { openBackupStore, openFileStore } from '../../platform/storage/open.ts'
import { configuredSource, makeBackup } from './make.ts'
import { backupName } from './names.ts'
import { checkNotRestoring } from './restore.ts'

/**
 * Runs before a migration: refuses to create an empty forum over an interrupted restore, and backs up a forum with members before
 * its data changes.
 *
 * @param log receives messages for the operator.
 * @returns a step for `openConfiguredDatabase`. It throws CannotStart.
 */
export const beforeMigration =
  (config: Config, log: (line: string) => void) =>
  async (client: pg.Client, connection: pg.ClientConfig): Promise<void> => {
    await checkNotRestoring(client, config)
    const { pending: all } = await listMigrations(client)
    const pending = all.filter((name) => !changesNoData(name))
    if (!config.backupBeforeMigration || pending.length === 0 || !(await hasMembers(client))) return
    const store = await openBackupStore(config)
    try {
      if (!(await store.exists())) return
      const name = backupName(new Date(), 'migration', { isEncrypted: config.backupPassphrase !== '' })
      log(
        `This version changes the data (${pending.join(', ')}). Making a backup first: ${name} in ${store.place}`,
      )
      const files = await openFileStore(config)
      const { signal } = new AbortController()
      const source = configuredSource({ connection, files, config }, { signal })
      try {
        await makeBackup(source, (bytes) => store.put(name, bytes, signal))
      } finally {
        await files.close()
      }
      log('The backup is made.')
    } catch (error) {
      throw new CannotStart(
        `No backup could be made before the data is changed: ${errorMessage(error)}. Nothing was changed. Fix the cause, or set ` +
          'BACKUP_BEFORE_MIGRATION=off to continue without a backup.',
      )
    } finally {
      await store.close()
    }
  }

async function hasMembers(client: pg.Client): Promise<boolean> {
  const found = await client.query(`select to_regclass('users') is not null as exists`)
  if (!found.rows[0]?.exists) return false
  const { rows } = await client.query('select exists (select from users where not is_built_in) as exists')
  return rows[0]?.exists ?? false
}
