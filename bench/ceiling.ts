import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { readConfig } from '../server/config.ts'
import { createServer } from '../server/http/server.ts'
import type { Answer } from './load.ts'

/** What Node writes itself, or what belongs to one connection. */
const unrepeated = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * The ceiling: our own HTTP server without a forum, which answers every request with the same bytes and headers. No
 * ability of ours can be faster. Runs as a program of its own, and learns over its channel what to answer.
 */
export async function serveCeiling(): Promise<void> {
  let answer: Answer = { status: 404, headers: {}, body: Buffer.alloc(0) }
  const app = await createServer(readConfig({}))
  // An upload has to arrive before it is answered.
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
    const headers = Object.entries(given.headers).filter(([name]) => !unrepeated.has(name))
    // A Uint8Array arrives; the server takes it for an object to be written as JSON.
    answer = { ...given, headers: Object.fromEntries(headers), body: Buffer.from(given.body) }
    process.send?.('ready')
  })
  process.once('disconnect', () => process.exit())
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

export interface Ceiling {
  readonly port: number
  readonly pid: number
  /** From now on every request gets this answer. */
  answerWith(answer: Answer): Promise<void>
  stop(): Promise<void>
}

/** Starts the ceiling, from this same file of the built benchmark. */
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
