import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { serveCsv } from '../../core/api/csv.ts'
import type { Services } from '../../core/api/route.ts'
import { Refused } from '../../platform/http/refused.ts'
import { getTransparency } from './transparency.ts'

/** `GET /api/_admin/law/transparency.csv`: the counts of a year as a file, for admins. */
export const serveTransparencyFile = (app: FastifyInstance, services: Services): void =>
  serveCsv(app, services, {
    path: '/api/_admin/law/transparency.csv',
    name: 'transparency',
    columns: ['first_day', 'last_day', 'section', 'what', 'number', 'unit'],
    async rows({ viewer }, query) {
      if (!viewer) throw new Refused(errors.notLoggedIn)
      if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
      const { firstDay, lastDay, rows } = await getTransparency(services.db, query.year)
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
