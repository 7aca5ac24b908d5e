import type { FastifyRequest } from 'fastify'

/** Headers by which a proxy says for whom it asks. */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']

const isLoopbackAddress = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address)
const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host)

/**
 * Whether a request was made on this machine and came here directly. Its host must be this machine's, too: a proxy without
 * headers, and a page that points its own name to this machine, name another one.
 */
export function isLocalRequest({ raw, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => name.startsWith('x-forwarded-') || forwardingHeaders.includes(name),
  )
  return !isForwarded && isLoopbackAddress(raw.socket.remoteAddress ?? '') && isLoopbackName(hostname)
}

/** Whether a site at this address is for this machine alone; an unknown address may be. */
export const isLocalSite = (siteUrl: URL | null): boolean =>
  siteUrl === null || isLoopbackName(siteUrl.hostname)
