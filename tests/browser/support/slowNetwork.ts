import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A way to the server on which requests that begin with the given text are held back until they are released. A request that the browser
 * gives up before that never reaches the server, as on a slow network.
 */
export async function slowNetwork(server: string, beginning: string) {
  const { hostname, port } = new URL(server)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const sockets = new Set<Socket>()
  const way = createServer((browser) => {
    const there = connect(Number(port), hostname)
    for (const socket of [browser, there]) {
      sockets.add(socket)
      // Either side may close its connection at any time.
      socket.on('error', () => {})
      socket.on('close', () => [browser, there].map((either) => either.destroy()))
    }
    there.pipe(browser)
    browser.on('data', async (bytes: Buffer) => {
      if (bytes.toString('latin1').startsWith(beginning)) await released
      if (!there.destroyed) there.write(bytes)
    })
  })
  way.listen(0, hostname)
  await once(way, 'listening')
  return {
    url: `http://${hostname}:${(way.address() as AddressInfo).port}`,
    release,
    close: () => {
      for (const socket of sockets) socket.destroy()
      way.close()
    },
  }
}
