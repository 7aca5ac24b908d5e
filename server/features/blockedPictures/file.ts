import type { FastifyInstance } from 'fastify'
import { serveCsv } from '../../core/api/csv.ts'
import type { Services } from '../../core/api/route.ts'
import { requireAdmin } from '../../core/permissions/admin.ts'
import { listBlockedPictures } from './pictures.ts'

/** `GET /api/_admin/blocked_pictures.csv`: the list as a file for admins, which other sites can import. */
export const serveBlockedPicturesFile = (app: FastifyInstance, services: Services): void =>
  serveCsv(app, services, {
    path: '/api/_admin/blocked_pictures.csv',
    name: 'blocked-pictures',
    columns: ['hash', 'note'],
    async rows({ viewer }) {
      requireAdmin(viewer)
      const { pictures } = await listBlockedPictures(services.db)
      return pictures.map(({ hash, note }) => [hash, note])
    },
  })
