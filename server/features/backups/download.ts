import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { Services } from '../../core/api/route.ts'
import { backupPath } from '../../core/backups/listed.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { Session } from '../../core/sessions/session.ts'
import { Refused } from '../../platform/http/refused.ts'
import { openBackupStore } from '../../platform/storage/open.ts'
import { findMadeBackup } from './queries.ts'

const path = backupPath(':id')

/**
 * `GET /api/_admin/backups/{id}/file`: downloads a backup, for admins who recently gave their password. Guests get 401, others
 * 403, and 403 `password_needed` comes before 404.
 */
export function serveBackups(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const session = await Session.open(services, request, reply)
    const { viewer } = session
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=UTF-8')
    if (!viewer) throw new Refused(errors.notLoggedIn)
    if (!viewer.isAdmin) throw new Refused(errors.notAdmin)
    await session.requireRecentPassword(services.db)
    const { name } = await findMadeBackup(services.db, request.params.id)
    // HEAD gets nothing of it.
    if (request.method === 'GET') {
      await session.note(services.db, 'backup_downloaded')
      // Logged, because the file contains every address and password hash.
      await recordAction(services.db, {
        action: 'download_backup',
        actor: viewer,
        actedAs: 'admins',
        communityId: null,
        details: { backupName: name },
      })
    }
    const store = await openBackupStore(services.config)
    const file = await store.open(name).catch(async (error) => {
      await store.close()
      throw error
    })
    if (!file) {
      await store.close()
      throw new Refused(errors.backupNotFound)
    }
    file.content.once('close', () => void store.close())
    return reply
      .header('Content-Type', 'application/octet-stream')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Content-Length', file.size)
      .send(file.content)
  })
}
