import { sql } from 'kysely'
import type { TaskServices } from '../jobs/queue.ts'
import { archiveName, exportFolder } from './place.ts'

/** So many are removed before the next look at the list. */
const batchSize = 100

/**
 * Removes archives that were replaced, whose time is over, or whose member is deleted: the file first and then the row,
 * so whatever interrupts this, a row is left that says which files there may still be.
 */
export async function deleteOldExports(
  { db, files }: Pick<TaskServices, 'db' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  // Marked first: what is being removed is offered to nobody.
  await sql`
    update data_exports set deleted_at = now() from users
    where users.id = data_exports.user_id and data_exports.deleted_at is null
      and (data_exports.expires_at < now() or users.deleted_at is not null)`.execute(db)
  for (;;) {
    signal.throwIfAborted()
    const old = await db
      .selectFrom('data_exports')
      .where('deleted_at', 'is not', null)
      .select(['id', 'secret'])
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (old.length === 0) return
    for (const key of old) await files.deleteFolder(exportFolder(key), { first: archiveName })
    await db
      .deleteFrom('data_exports')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
  }
}
