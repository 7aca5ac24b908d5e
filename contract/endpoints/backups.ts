import { type Static, Type } from 'typebox'
import { Backup } from '../entities/backup.ts'
import { flag, listOf, Success, text } from '../entities/schema.ts'
import { backupsShown } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'

const Backups = Type.Object({
  place: text('The folder or the bucket that they go to.'),
  isEncrypted: flag('Whether new ones are encrypted with `BACKUP_PASSPHRASE`.'),
  mayDownload: flag('Whether you gave your password within the last 10 minutes, which a download needs.'),
  backups: listOf(
    Backup,
    `The latest first, at most ${backupsShown}. Backups made on the command line are not included.`,
  ),
})
export type Backups = Static<typeof Backups>

const params = Type.Object({ backupId: text('The number of the backup.') })

/** Backups of the forum, for admins. */
export const backupEndpoints = {
  listBackups: endpoint({
    method: 'GET',
    path: '/api/_admin/backups',
    summary: 'Lists the backups that admins and the schedule have made, or are making.',
    who: 'admin',
    response: Backups,
    errors: [],
  }),
  makeBackup: endpoint({
    method: 'POST',
    path: '/api/_admin/backups',
    summary: 'Asks for a backup, which is made in the background. There is one at a time.',
    who: 'admin',
    response: Backup,
    errors: ['passwordNeeded', 'backupUnderWay'],
  }),
  deleteBackup: endpoint({
    method: 'DELETE',
    path: '/api/_admin/backups/:backupId',
    summary: 'Deletes a backup with its file. One that is being made cannot be deleted.',
    who: 'admin',
    params,
    response: Success,
    errors: ['passwordNeeded', 'backupNotFound', 'backupUnderWay'],
  }),
  verifyBackup: endpoint({
    method: 'POST',
    path: '/api/_admin/backups/:backupId/verification',
    summary:
      'Asks for a verification, in the background: the backup is read whole and restored into a database of its own, which is deleted afterwards.',
    who: 'admin',
    params,
    response: Backup,
    errors: ['backupNotFound'],
  }),
}
