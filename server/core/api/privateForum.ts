import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from '../../platform/http/refused.ts'
import { Session } from '../sessions/session.ts'
import type { Services } from './route.ts'

/**
 * Keeps guests out of a private forum: every route is for members only, unless its configuration says otherwise. Calls of the API and
 * pages check the viewer themselves and are private by default, too (`openInPrivateForum` of calls and of page routes).
 *
 * Adds its hooks to the routes that are registered afterwards.
 */
export function guardPrivateForum(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', async (request) => {
    if (!services.settings.privateForum || request.routeOptions.config?.admits) return
    if (!(await Session.findViewer(services, request))) throw new Refused(errors.notLoggedIn)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!services.settings.privateForum || request.routeOptions.config?.admits === 'everybody') return
    const kept = reply.getHeader('Cache-Control')
    // A cache in front of the server must not serve this to guests.
    if (typeof kept === 'string') reply.header('Cache-Control', kept.replace(/\bpublic\b/, 'private'))
  })
}
