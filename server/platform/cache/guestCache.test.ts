import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { createGuestCache } from './guestCache.ts'

let forum: Forum
let member: Member
let guest: Client
beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  await forum.community('birding')
  member = await forum.member('wren_writes')
  guest = await forum.guest()
})
afterAll(() => forum.close())

describe('the cache for guests', () => {
  it('is invalidated when a member changes their profile', async () => {
    const post = await forum.post(member, 'birding')
    const aboutAuthor = async () =>
      (await guest.get(`/api/posts/${post.publicId}`)).json<{ author: User }>().author.aboutMe
    expect(await aboutAuthor()).toBeNull()
    await member.post('/api/_settings?action=updateProfile', { aboutMe: 'Watches wrens.' })
    expect(await aboutAuthor()).toBe('Watches wrens.')
  })

  it('keeps responses that a new comment does not affect', async () => {
    const [post, other] = [await forum.post(member, 'birding'), await forum.post(member, 'birding')]
    const read = async ({ publicId }: { publicId: string }) =>
      (await guest.get(`/api/posts/${publicId}`)).json<{ title: string; noComments: number }>()
    await Promise.all([read(post), read(other)])
    await forum.db.updateTable('posts').set({ title: 'Another title' }).execute()
    await forum.comment(await forum.member('robin_reads'), post)
    expect(await read(post)).toMatchObject({ title: 'Another title', noComments: 1 })
    expect(await read(other)).toMatchObject({ title: 'A post about something' })
    await member.delete(`/api/posts/${post.publicId}`)
    expect(await read(other)).toMatchObject({ title: 'Another title' })
  })

  it('does not keep a response that was being created when the cache was cleared', async () => {
    const cache = createGuestCache({ seconds: 3600 })
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
})
