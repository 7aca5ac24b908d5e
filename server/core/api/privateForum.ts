import type { FastifyInstance, FastifyRequest } from 'fastify'
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
  const refusalOf = async (request: FastifyRequest): Promise<Refused | undefined> =>
    (await Session.findViewer(services, request)) ? undefined : new Refused(errors.notLoggedIn)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!services.settings.privateForum || request.routeOptions.config?.admits) done()
    else refusalOf(request).then(done, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (services.settings.privateForum && request.routeOptions.config?.admits !== 'everyone') {
      const kept = reply.getHeader('Cache-Control')
      // A cache in front of the server must not serve this to guests.
      if (typeof kept === 'string') reply.header('Cache-Control', kept.replace(/\bpublic\b/, 'private'))
    }
    done(null, payload)
  })
}
