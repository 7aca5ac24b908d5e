import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { Services } from '../../core/api/route.ts'
import { Session } from '../../core/sessions/session.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type CountStreams, createCountStreams } from './streams.ts'

const path = '/api/_events'

/**
 * `GET /api/_events`: server-sent events for members. The event `newCount`, with data such as `{"newCount": 3}`, is sent
 * at once and whenever the count of new notifications changes. Moderators also get `openReports`, with data such as
 * `{"openReports": 2}`: how many posts and comments with open reports, and waiting for review, there are in their communities. The stream ends with the session, and when the IP address
 * is blocked. Guests get 401, too many streams 429; an `EventSource` does not reconnect after either.
 *
 * @returns a function that returns the number of open streams.
 */
export function serveEvents(app: FastifyInstance, services: Services): Pick<CountStreams, 'count'> {
  const streams = createCountStreams(services)
  app.addHook('preClose', async () => streams.close())

  app.get(path, { config: { isStream: true } }, async (request, reply) => {
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
        // A kept-alive connection would delay the shutdown of the server.
        .header('Connection', 'close')
        // nginx would buffer the stream.
        .header('X-Accel-Buffering', 'no')
        .send(stream)
    )
  })
  return streams
}
