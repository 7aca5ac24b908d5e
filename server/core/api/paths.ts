import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Whether a path has empty or dot segments, so that it is not in its canonical form (RFC 3986, section 5.2.4). */
const isUnclean = (path: string): boolean => /\/(?:\/|\.{1,2}(?:\/|$))/.test(path)

/** A path in its canonical form; never a URL of another host. */
const cleanPath = (path: string): string =>
  new URL(path.replaceAll('\\', '%5C').replaceAll(/\/{2,}/g, '/'), 'http://localhost').pathname

/**
 * Redirects paths to their canonical form, and refuses those with a slash at the end, which the router would take for an
 * empty parameter.
 */
export function keepPathsClean(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    const [path = '', ...query] = request.url.split('?')
    if (isUnclean(path)) {
      reply.header('Cache-Control', 'no-store').redirect([cleanPath(path), ...query].join('?'), 301)
      return
    }
    done(path.endsWith('/') ? new Refused(errors.endpointNotFound) : undefined)
  })
}
