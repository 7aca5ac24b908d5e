import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * Whether a page of this site sent a form. Browsers say so in `Sec-Fetch-Site`, which no page can set; those that do not have it, and
 * all at addresses without TLS, send `Origin` with every form. A request with neither is not accepted.
 */
export function isFromOwnPage(
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
  { siteUrl }: Pick<Config, 'siteUrl'>,
): boolean {
  const { origin, 'sec-fetch-site': from } = headers
  if (from !== undefined) return from === 'same-origin'
  return origin !== undefined && [`${protocol}://${host}`, siteUrl?.origin].includes(origin)
}
