import { sql } from 'kysely'
import type { TaskServices } from '../../platform/jobs/queue.ts'
import { type ArchiveFormat, archiveName, exportFolder } from './paths.ts'

const batchSize = 100

/**
 * Removes archives that were replaced, have expired, or belong to a deleted account. Each file is deleted before its
 * row, so that after an interruption the row still names the remaining file.
 */
export async function deleteOldExports(
  { db, files }: Pick<TaskServices, 'db' | 'files'>,
  signal: AbortSignal,
): Promise<void> {
  // Marked before their files are deleted, so that nobody is offered an archive without a file.
  await sql`
    update data_exports set deleted_at = now() from users
    where users.id = data_exports.user_id and data_exports.deleted_at is null
      and (data_exports.expires_at < now() or users.deleted_at is not null)`.execute(db)
  for (;;) {
    signal.throwIfAborted()
    const old = await db
      .selectFrom('data_exports')
      .where('deleted_at', 'is not', null)
      .select(['id', 'secret', sql<ArchiveFormat>`format`.as('format')])
      .orderBy('id')
      .limit(batchSize)
      .execute()
    if (old.length === 0) return
    for (const key of old) await files.deleteFolder(exportFolder(key), { first: archiveName(key.format) })
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
