import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Generates request ids that are unique across processes: a random prefix and a counter, because a random id per request would cost
 * more than a cached answer.
 */
export function requestIds(): () => string {
  const ofProcess = randomBytes(5).toString('hex')
  let count = 0
  return () => `${ofProcess}-${(++count).toString(36)}`
}

/** Sends the id of a request in its answer, so that users can quote it when they report a failure. */
export function nameRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
}

/** Logs requests that took longer than `slowMs` (0 for none), except streams and uploads, whose duration depends on the client. */
export function logSlowRequests(app: FastifyInstance, slowMs: number): void {
  if (slowMs === 0) return
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    if (ms > slowMs) {
      const { url, config } = request.routeOptions
      if (!config?.isStream && !config?.takesLong)
        request.log.warn(
          { method: request.method, route: url ?? 'none', status: reply.statusCode, ms: Math.round(ms) },
          'slow request',
        )
    }
    done()
  })
}
