import { type Route, route } from '../http/route.ts'
import { findExport } from './read.ts'
import { requestExport } from './request.ts'
import { exportView } from './view.ts'

export const exportRoutes: readonly Route[] = [
  route('requestExport', ({ db, viewer }) => requestExport(db, viewer)),
  route('getExport', async ({ db, viewer }) => {
    const row = await findExport(db, viewer)
    return { export: row ? exportView(row) : null }
  }),
]
