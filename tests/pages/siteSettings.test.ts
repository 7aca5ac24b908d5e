import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, startForum } from '../support/forum.ts'

let forum: Forum
let app: FastifyInstance
let admin: Member

beforeAll(async () => {
  // For guests everything is cached for an hour.
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  app = await createApp({
    ...forum,
    db: forum.database.db,
    pages: {
      renderer,
      assetsFor: () => ({ entry: '/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  admin = await forum.member('ada_admin', { isAdmin: true })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

it('[ACC-2-095] every page, feed and description has the new name of the site as soon as it is changed', async () => {
  const read = async (url: string, headers = {}) => (await app.inject({ url, headers })).body
  const all = async () => ({
    guest: await read('/'),
    // The server caches the top bar per member.
    member: await read('/', admin.headers()),
    about: await read('/about'),
    feed: await read('/all.atom'),
    manifest: await read('/manifest.json'),
    api: await read('/api/openapi.json'),
    apiPage: await read('/api/docs'),
  })
  for (const [which, page] of Object.entries(await all())) expect(page.includes('Folkmoot'), which).toBe(true)
  const response = await app.inject({
    method: 'PUT',
    url: '/api/_admin/settings',
    headers: admin.headers(),
    payload: JSON.stringify({ changes: [{ name: 'siteName', value: 'Riverside Allotments' }] }),
  })
  expect(response.statusCode).toBe(200)
  const after = await all()
  for (const [which, page] of Object.entries(after)) {
    expect(page.includes('Riverside Allotments'), which).toBe(true)
    // The recorded examples in the API documentation contain this name.
    if (!which.startsWith('api')) expect(page.includes('Folkmoot'), which).toBe(false)
  }
  expect(after.guest).toContain('<meta property="og:site_name" content="Riverside Allotments"/>')
})
