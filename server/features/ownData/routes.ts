import { type Route, route } from '../../core/api/route.ts'
import { deleteAccount } from './deleteAccount.ts'
import { findExport } from './findExport.ts'
import { requestExport } from './requestExport.ts'
import { exportView } from './serialize.ts'

export const ownDataRoutes: readonly Route[] = [
  route('requestExport', ({ db, viewer }) => requestExport(db, viewer)),
  route('getExport', async ({ db, viewer }) => {
    const row = await findExport(db, viewer)
    return { export: row ? exportView(row) : null }
  }),
  route('deleteUser', deleteAccount),
]
