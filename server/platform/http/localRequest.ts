import type { FastifyRequest } from 'fastify'

/** Headers in which a proxy names its client. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

const isLoopbackAddress = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

/**
 * Whether a request comes directly from this machine. Its `Host` must be local, too, which excludes proxies that set no headers
 * and pages that use DNS rebinding.
 */
export function isLocalRequest({ raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || forwardingHeaders.includes(name),
  )
  return !isForwarded && isLoopbackAddress(raw.socket.remoteAddress ?? '') && isLoopbackName(hostname)
}

/** Whether a site at this URL can be reached from this machine only; an unknown URL may be. */
export const isLocalSite = (siteUrl: URL | null): boolean =>
  siteUrl === null || isLoopbackName(siteUrl.hostname)
