import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Stands for clients without an IP address, such as those of a Unix socket. */
const unknownAddress = '::'

/**
 * Reduces `request.ip` to a plain IP address. Some proxies append the port in `X-Forwarded-For`, and link-local
 * addresses carry a zone id (`%eth0`). When the forwarded address is unusable, the address of the proxy counts.
 * Register this hook before all hooks that use `request.ip`.
 */
export function keepPlainAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip, socket } = request
    const plain = plainAddress(ip) ?? plainAddress(socket.remoteAddress) ?? unknownAddress
    if (plain !== ip) Object.defineProperty(request, 'ip', { value: plain })
    done()
  })
}

function plainAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  const withPort = /^\[(?<v6>[^\]]+)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/.exec(text)?.groups
  const [address = ''] = (withPort?.v6 ?? withPort?.v4 ?? text).split('%')
  return isIP(address) === 0 ? null : address
}
