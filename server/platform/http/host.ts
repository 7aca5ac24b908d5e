import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import { Refused } from './refused.ts'

/** A name or an IPv4 address, or an IPv6 address in brackets; with a port or without (RFC 9110, section 7.2). */
const hostForm = /^(?:[\w-]{1,63}(?:\.[\w-]{1,63}){0,30}\.?|\[[\d:a-f.]{2,45}\])(?::\d{1,5})?$/i

const wholeUrl = /^https?:\/\/([^/?#]*)([^#]*)/i

/**
 * The path and query of a request, also of one that names the whole URL, as requests to proxies do; `Host` is then that of the URL
 * (RFC 9112, section 3.2.2).
 */
export function originForm(request: Pick<IncomingMessage, 'headers'>, url: string): string {
  const [, host, rest = ''] = wholeUrl.exec(url) ?? []
  if (host === undefined) return url
  request.headers.host = host
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * A path and query whose path has plain letters, digits and `-._~@`: some programs escape them in links (RFC 3986, section 6.2.2.2).
 * Escaped dots stay where they would lead out of a segment.
 */
export function withoutEscapes(url: string): string {
  if (!url.includes('%')) return url
  const [, path = '', rest = ''] = /^([^?]*)(.*)$/s.exec(url) ?? []
  return path.split('/').map(plainSegment).join('/') + rest
}

function plainSegment(segment: string): string {
  const plain = segment.replace(/%(?:40|2[de]|5f|7e|3\d|[46][1-9a-f]|[57][\da])/gi, decodeURIComponent)
  return /^\.{1,2}(?:$|%2f|%5c)/i.test(plain) ? segment : plain
}

/**
 * Refuses requests with an invalid `Host`, or from proxies, an invalid `X-Forwarded-Host` or `X-Forwarded-Proto`:
 * without SITE_URL, they are used in links, redirects and cache keys. Only HTTP/1.0 may omit `Host`, and nobody may send two, of which
 * a proxy might take the other one.
 *
 * Register this hook before all that use `request.host` or `request.protocol`.
 */
export function refuseInvalidHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isHost = hostForm.test(request.host) || (request.host === '' && request.raw.httpVersion === '1.0')
    const hasTwo = isHeaderRepeated(request.raw.rawHeaders, 'host')
    const isScheme = request.protocol === 'http' || request.protocol === 'https'
    done(isHost && !hasTwo && isScheme ? undefined : new Refused(errors.badRequest))
  })
}

/** @param raw names and values in turn. */
function isHeaderRepeated(raw: readonly string[], name: string): boolean {
  let times = 0
  for (let index = 0; index < raw.length; index += 2) if (raw[index]?.toLowerCase() === name) times += 1
  return times > 1
}

/** Redirects requests for a former host of the site to the same path of SITE_URL; methods other than GET keep their method and body. */
export function redirectFormerHosts(
  app: FastifyInstance,
  { siteUrl, formerHosts }: Pick<Config, 'siteUrl' | 'formerHosts'>,
): void {
  if (!siteUrl || formerHosts.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!formerHosts.includes(request.host.toLowerCase())) return done()
    // `OPTIONS *` must not become a part of the host.
    const path = request.url.startsWith('/') ? request.url : '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    reply.redirect(siteUrl.origin + path, isRead ? 301 : 308)
  })
}
