import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { createAnswers } from './answers.ts'

let forum: Forum
let member: Member
let guest: Client
beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' }, { watch: undefined })
  await forum.community('birding')
  member = await forum.member('wren_writes')
  guest = await forum.guest()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => forum.close())

describe('the store of answers for guests', () => {
  it('is invalidated when a member changes their profile', async () => {
    const post = await forum.post(member, 'birding')
    const aboutAuthor = async () =>
      (await guest.get(`/api/posts/${post.publicId}`)).json<{ author: User }>().author.aboutMe
    expect(await aboutAuthor()).toBeNull()
    await member.post('/api/_settings?action=updateProfile', { aboutMe: 'Watches wrens.' })
    expect(await aboutAuthor()).toBe('Watches wrens.')
  })

  it('keeps what a new comment is about for two seconds at most, and everything else', async () => {
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const [post, other] = [await forum.post(member, 'birding'), await forum.post(member, 'birding')]
    const read = async ({ publicId }: { publicId: string }) =>
      (await guest.get(`/api/posts/${publicId}`)).json<{ title: string; noComments: number }>()
    await Promise.all([read(post), read(other)])
    await forum.db.updateTable('posts').set({ title: 'Another title' }).execute()
    const commenter = await forum.member('robin_reads')
    now += 1000
    await forum.comment(commenter, post)
    now += 900
    // A second comment does not extend the time that the first one left.
    await forum.comment(commenter, post)
    expect(await read(post)).toMatchObject({ title: 'A post about something', noComments: 0 })
    now += 200
    expect(await read(post)).toMatchObject({ title: 'Another title', noComments: 2 })
    now += 3000
    await forum.comment(commenter, post)
    expect(await read(post)).toMatchObject({ noComments: 3 })
    expect(await read(other)).toMatchObject({ title: 'A post about something' })
    await member.delete(`/api/posts/${post.publicId}`)
    expect(await read(other)).toMatchObject({ title: 'Another title' })
  })

  it('does not keep a response that was being created when something was written about it', async () => {
    const cache = createAnswers({ seconds: 3600 })
    let give = (_text: string): void => {}
    const create = () =>
      new Promise<string>((resolve) => {
        give = resolve
      })
    const before = cache.get('/birding/post/one', 'identity', create)
    cache.limitAge(['one'])
    give('before')
    expect((await before).bytes.toString()).toBe('before')
    expect(cache.peek('/birding/post/one', 'identity')).toBeUndefined()
  })

  it('does not keep a response that was being created when the cache was cleared', async () => {
    const cache = createAnswers({ seconds: 3600 })
    let give = (_text: string): void => {}
    const before = cache.get(
      '/',
      'identity',
      () =>
        new Promise<string>((resolve) => {
          give = resolve
        }),
    )
    cache.clear()
    give('before')
    expect((await before).bytes.toString()).toBe('before')
    expect(cache.peek('/', 'identity')).toBeUndefined()
    expect((await cache.get('/', 'identity', async () => 'after')).bytes.toString()).toBe('after')
  })

  it('compresses a whole answer once for each encoding', async () => {
    const cache = createAnswers({ seconds: 2 })
    const text = 'A wren sings in the hedge. '.repeat(100)
    const create = vi.fn(async () => text)
    const [first, second] = await Promise.all([cache.get('/', 'br', create), cache.get('/', 'br', create)])
    expect(brotliDecompressSync(first.bytes).toString()).toBe(text)
    expect(second).toBe(first)
    expect(cache.peek('/', 'br')).toBe(first)
    expect(create).toHaveBeenCalledTimes(1)
    expect(cache.peek('/', 'gzip')).toBeUndefined()
  })

  it('remembers for a minute what was kept, also after it was cleared', async () => {
    const cache = createAnswers({ seconds: 2 })
    await cache.get('/', 'br', async () => 'A page')
    cache.clear()
    expect([cache.wasKept('/'), cache.wasKept('/all')]).toEqual([true, false])
  })

  it('keeps nothing when it is off', async () => {
    const cache = createAnswers({ seconds: 0 })
    expect((await cache.get('/', 'identity', async () => 'A page')).bytes.toString()).toBe('A page')
    expect(cache.peek('/', 'identity')).toBeUndefined()
    expect(cache.figures()).toEqual({ entries: 0, bytes: 0, hits: 0, misses: 0 })
  })
})
