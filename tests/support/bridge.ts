import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to PostgreSQL over TCP that can be cut, repaired and frozen. */
export interface Bridge {
  readonly port: number
  /** Ends all connections, and refuses new ones. */
  cut(): Promise<void>
  /** Accepts connections again, at the same port. */
  repair(): Promise<void>
  /** Passes nothing on any more in connections that are open now; new ones work. */
  freeze(): void
  /** From now on, new connections lead to another PostgreSQL. */
  leadTo(other: { host: string; port: number }): void
}

/** @param target how PostgreSQL is reached. */
export async function bridgeTo(target: {
  host?: string | undefined
  port?: number | undefined
}): Promise<Bridge> {
  let { host = 'localhost', port = 5432 } = target
  const open = new Set<Socket>()
  const accept = (near: Socket) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
    }
  }
  const listen = async (at: number): Promise<Server> => {
    const server = createServer(accept)
    await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening))
    return server
  }
  let server = await listen(0)
  const { port: near } = server.address() as AddressInfo
  return {
    port: near,
    async cut() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
    async repair() {
      server = await listen(near)
    },
    leadTo(other) {
      ;({ host, port } = other)
    },
    freeze() {
      for (const socket of open) socket.unpipe().pause()
    },
  }
}
