import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'
import type { Importance } from '../../platform/http/overload.ts'
import { Refused } from '../../platform/http/refused.ts'

let forum: Forum
let app: Awaited<ReturnType<typeof createApp>>
let member: Member
let admin: Member
let refused: readonly Importance[] = []
let isDiskShort = false

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  await forum.community('birding')
  member = await forum.member('wren')
  admin = await forum.member('heron', { isAdmin: true })
  app = await createApp({
    ...forum,
    overload: {
      admit(importance) {
        if (refused.includes(importance)) throw new Refused(errors.serverBusy)
      },
      close: () => {},
    },
    diskSpace: { isShort: () => isDiskShort },
  })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const get = (url: string, who?: Member) => app.inject({ url, ...(who && { headers: who.headers() }) })

describe('while there is too much to do', () => {
  it('guests get what is cached, and otherwise 503 with a time to come back', async () => {
    refused = []
    await get('/api/posts')
    refused = ['guest']
    expect((await get('/api/posts')).statusCode).toBe(200)
    const response = await get('/api/communities')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual(errors.serverBusy)
    expect(response.headers['retry-after']).toBe('2')
  })

  it('members and admins are known by their sessions, before anything is asked of the database', async () => {
    refused = []
    await Promise.all([get('/api/_user', member), get('/api/_user', admin)])
    refused = ['guest']
    expect((await get('/api/_user', member)).statusCode).toBe(200)
    refused = ['guest', 'member']
    expect((await get('/api/_user', member)).statusCode).toBe(503)
    expect((await get('/api/_user', admin)).statusCode).toBe(200)
  })
})

describe('while little room is left on the disk', () => {
  const write = async (who: Member) =>
    app.inject({
      method: 'POST',
      url: '/api/posts',
      headers: who.headers(),
      payload: JSON.stringify({ title: 'A new post', body: 'Its text.', community: 'birding' }),
    })

  it('members read and do not write; what admins do to mend it works', async () => {
    refused = []
    isDiskShort = true
    expect((await get('/api/posts', member)).statusCode).toBe(200)
    const response = await write(member)
    expect(response.statusCode).toBe(507)
    expect(response.json()).toEqual(errors.diskFull)
    expect((await write(admin)).statusCode).toBe(200)
    isDiskShort = false
    expect((await write(member)).statusCode).toBe(200)
  })
})
