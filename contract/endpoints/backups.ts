import { type Static, Type } from 'typebox'
import { described, flag, int, listOf, Nullable, oneOf, Success, text, time } from '../entities/schema.ts'
import { backupsShown } from '../limitValues.ts'
import { endpoint } from './endpoint.ts'

const Backup = Type.Object({
  id: text('The number of the backup.'),
  name: text('The name of its file.'),
  reason: oneOf(['manual', 'daily'], 'Whether an admin asked for it, or the schedule.'),
  state: oneOf(['waiting', 'running', 'made', 'failed'], 'How far it is.'),
  askedAt: time('When it was asked for.'),
  finishedAt: Nullable(time('When it was made, or failed; null before.')),
  bytes: Nullable(int('The size of its file; null unless it is made.')),
  progress: described(
    'How far it is while it runs.',
    Type.Object({
      step: text('What is being done, such as `reading rows`; empty before the first step.'),
      done: int('How many rows or images are done in this step.'),
      total: int('Of how many; an estimate for rows.'),
    }),
  ),
  url: Nullable(
    text('The path of its file, which needs a password that was given recently; null unless it is made.'),
  ),
  failure: text('Why it failed; empty unless it did.'),
  verification: Nullable(
    oneOf(
      ['waiting', 'running', 'sound', 'failed'],
      'What its verification found, or how far that is; null if there was none.',
    ),
  ),
  verifiedAt: Nullable(time('When it was last verified; null if that was never.')),
  verificationFailure: text('What the last verification has found wrong; empty if nothing.'),
})
export type Backup = Static<typeof Backup>

const Backups = Type.Object({
  place: text('The folder or the bucket that they go to.'),
  isEncrypted: flag('Whether new ones are encrypted with `BACKUP_PASSPHRASE`.'),
  mayDownload: flag('Whether you gave your password within the last 10 minutes, which a download needs.'),
  backups: listOf(
    Backup,
    `The last ones first, at most ${backupsShown}. Those made on the command line are not among them.`,
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
    errors: ['backupUnderWay'],
  }),
  deleteBackup: endpoint({
    method: 'DELETE',
    path: '/api/_admin/backups/:backupId',
    summary: 'Deletes a backup with its file. One that is being made cannot be deleted.',
    who: 'admin',
    params,
    response: Success,
    errors: ['backupNotFound', 'backupUnderWay'],
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
