import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { createApp } from '../../app.ts'
import { type Importance, noOverload } from '../../platform/http/overload.ts'
import { Refused } from '../../platform/http/refused.ts'

let forum: Forum
let app: Awaited<ReturnType<typeof createApp>>
let member: Member
let admin: Member
let refused: readonly Importance[] = []
const turns = new Set<object>()
let isDiskShort = false

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  await forum.community('birding')
  member = await forum.member('wren')
  admin = await forum.member('heron', { isAdmin: true })
  app = await createApp({
    ...forum,
    watch: undefined,
    overload: {
      ...noOverload,
      async admit(importance) {
        if (refused.includes(importance)) throw new Refused(errors.serverBusy)
        const turn = {}
        turns.add(turn)
        return () => turns.delete(turn)
      },
    },
    diskSpace: { isShort: () => isDiskShort },
  })
})
afterAll(async () => {
  await app.close()
  await forum.close()
})

const get = (url: string, who?: Member) => app.inject({ url, ...(who && { headers: who.headers() }) })
const newPost = JSON.stringify({ title: 'A new post', body: 'Its text.', community: 'birding' })
const write = (who: Member, payload = newPost) =>
  app.inject({ method: 'POST', url: '/api/posts', headers: who.headers(), payload })

describe('under overload', () => {
  it('guests get cached answers, and otherwise 503 with Retry-After', async () => {
    refused = []
    await get('/api/posts')
    refused = ['guest']
    expect((await get('/api/posts')).statusCode).toBe(200)
    const response = await get('/api/communities')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toEqual(errors.serverBusy)
    expect(response.headers['retry-after']).toBe('2')
  })

  it('members and admins are recognized by their sessions, without a query', async () => {
    refused = []
    await Promise.all([get('/api/_user', member), get('/api/_user', admin)])
    refused = ['guest']
    expect((await get('/api/_user', member)).statusCode).toBe(200)
    refused = ['guest', 'member']
    expect((await get('/api/_user', member)).statusCode).toBe(503)
    expect((await get('/api/_user', admin)).statusCode).toBe(200)
  })
})

describe('a slot is released', () => {
  it.each([
    ['with an answer', () => get('/api/communities')],
    ['with an answer to a member', () => get('/api/_user', member)],
    ['with a page for guests that is made for the cache', () => get('/all.atom')],
    ['with a refusal', () => get('/api/posts/nothing1')],
    ['with a body that is not JSON', () => write(member, 'no JSON')],
  ])('%s', async (_name, ask) => {
    refused = []
    await ask()
    expect(turns.size).toBe(0)
  })

  it('when a client leaves before its body has arrived', async () => {
    refused = []
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const head = Object.entries({
      ...member.headers(),
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': '100',
    })
    socket.write(`POST /api/posts HTTP/1.1\r\n${head.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n{`)
    await expect.poll(() => turns.size).toBe(1)
    socket.destroy()
    await expect.poll(() => turns.size).toBe(0)
  })
})

describe('while the site is read-only', () => {
  it('everyone can read, log in and out, members change nothing, and admins everything', async () => {
    refused = []
    const set = async (value: boolean) => {
      const answer = await app.inject({
        method: 'PUT',
        url: '/api/_admin/settings',
        headers: admin.headers(),
        payload: { changes: [{ name: 'readOnly', value }] },
      })
      expect(answer.statusCode).toBe(200)
    }
    await set(true)
    expect((await get('/api/posts', member)).statusCode).toBe(200)
    expect((await get('/api/posts')).statusCode).toBe(200)
    const { statusCode, body } = await write(member)
    expect([statusCode, JSON.parse(body)]).toEqual([403, errors.readOnly])
    const deletion = await app.inject({
      method: 'DELETE',
      url: '/api/drafts/post',
      headers: member.headers(),
    })
    expect(deletion.json()).toEqual(errors.readOnly)
    const guest = await forum.guest()
    const login = await app.inject({
      method: 'POST',
      url: '/api/_login',
      headers: guest.headers(),
      payload: { username: member.username, password: passwordOf(member.username) },
    })
    expect(login.statusCode).toBe(200)
    expect((await write(admin)).statusCode).toBe(200)
    await set(false)
    expect((await write(member)).statusCode).toBe(200)
  })
})

describe('while little disk space is left', () => {
  it('members can read but not write, and admins can make space', async () => {
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
