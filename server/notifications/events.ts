import type { FastifyInstance } from 'fastify'
import { errors } from '../../contract/errors.ts'
import { refuseOtherMethods } from '../http/api.ts'
import { Refused } from '../http/refused.ts'
import type { Services } from '../http/route.ts'
import { Session } from '../http/session.ts'
import { createCountStreams } from './streams.ts'

const path = '/api/_events'

/**
 * `GET /api/_events`: server-sent events for whoever is logged in, an addition of ours. Event `newCount`, with
 * `{"newCount": 3}` as its data, comes at once and whenever the count of new notifications changes. The stream
 * ends with the session, and when the address is blocked. 401 for guests, 429 for more streams than anybody needs; after either a browser
 * does not come back by itself.
 */
export function serveEvents(app: FastifyInstance, services: Services): void {
  const streams = createCountStreams(services)
  app.addHook('preClose', async () => streams.close())

  app.get(path, async (request, reply) => {
    const session = await Session.open(services, request, reply)
    if (!session.viewer) throw new Refused(errors.notLoggedIn)
    const stream = streams.open({
      memberId: session.viewer.id,
      sessionIdHash: session.idHash,
      ip: request.ip,
    })
    if (!stream) throw new Refused(errors.tooManyRequests)
    return (
      reply
        .header('Content-Type', 'text/event-stream; charset=UTF-8')
        .header('Cache-Control', 'no-store, no-transform')
        // A connection that were kept afterwards would keep the program from ending.
        .header('Connection', 'close')
        // Some proxies collect answers before they pass them on.
        .header('X-Accel-Buffering', 'no')
        .send(stream)
    )
  })
  refuseOtherMethods(app, path, new Set(['GET']))
}
