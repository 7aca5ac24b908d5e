import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { renderer } from '../web/entry-server.tsx'
import { built, ensureBuilt } from './support/built.ts'
import { type Forum, startForum } from './support/forum.ts'

let forum: Forum
let app: FastifyInstance

beforeAll(async () => {
  ensureBuilt()
  forum = await startForum()
  const assetsFor = () => ({ entry: '', preloads: [], styles: [] })
  app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: built.web } })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const sizeOf = async (path: string) => {
  const { headers, rawPayload } = await app.inject(path)
  const { width, height } = await sharp(rawPayload).metadata()
  return { type: headers['content-type'], size: `${width}x${height}` }
}

describe('the installable application', () => {
  it('has a manifest with the name of the site, and icons of the sizes that it names', async () => {
    const answer = await app.inject('/manifest.json')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    const manifest = answer.json()
    expect(manifest).toMatchObject({ name: 'Folkmoot', start_url: '/', display: 'standalone' })
    const purposes = new Set<string>()
    for (const { src, sizes, type, purpose } of manifest.icons) {
      expect(await sizeOf(src), src).toEqual({ type, size: sizes })
      purposes.add(purpose)
    }
    expect(purposes).toEqual(new Set(['any', 'maskable']))
  })

  it.each(['/favicon.png?v=2', '/badge-supporter.png'])('has %s as icon of notifications', async (path) => {
    expect((await sizeOf(path)).size).toMatch(/^96x/)
  })

  it('has a worker that is never cached', async () => {
    const { headers } = await app.inject('/service-worker.js')
    expect(headers['cache-control']).toBe('private, max-age=0')
    expect(headers['content-type']).toContain('javascript')
  })
})
