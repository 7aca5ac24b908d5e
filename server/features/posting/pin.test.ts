import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'
import { pinnedPostsMax } from './pin.ts'

let forum: Forum
let admin: Member
let moderator: Member
let elsewhere: Member
let author: Member
let post: PostFacts
let communities = 0
let birding: string

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '12' })
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
  elsewhere = await forum.moderator('moderator_e', 'elsewhere')
})
beforeEach(async () => {
  communities += 1
  birding = `birding${communities}`
  moderator = await forum.moderator(`moderator${communities}`, birding)
  await forum.db.updateTable('posts').set({ is_pinned_site: false }).execute()
  post = await forum.post(author, birding)
})
afterAll(() => forum.close())

const act = (member: Member, action: string, { publicId } = post) =>
  member.put(`/api/posts/${publicId}?action=${action}`)
const read = async () => (await author.get(`/api/posts/${post.publicId}`)).json<Post>()
const posts = (count: number) => Promise.all(Array.from({ length: count }, () => forum.post(author, birding)))
const countPinned = async (flag: 'is_pinned' | 'is_pinned_site') =>
  (
    await forum.db
      .selectFrom('posts')
      .innerJoin('communities', 'communities.id', 'posts.community_id')
      .where('communities.name', '=', birding)
      .where(flag, '=', true)
      .select('posts.id')
      .execute()
  ).length

describe('pinning a post', () => {
  it.each<[string, () => Member, string, Partial<Post>]>([
    [
      '[CORE-4-026] to its community, by a moderator',
      () => moderator,
      'pin&siteWide=false',
      { isPinned: true, isPinnedSite: false },
    ],
    [
      'to its community, by an admin who does not moderate it',
      () => admin,
      'pin',
      { isPinned: true, isPinnedSite: false },
    ],
    [
      '[CORE-4-027] to the whole site, by an admin',
      () => admin,
      'pin&siteWide=true',
      { isPinned: false, isPinnedSite: true },
    ],
  ])('%s', async (_case, who, action, flags) => {
    // [CORE-7-015] the answer shows the flags as they are now
    expect((await act(who(), action)).json()).toMatchObject(flags)
    expect(await read()).toMatchObject(flags)
  })

  it.each(['false', 'true'])(
    'twice changes nothing, also where no more fit (site-wide: %s)',
    async (siteWide) => {
      await act(admin, `pin&siteWide=${siteWide}`)
      const [other] = await posts(1)
      await act(admin, `pin&siteWide=${siteWide}`, other)
      const again = await act(admin, `pin&siteWide=${siteWide}`)
      expect(again.statusCode).toBe(200)
      expect(again.json()).toMatchObject(siteWide === 'true' ? { isPinnedSite: true } : { isPinned: true })
    },
  )

  it.each([
    ['community', 'is_pinned', ''],
    ['site', 'is_pinned_site', '&siteWide=true'],
  ] as const)(
    'stops at two a %s, even when many do so at the same moment',
    async (_where, flag, siteWide) => {
      const answers = await Promise.all((await posts(10)).map((one) => act(admin, `pin${siteWide}`, one)))
      const refusals = answers.filter(({ statusCode }) => statusCode !== 200)
      expect(refusals).toHaveLength(10 - pinnedPostsMax)
      for (const refusal of refusals) expect(refusal.json()).toEqual(errors.pinLimitReached)
      expect(await countPinned(flag)).toBe(pinnedPostsMax)
    },
  )

  it('has separate limits for each community and the site', async () => {
    for (const one of await posts(2)) await act(moderator, 'pin', one)
    expect((await act(admin, 'pin&siteWide=true')).json()).toMatchObject({ isPinnedSite: true })
    const there = await forum.post(author, 'elsewhere')
    expect((await act(elsewhere, 'pin', there)).json()).toMatchObject({ isPinned: true })
    await act(elsewhere, 'unpin', there)
  })

  it.each<[string, () => Member, string, object]>([
    ['its author', () => author, 'pin', errors.notModerator],
    ['a moderator of another community', () => elsewhere, 'pin', errors.notModerator],
    ['a moderator site-wide', () => moderator, 'pin&siteWide=true', errors.notAdmin],
  ])('is refused to %s', async (_who, who, action, refusal) => {
    expect((await act(who(), action)).json()).toEqual(refusal)
    expect(await read()).toMatchObject({ isPinned: false, isPinnedSite: false })
  })

  it('is refused for a deleted post, which is no longer pinned', async () => {
    await act(admin, 'pin')
    await act(admin, 'pin&siteWide=true')
    await author.delete(`/api/posts/${post.publicId}?deleteAs=normal`)
    expect(await read()).toMatchObject({ deleted: true, isPinned: false, isPinnedSite: false })
    expect((await act(moderator, 'pin')).json()).toEqual(errors.cannotPinDeleted)
    expect((await act(admin, 'pin&siteWide=true')).json()).toEqual(errors.cannotPinDeleted)
    expect(await read()).toMatchObject({ isPinned: false, isPinnedSite: false })
  })
})

describe('unpinning a post', () => {
  it('allows pinning another post, and keeps the other pin', async () => {
    const [second, third] = await posts(2)
    await act(moderator, 'pin')
    await act(admin, 'pin&siteWide=true')
    await act(moderator, 'pin', second)
    expect((await act(moderator, 'pin', third)).json()).toEqual(errors.pinLimitReached)
    expect((await act(moderator, 'unpin')).json()).toMatchObject({ isPinned: false, isPinnedSite: true })
    expect((await act(moderator, 'pin', third)).json()).toMatchObject({ isPinned: true })
    expect((await act(admin, 'unpin&siteWide=true')).json()).toMatchObject({ isPinnedSite: false })
  })

  it('does nothing for a post that is not pinned', async () => {
    expect((await act(moderator, 'unpin')).json()).toMatchObject({ isPinned: false })
  })

  it('needs the same role as pinning', async () => {
    await act(admin, 'pin')
    await act(admin, 'pin&siteWide=true')
    expect((await act(author, 'unpin')).json()).toEqual(errors.notModerator)
    expect((await act(elsewhere, 'unpin')).json()).toEqual(errors.notModerator)
    expect((await act(moderator, 'unpin&siteWide=true')).json()).toEqual(errors.notAdmin)
    expect(await read()).toMatchObject({ isPinned: true, isPinnedSite: true })
  })
})
