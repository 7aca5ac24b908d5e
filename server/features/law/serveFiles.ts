import type { FastifyInstance } from 'fastify'
import { serveCsv } from '../../core/api/csv.ts'
import { serveDownload } from '../../core/api/download.ts'
import type { Services } from '../../core/api/route.ts'
import { requireAdmin } from '../../core/permissions/admin.ts'
import { lawFiles, writeLawFiles } from './documents.ts'
import { getTransparency } from './transparency.ts'

/**
 * Files for admins: `GET /api/_admin/law/transparency.csv`, the counts of a year, and as Markdown `risk-assessment.md` and
 * `records-of-processing.md`.
 */
export function serveLawFiles(app: FastifyInstance, services: Services): void {
  serveCsv(app, services, {
    path: '/api/_admin/law/transparency.csv',
    name: 'transparency',
    columns: ['first_day', 'last_day', 'section', 'what', 'number', 'unit'],
    async rows({ viewer, language }, query) {
      requireAdmin(viewer)
      const { firstDay, lastDay, rows } = await getTransparency(services.db, query.year, language)
      return rows.map(({ section, label, number, unit }) => [
        firstDay,
        lastDay,
        section,
        label,
        number === null ? null : String(number),
        unit,
      ])
    },
  })
  for (const file of lawFiles)
    serveDownload(app, services, {
      path: `/api/_admin/law/${file}.md`,
      name: `${file}.md`,
      type: 'text/markdown',
      async content({ viewer }) {
        requireAdmin(viewer)
        return (await writeLawFiles(services))[file]
      },
    })
}
