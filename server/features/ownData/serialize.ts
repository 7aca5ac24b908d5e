import type { OutputOf } from '../../../contract/endpoints/index.ts'

export interface ExportRow {
  id: string
  state: OutputOf<'requestExport'>['state']
  requested_at: Date
  expires_at: Date | null
  bytes: string | null
}

/** The path of `GET /api/_export/{id}/file`. */
export const exportPath = (id: string): string => `/api/_export/${id}/file`

/** An archive as its owner sees it. */
export const exportView = (row: ExportRow): OutputOf<'requestExport'> => ({
  id: row.id,
  state: row.state,
  requestedAt: row.requested_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  url: row.state === 'ready' ? exportPath(row.id) : null,
  bytes: row.bytes === null ? null : Number(row.bytes),
})
