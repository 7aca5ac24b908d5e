import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { createServer } from './server.ts'

const config = { logLevel: 'silent', trustProxy: false, slowRequestMs: 0 } as const
const times = { headersMs: 100, silenceMs: 200, checkMs: 20 }

let app: FastifyInstance
let client: Socket
afterEach(async () => {
  client.destroy()
  await app.close()
})

async function start(route: (app: FastifyInstance) => void, given = times): Promise<void> {
  app = await createServer(config, given)
  route(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
}

/** All that the server sends until it ends the connection. */
async function received(): Promise<string> {
  let text = ''
  client.on('data', (part) => {
    text += String(part)
  })
  await once(client, 'close')
  return text
}

describe('a client is cut off', () => {
  it('that does not read its answer', async () => {
    const ended = new Promise((resolve) => {
      void start((server) => {
        server.get('/large', (request, reply) => {
          request.raw.socket.once('close', resolve)
          reply.send(Buffer.alloc(50_000_000))
        })
      }).then(() => client.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'))
    })
    await ended
  })

  it('whose headers take too long, with 408', async () => {
    await start(() => {}, { ...times, silenceMs: 60_000 })
    client.write('GET / HTTP/1.1\r\nHost: a\r\n')
    expect(await received()).toMatch(/^HTTP\/1.1 408 .*request_timeout/s)
  })
})

it('a request on an open connection while the server shuts down gets a 503 in the usual format', async () => {
  let answer: () => void = () => {}
  const arrived = new Promise<void>((resolve) => {
    void start(
      (server) => {
        server.get('/first', (_request, reply) => {
          answer = () => reply.send('first')
          resolve()
        })
      },
      { headersMs: 60_000, silenceMs: 60_000, checkMs: 5000 },
    ).then(() => client.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n'))
  })
  await arrived
  const closed = app.close()
  const stopping = new Promise<void>((resolve) => app.server.once('request', () => setImmediate(resolve)))
  client.write('GET /second HTTP/1.1\r\nHost: a\r\n\r\n')
  await stopping
  answer()
  const text = await received()
  await closed
  expect(text).toMatch(/first.*HTTP\/1.1 503 .*retry-after: 2/is)
  expect(text).toContain(JSON.stringify(errors.serverStopping))
})
