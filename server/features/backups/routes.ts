import { type Route, route } from '../../core/api/route.ts'
import { deleteBackup, listBackups, requestBackup, requestVerification } from './queries.ts'

export const backupRoutes: readonly Route[] = [
  route('listBackups', (call) => listBackups(call, call.session)),
  route('makeBackup', (call) => requestBackup(call, call.viewer)),
  route('deleteBackup', ({ db, viewer, params }) => deleteBackup(db, viewer, params.backupId)),
  route('verifyBackup', ({ db, viewer, params }) => requestVerification(db, viewer, params.backupId)),
]
