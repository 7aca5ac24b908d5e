import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another web server on this machine. */
export interface Elsewhere {
  /** `http://127.0.0.2:54321`, without a slash. */
  readonly origin: string
  readonly port: number
  /** All requests it received, in order. */
  readonly requests: readonly IncomingMessage[]
  close(): Promise<void>
}

/** Starts another web server. In tests, 127.0.0.2 counts as the internet, 127.0.0.1 as the internal network. */
export async function startElsewhere(
  answer: RequestListener,
  { address = '127.0.0.2', port = 0 } = {},
): Promise<Elsewhere> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, address, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    origin: `http://${address}:${taken}`,
    port: taken,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
