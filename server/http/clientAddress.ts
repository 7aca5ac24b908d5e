import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Of whom no address is known, as behind a socket of the file system. */
const unknownAddress = '::'

/**
 * Makes `request.ip` an address and nothing else: some proxies put the port to it in `X-Forwarded-For`, and an address
 * of the own link comes with the name of the network interface. Where a proxy names none, its own address counts.
 * Register it before all that looks at addresses.
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
  const found = /^\[(?<v6>[^\]]+)\](?::\d+)?$|^(?<v4>[\d.]+):\d+$/.exec(text)?.groups
  const [address = ''] = (found?.v6 ?? found?.v4 ?? text).split('%')
  return isIP(address) === 0 ? null : address
}
