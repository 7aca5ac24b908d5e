import type { FastifyInstance } from 'fastify'
import { errors } from '../../contract/errors.ts'
import { refuseOtherMethods } from '../http/api.ts'
import { Refused } from '../http/refused.ts'
import type { Services } from '../http/route.ts'
import { Session } from '../http/session.ts'
import { archivePlace } from './place.ts'
import { findFinishedExport } from './read.ts'
import { exportPath } from './view.ts'

const path = exportPath(':id')
const largestId = 2n ** 63n - 1n

const isId = (text: string) => /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= largestId

/**
 * `GET /api/_export/{id}/file`: the archive as a gzip file, for the member whose it is. 401 for guests; for everybody
 * else it does not exist.
 */
export function serveExports(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const { viewer } = await Session.open(services, request, reply)
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=UTF-8')
    if (!viewer) throw new Refused(errors.notLoggedIn)
    const { id } = request.params
    const found = isId(id) ? await findFinishedExport(services.db, viewer, id) : undefined
    const file = found && (await services.files.open(archivePlace(found)))
    if (!file) throw new Refused(errors.exportNotFound)
    const day = found.finishedAt?.toISOString().slice(0, 10)
    return reply
      .header('Content-Type', 'application/gzip')
      .header('Content-Disposition', `attachment; filename="${viewer.username}-${day}.json.gz"`)
      .header('Content-Length', file.size)
      .send(file.content)
  })
  refuseOtherMethods(app, path, new Set(['GET']))
}
