import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../../contract/apiDocument.ts'
import { type Forum, startForum } from '../support/forum.ts'
import { newActors } from './actors.ts'
import { fuzz, type Target } from './run.ts'

const seed = 20_261_122

let forum: Forum
let target: Target

beforeAll(async () => {
  forum = await startForum()
  await forum.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = forum.app.server.address() as AddressInfo
  let number = 0
  target = {
    origin: `http://127.0.0.1:${port}`,
    document: (await forum.app.inject('/api/openapi.json')).json<ApiDocument>(),
    pages: [],
    newActors() {
      number += 1
      return newActors(forum.db, forum.secrets.session, number)
    },
    isRunning: () => true,
  }
})
afterAll(() => forum.close())

describe('made-up requests', () => {
  // `npm run fuzz` sends many more, and requests pages as well.
  for (const [requests, options] of [
    [250, {}],
    [1000, { tags: 'long' }],
  ] as const)
    it(`are answered as the contract says, and never with a server error: ${requests}`, options, async () => {
      const report = await fuzz(target, { requests, seed })
      expect(report.finding).toBeNull()
      expect(report.requests).toBeGreaterThan(requests / 2)
      // Refusals alone would prove little.
      expect(report.answers[2]).toBeGreaterThan(report.requests / 10)
    })
})

describe('the fuzzer', () => {
  /** Runs the fuzzer against a proxy that replaces some answers. */
  async function fuzzThrough(
    replace: (url: string) => { status: number; body: string } | 'nothing' | 'elsewhere' | null,
  ) {
    const proxy = createServer(async (request, response) => {
      const replaced = replace(request.url ?? '')
      if (replaced === 'nothing') return void request.socket.destroy()
      if (replaced === 'elsewhere') return void response.writeHead(302, { location: '//evil.example' }).end()
      const { status, body } = replaced ?? { status: 200, body: '' }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
    try {
      const { port } = proxy.address() as AddressInfo
      return await fuzz({ ...target, origin: `http://127.0.0.1:${port}` }, { requests: 500, seed })
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  }

  it('finds a server error, and shrinks the sequence that led to it to one request', async () => {
    const { finding, replay } = await fuzzThrough((url) =>
      /^\/api\/search\?/.test(url) ? { status: 500, body: '{"status":500,"message":"x"}' } : null,
    )
    expect(finding).toMatchObject({
      problem: 'search: status 500',
      requests: [{ name: 'search', method: 'GET' }],
    })
    expect(replay?.seed).toBe(seed)
  })

  it('fails when the actors cannot be created', async () => {
    const withoutActors = { ...target, newActors: () => Promise.reject(new Error('no database')) }
    await expect(fuzz(withoutActors, { requests: 10, seed })).rejects.toThrow('no database')
  })

  it('fails when later actors cannot be created', { tags: ['long'] }, async () => {
    let rounds = 0
    const newActors = () => {
      rounds += 1
      return rounds === 1 ? target.newActors() : Promise.reject(new Error('no database any more'))
    }
    await expect(fuzz({ ...target, newActors }, { requests: 200, seed })).rejects.toThrow('any more')
  })

  it.each([
    ['a redirect to another site', 'elsewhere', /redirects to/],
    ['an answer that cannot be parsed', { status: 200, body: '{"a":' }, /JSON that cannot be parsed/],
    ['an answer that does not match the schema', { status: 200, body: '[[]]' }, /against the schema/],
    ['a refusal without a message', { status: 400, body: '{"status":400}' }, /without status and message/],
    ['a connection that breaks', 'nothing', /no answer/],
  ] as const)('finds %s', async (_, replaced, problem) => {
    const { finding } = await fuzzThrough((url) => (/^\/api\/search\?/.test(url) ? replaced : null))
    expect(finding?.problem).toMatch(problem)
  })
})
