import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { parseConfig } from '../server/config.ts'
import { createServer } from '../server/platform/http/server.ts'
import type { Answer } from './load.ts'

/** Headers that Node sets itself, or that belong to one connection. */
const connectionHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * The ceiling: our HTTP server without a forum, which answers every request with the same bytes and headers. No
 * path of the forum can be faster. It runs in a process of its own and receives the response over the IPC channel.
 */
export async function serveCeiling(): Promise<void> {
  let answer: Answer = { status: 404, headers: {}, body: Buffer.alloc(0) }
  const app = await createServer(parseConfig({}))
  // Like the real upload: receive the whole body before answering.
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, body: Readable) => {
    await finished(body.resume())
  })
  app.all('*', async (_request, reply) => {
    reply.code(answer.status)
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
    return reply.send(answer.body)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', (given: Answer) => {
    const headers = Object.entries(given.headers).filter(([name]) => !connectionHeaders.has(name))
    // The channel delivers a Uint8Array, which Fastify would serialize as JSON.
    answer = { ...given, headers: Object.fromEntries(headers), body: Buffer.from(given.body) }
    process.send?.('ready')
  })
  process.once('disconnect', () => process.exit())
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

export interface Ceiling {
  readonly port: number
  readonly pid: number
  /** All further requests get this response. */
  answerWith(answer: Answer): Promise<void>
  stop(): Promise<void>
}

/** Starts the ceiling from the same bundle as the benchmark. */
export async function startCeiling(): Promise<Ceiling> {
  const program = process.argv[1] ?? ''
  const child: ChildProcess = fork(program, ['ceiling'], { serialization: 'advanced' })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    pid: child.pid ?? 0,
    async answerWith(answer) {
      child.send(answer)
      await once(child, 'message')
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
