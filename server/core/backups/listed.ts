import type { Backup } from '../../../contract/entities/backup.ts'
import type { Db } from '../../platform/database/connection.ts'

/** The path of the file of a backup. */
export const backupPath = (id: string): string => `/api/_admin/backups/${id}/file`

export const backupColumns = [
  'id',
  'name',
  'reason',
  'state',
  'asked_at',
  'finished_at',
  'bytes',
  'step',
  'done',
  'total',
  'failure',
  'verification',
  'verified_at',
  'verification_failure',
] as const

/** Backups started by admins or the schedule, the latest first. */
export const selectBackups = (db: Db) =>
  db.selectFrom('backups').where('deleted_at', 'is', null).select(backupColumns).orderBy('id', 'desc')

export type BackupRow = Awaited<ReturnType<ReturnType<typeof selectBackups>['executeTakeFirstOrThrow']>>

export const backupView = (row: BackupRow): Backup => ({
  id: row.id,
  name: row.name,
  reason: row.reason,
  state: row.state,
  askedAt: row.asked_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  bytes: row.bytes === null ? null : Number(row.bytes),
  progress: { step: row.step ?? '', done: Number(row.done), total: Number(row.total) },
  url: row.state === 'made' ? backupPath(row.id) : null,
  failure: row.failure ?? '',
  verification: row.verification,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  verificationFailure: row.verification_failure ?? '',
})

/** The last backup that was made, and the last one that failed, in the order in which they ended. */
export async function findLastBackups(db: Db): Promise<{ last: Backup | null; lastMade: Backup | null }> {
  const rows = await db
    .selectFrom('backups')
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['made', 'failed'])
    .distinctOn('state')
    .select(backupColumns)
    .orderBy('state')
    .orderBy('id', 'desc')
    .execute()
  const ended = rows.toSorted((one, other) => Number(BigInt(other.id) - BigInt(one.id))).map(backupView)
  return { last: ended[0] ?? null, lastMade: ended.find(({ state }) => state === 'made') ?? null }
}
