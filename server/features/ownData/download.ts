import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { Services } from '../../core/api/route.ts'
import { Session } from '../../core/sessions/session.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findFinishedExport } from './findExport.ts'
import { archivePath } from './paths.ts'
import { exportPath } from './serialize.ts'
import { findSuspendedOwner } from './suspended.ts'

const path = exportPath(':id')
const largestId = 2n ** 63n - 1n

const isId = (text: string) => /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= largestId

/**
 * `GET /api/_export/{id}/file`: the archive as a file, for its member only, soon after they gave their
 * password, or for anyone who has its secret while that member is suspended. Guests get 401, other members 404, and 403
 * `password_needed` comes before the latter.
 */
export function serveExports(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string }; Querystring: { key?: unknown } }>(path, async (request, reply) => {
    const session = await Session.open(services, request, reply)
    const { viewer } = session
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=UTF-8')
    const { id } = request.params
    const { key } = request.query
    const suspended =
      !viewer && isId(id) && typeof key === 'string' && (await findSuspendedOwner(services.db, id, key))
    const owner = viewer ?? (suspended || null)
    if (!owner) throw new Refused(errors.notLoggedIn)
    if (viewer) await session.requireRecentPassword(services.db)
    const found = isId(id) ? await findFinishedExport(services.db, owner, id) : undefined
    const file = found && (await services.files.open(archivePath(found, found.format)))
    if (!file) throw new Refused(errors.exportNotFound)
    if (request.method === 'GET') await session.note(services.db, 'export_downloaded', { userId: owner.id })
    const day = found.finishedAt?.toISOString().slice(0, 10)
    return reply
      .header('Content-Type', found.format === 'zip' ? 'application/zip' : 'application/gzip')
      .header('Content-Disposition', `attachment; filename="${owner.username}-${day}.${found.format}"`)
      .header('Content-Length', file.size)
      .send(file.content)
  })
}
