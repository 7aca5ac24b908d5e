import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'

const second = 1000
const agent = new Agent({ keepAlive: true })
let forum: Forum
let member: Member
beforeAll(async () => {
  forum = await startForum()
  member = await forum.member('slow_line')
  await forum.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  agent.destroy()
  await forum.close()
})

/** Pending timers of half a minute; the test fires them. */
const running = new Map<unknown, () => void>()
beforeEach(() => {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number, ...rest: []) => {
    const timer = set(callback, ms, ...rest)
    if (ms === 30 * second) running.set(timer, callback)
    return timer
  }) as typeof setTimeout)
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer)
    clear(timer)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  running.clear()
})
const halfAMinutePasses = () => {
  for (const callback of running.values()) callback()
}

/** A request whose headers and first bytes have arrived, but not its end. */
async function begun(
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<ClientRequest> {
  const { port } = forum.app.server.address() as AddressInfo
  const sent = request({
    port,
    path,
    method: 'POST',
    headers: { ...member.headers(), 'content-length': body.length, ...headers },
    agent,
  })
  const arriving = once(forum.app.server, 'request')
  sent.write(body.subarray(0, 10))
  await arriving
  return sent
}
const answerTo = async (sent: ClientRequest) => {
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, body: await json(response) }
}

describe('a body that does not arrive', () => {
  it('is aborted after half a minute', async () => {
    const sent = await begun('/api/communities', Buffer.from('{"name":"never"}'))
    expect(running.size).toBe(1)
    halfAMinutePasses()
    expect(await answerTo(sent)).toEqual({ status: 408, body: errors.requestTimeout })
  })

  it('is not aborted before that', async () => {
    const body = Buffer.from('{"community":"1"}')
    const sent = await begun('/api/_joinCommunity', body)
    expect(running.size).toBe(1)
    sent.end(body.subarray(10))
    expect((await answerTo(sent)).status).toBe(400)
    expect(running.size).toBe(0)
  })

  it('closes its connection even when the response has been sent', async () => {
    const sent = await begun('/api/communities', Buffer.alloc(1000), { 'x-csrf-token': '' })
    const closed = once(sent.socket ?? sent, 'close')
    expect((await answerTo(sent)).status).toBe(401)
    halfAMinutePasses()
    await closed
  })

  it('may take minutes when it is an upload', async () => {
    const { headers, payload } = await formWith(await picture(1))
    const sent = await begun('/api/_uploads', payload, headers)
    expect(running.size).toBe(0)
    sent.end(payload.subarray(10))
    expect(await answerTo(sent)).toMatchObject({ status: 200, body: { width: 160 } })
  })

  it('may never take longer than ten minutes', () => {
    expect(forum.app.server.requestTimeout).toBe(10 * 60 * second)
    expect(forum.app.server.headersTimeout).toBe(30 * second)
  })
})
