import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, startForum } from '../support/forum.ts'

let forum: Forum
let app: FastifyInstance
let member: Member
let post: { publicId: string }
beforeAll(async () => {
  forum = await startForum()
  member = await forum.member('rowan')
  await forum.community('gardening')
  post = await forum.post(member, 'gardening')
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  await app.listen({ port: 0 })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

/** Sends a path as it is written, which `inject` and URL parsers would change. */
function ask(path: string): Promise<{ status: number; location: string | undefined }> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    request({ port, path, headers: member.headers() }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location }))
    })
      .on('error', reject)
      .end()
  })
}

/** The origin to which a redirect from here leads a browser. */
const originOf = (location: string) => new URL(location, 'https://forum.example/some/page').origin

/** Segments that browsers, URL parsers and routers have parsed differently. */
const segment = fc.constantFrom(
  ...['', '.', '..', '%2e', '%2E%2e', '\\', '%5c', '%2f', '%09', 'evil.example', '@evil.example', 'api', 'x'],
  ...['gardening', 'Gardening', 'post', 'login', 'first-admin', 'https:', 'www.evil.example', 'images'],
)
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => `/${segments.join('/')}`)

describe('a redirect leads to this site', () => {
  it.each([
    ['//evil.example/', 301],
    ['/\\evil.example', 301],
    ['///evil.example//', 301],
    ['/api//evil.example/..//x', 301],
    ['/api/.//\\evil.example', 301],
    ['/.//evil.example/', 301],
    ['/Gardening', 301],
    ['/login?next=//evil.example', 302],
    ['/login?next=/.//evil.example', 302],
    ['/login?next=https:evil.example', 302],
    ['/first-admin?code=//evil.example', 302],
    ['/Gardening/post/POST', 301],
  ])('from %s', async (from, expected) => {
    const { status, location } = await ask(from.replace('POST', post.publicId))
    expect(status).toBe(expected)
    expect(originOf(location ?? 'https://nowhere.example')).toBe('https://forum.example')
  })

  it('from any path, and for any return path of a login', async () => {
    let redirects = 0
    await fc.assert(
      fc.asyncProperty(path, path, async (from, next) => {
        for (const url of [from, `${from}/`, `/login?next=${encodeURIComponent(next)}`]) {
          const { status, location } = await ask(url)
          expect(status).toBeLessThan(500)
          if (location === undefined) continue
          redirects += 1
          expect(originOf(location), url).toBe('https://forum.example')
        }
      }),
      { numRuns: 150, seed: 22 },
    )
    expect(redirects).toBeGreaterThan(150)
  })
})
