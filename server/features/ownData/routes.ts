import { getSuspendedMember } from '../../core/accounts/suspended.ts'
import { type Route, route } from '../../core/api/route.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { deleteAccount } from './deleteAccount.ts'
import { listErasures } from './erasing/report.ts'
import { findExport } from './findExport.ts'
import { requestExport } from './requestExport.ts'
import { exportView } from './serialize.ts'
import { deleteSuspended, exportSuspended } from './suspended.ts'

export const ownDataRoutes: readonly Route[] = [
  route('requestExport', async ({ db, viewer, session, limiter, ip }) => {
    await session.requireRecentPassword(db)
    // Counted after the check of the password, so that a refusal does not use up the daily limit.
    await limiter.take('exports', clientOf(viewer, ip))
    await session.note(db, 'export_requested')
    return requestExport(db, viewer)
  }),
  route('getExport', async ({ db, viewer, session }) => {
    const row = await findExport(db, viewer)
    if (!row) return { export: null }
    const archive = exportView(row)
    const isDownloadable = archive.url !== null && (await session.hasRecentPassword(db))
    return { export: isDownloadable ? archive : { ...archive, url: null } }
  }),
  route('deleteUser', deleteAccount),
  route('listErasures', async ({ db, settings }) => ({ erasures: await listErasures(db, settings) })),
  route('exportSuspended', async (call) =>
    exportSuspended(call.db, await getSuspendedMember(call, call.body)),
  ),
  route('deleteSuspended', async (call) =>
    deleteSuspended(call.db, await getSuspendedMember(call, call.body), call.body),
  ),
]
