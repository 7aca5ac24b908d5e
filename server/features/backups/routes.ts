import { type Route, route } from '../../core/api/route.ts'
import { askForBackup, askForVerification, deleteBackup, listBackups } from './queries.ts'

export const backupRoutes: readonly Route[] = [
  route('listBackups', (call) => listBackups(call, call.session)),
  route('makeBackup', (call) => askForBackup(call, call.viewer)),
  route('deleteBackup', ({ db, viewer, params }) => deleteBackup(db, viewer, params.backupId)),
  route('verifyBackup', ({ db, viewer, params }) => askForVerification(db, viewer, params.backupId)),
]
