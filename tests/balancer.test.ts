import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'
import { startHaproxy } from './support/haproxy.ts'
import { isMissing } from './support/installed.ts'

describe.skipIf(isMissing('haproxy'))('two servers behind HAProxy', { tags: ['long'] }, () => {
  let forum: Forum
  const servers: FastifyInstance[] = []
  let balancer: Awaited<ReturnType<typeof startHaproxy>>
  let member: Member
  let post: PostFacts
  /** How many requests reached each server. */
  const reached = [0, 0]
  beforeAll(async () => {
    forum = await startForum()
    for (const index of [0, 1]) {
      const app = await createApp({ ...forum, db: forum.database.db })
      app.server.on('request', (request) => {
        if (request.url !== '/readyz') reached[index] = (reached[index] ?? 0) + 1
      })
      await app.listen({ host: '127.0.0.1', port: 0 })
      servers.push(app)
    }
    balancer = await startHaproxy(servers.map(({ server }) => (server.address() as AddressInfo).port))
    await forum.community('birding')
    member = await forum.member('wren_w')
    post = await forum.post(member, 'birding')
  })
  afterAll(async () => {
    await balancer.close()
    for (const app of servers) await app.close()
    await forum.close()
  })
  const ask = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) =>
    fetch(`http://127.0.0.1:${balancer.port}${path}`, {
      ...init,
      headers: {
        ...member.headers(),
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
    })

  it('alternate', async () => {
    for (let n = 0; n < 10; n++) expect((await ask('/api/posts?feed=all')).status).toBe(200)
    expect(Math.min(...reached)).toBeGreaterThan(0)
  })

  it('lose no request that may be repeated when one is killed, and everyone sees what they wrote', async () => {
    const failed: string[] = []
    let answered = 0
    let isOver = false
    const reader = async () => {
      while (!isOver) {
        const status = await ask('/api/posts?feed=all').then(
          (response) => response.arrayBuffer().then(() => response.status),
          (error: Error) => error.message,
        )
        answered += 1
        if (status !== 200) failed.push(`GET: ${status}`)
      }
    }
    const writer = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const body = `Words ${name}.${n}`
        const key = `${name}.${n}`
        const write = () =>
          ask(`/api/posts/${post.publicId}/comments`, {
            method: 'POST',
            body: JSON.stringify({ body, parentCommentId: null }),
            headers: { 'idempotency-key': key },
          }).then(
            (response) => response.text().then(() => response.status),
            () => 0,
          )
        // As browsers do: the same key again where no answer came.
        let status = await write()
        for (let tries = 0; status !== 200 && tries < 3; tries++) status = await write()
        if (status !== 200) failed.push(`POST: ${status}`)
        const page = await (await ask('/api/users/wren_w/feed?limit=50')).text()
        if (!page.includes(body)) failed.push(`${body} is not seen`)
      }
    }
    const all = [reader(), reader(), reader(), writer('a'), writer('b')]
    const untilAnswered = async (more: number) => {
      const wanted = answered + more
      await expect.poll(() => answered, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(wanted)
    }
    await untilAnswered(50)
    // As a kill looks from outside: nobody listens, and all connections are reset.
    const { server } = servers[0] as FastifyInstance
    server.close()
    server.closeAllConnections()
    const [before = 0] = reached
    await untilAnswered(200)
    isOver = true
    await Promise.all(all)
    expect(failed).toEqual([])
    expect(reached[0]).toBe(before)
    const { comments } = await (await ask(`/api/posts/${post.publicId}/comments?limit=100`)).json()
    const bodies = comments.map(({ body }: { body: string }) => body)
    expect(new Set(bodies).size).toBe(bodies.length)
  })
})
