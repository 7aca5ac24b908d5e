import { type Route, route } from '../../core/api/route.ts'
import { deleteBackup, listBackups, requestBackup, requestVerification } from './queries.ts'

export const backupRoutes: readonly Route[] = [
  route('listBackups', (call) => listBackups(call, call.session)),
  route('makeBackup', async (call) => {
    await call.session.requireRecentPassword(call.db)
    return requestBackup(call, call.viewer)
  }),
  route('deleteBackup', async ({ db, viewer, session, params }) => {
    await session.requireRecentPassword(db)
    return deleteBackup(db, viewer, params.backupId)
  }),
  route('verifyBackup', ({ db, viewer, params }) => requestVerification(db, viewer, params.backupId)),
]
