import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, type Member, type PostFacts, startForum } from './support/forum.ts'

let forum: Forum
let wren: Member
let post: PostFacts

beforeAll(async () => {
  forum = await startForum()
  wren = await forum.member('wren_writes')
  await forum.community('birding')
  post = await forum.post(wren, 'birding', { title: 'Café au lait', body: 'Été' })
})
afterAll(() => forum.close())

/** As some keyboards and file systems have it: letters and marks apart. */
const apart = 'Cafe\u0301 e\u0301te\u0301'
const composed = 'Café été'

describe('letters and marks that are typed apart', () => {
  it.each<[string, () => Promise<{ body: string; statusCode: number }>]>([
    ['the title of a post', () => wren.put(`/api/posts/${post.publicId}`, { title: apart })],
    ['the text of a post', () => wren.put(`/api/posts/${post.publicId}`, { body: apart })],
    ['a comment', () => wren.post(`/api/posts/${post.publicId}/comments`, { body: apart })],
    [
      'the name of a list',
      () => wren.post('/api/users/wren_writes/lists', { name: 'Cafes', displayName: apart }),
    ],
  ])('are composed in %s', async (_what, write) => {
    const answer = await write()
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    expect(answer.body).toContain(composed)
    expect(answer.body).not.toContain(apart)
  })

  it('find what is composed, and the other way round', async () => {
    for (const q of ['cafe\u0301', 'café', 'cafe'])
      expect((await wren.get(`/api/search?q=${encodeURIComponent(q)}`)).json().posts).toHaveLength(1)
  })
})

describe('a password with accents', () => {
  const logIn = async (username: string, password: string) =>
    (await (await forum.guest()).post('/api/_login', { username, password })).statusCode

  it.each([
    ['composed', 'Zürich im März', 'Zu\u0308rich im Ma\u0308rz'],
    ['apart', 'Zu\u0308rich im Ma\u0308rz', 'Zürich im März'],
  ])('works in both forms when it was set %s', async (form, given, other) => {
    const username = `new_${form}`
    const answer = await (await forum.guest()).post('/api/_signup', { username, password: given })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await logIn(username, given)).toBe(200)
    expect(await logIn(username, other)).toBe(200)
    expect(await logIn(username, 'Zurich im Marz')).toBe(401)
  })

  it.each([
    ['composed', 'Zürich im März'],
    ['apart', 'Zu\u0308rich im Ma\u0308rz'],
  ])('keeps working when an earlier version hashed it %s', async (form, hashed) => {
    const { id, username } = await forum.member(`old_${form}`)
    const stored = await hash(hashed)
    await forum.db.updateTable('users').set({ password_hash: stored }).where('id', '=', id).execute()
    expect(await logIn(username, 'Zurich im Marz')).toBe(401)
    expect(await logIn(username, 'Zu\u0308rich im Ma\u0308rz')).toBe(200)
    expect(await logIn(username, 'Zürich im März')).toBe(200)
  })
})

describe('a password with spaces of Unicode', () => {
  const logIn = async (username: string, password: string) =>
    (await (await forum.guest()).post('/api/_login', { username, password })).statusCode
  const spaces = String.fromCodePoint(
    ...Array.from({ length: 0x10000 }, (_, code) => code).filter((code) =>
      /\p{Zs}/u.test(String.fromCodePoint(code)),
    ),
  )
  const withSpace = (space: string) => `horse${space}staple${space}Battery`

  it('works whichever of them the keyboard writes', async () => {
    expect([...spaces].length).toBeGreaterThan(15)
    const guest = await forum.guest()
    const given = { username: 'no_break', password: withSpace('\u00a0') }
    expect((await guest.post('/api/_signup', given)).statusCode).toBe(201)
    for (const space of spaces) expect(await logIn('no_break', withSpace(space))).toBe(200)
    expect(await logIn('no_break', withSpace(''))).toBe(401)
  })

  it('keeps working when an earlier version hashed it as it was typed, and then works with plain ones', async () => {
    const { id, username } = await forum.member('old_space')
    const stored = await hash(withSpace('\u00a0'))
    await forum.db.updateTable('users').set({ password_hash: stored }).where('id', '=', id).execute()
    expect(await logIn(username, withSpace(' '))).toBe(401)
    expect(await logIn(username, withSpace('\u00a0'))).toBe(200)
    expect(await logIn(username, withSpace(' '))).toBe(200)
  })
})
