import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

/** A name or an IPv4 address, or an IPv6 address in brackets; with a port or without (RFC 9110, section 7.2). */
const hostForm = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,30}\.?|\[[\d:a-f.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Refuses requests with an invalid `Host`, or from proxies, an invalid `X-Forwarded-Host` or `X-Forwarded-Proto`:
 * without SITE_URL, they are used in links, redirects and cache keys. Only HTTP/1.0 may omit `Host`.
 *
 * Register this hook before all that use `request.host` or `request.protocol`.
 */
export function refuseInvalidHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isHost = hostForm.test(request.host) || (request.host === '' && request.raw.httpVersion === '1.0')
    const isScheme = request.protocol === 'http' || request.protocol === 'https'
    done(isHost && isScheme ? undefined : new Refused(errors.badRequest))
  })
}
