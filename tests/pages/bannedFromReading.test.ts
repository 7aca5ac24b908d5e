import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Forum, type Member, type PostFacts, startForum } from '../support/forum.ts'

let forum: Forum
let app: FastifyInstance
let moderator: Member
let reader: Member
let post: PostFacts
beforeAll(async () => {
  forum = await startForum()
  app = await createApp({
    ...forum,
    pages: {
      renderer,
      assetsFor: () => ({ entry: '/assets/entry.js', preloads: [], styles: [] }),
      filesFolder: null,
    },
  })
  moderator = await forum.moderator('moderator_m', 'birding')
  reader = await forum.member('reader_r')
  post = await forum.post(moderator, 'birding')
  const { id } = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>()
  const username = reader.username
  await moderator.post(`/api/communities/${id}/banned`, { username, kind: 'reading', reason: 'Rude.' })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

it.each([
  ['the community', () => '/birding'],
  ['one of its posts', () => `/birding/post/${post.publicId}`],
])(
  '[CORE-6-029] the page of %s tells a member who may not read it why, and shows it to guests',
  async (_page, path) => {
    const refused = await app.inject({ url: path(), headers: reader.headers() })
    expect(refused.statusCode).toBe(403)
    expect(refused.body).toContain('Reason: Rude.')
    expect(refused.body).toContain('href="/appeals"')
    expect((await app.inject({ url: path() })).statusCode).toBe(200)
  },
)
