import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { feedSorts } from '../../../contract/words.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

interface Page {
  posts: Post[]
  next: string | null
}

let forum: Forum
let founder: Member
let reader: Member
let birding: { id: string; name: string }
let cycling: { id: string; name: string }
/** From the oldest to the newest; the first six in birding, the others in cycling. */
let posts: PostFacts[]

beforeAll(async () => {
  forum = await startForum({ DEFAULT_FEED_SORT: 'latest', GUEST_CACHE_SECONDS: '3600' })
  founder = await forum.member('founder', { isAdmin: true })
  reader = await forum.member('reader_r')
  birding = await forum.community('birding', founder)
  cycling = await forum.community('cycling', founder)
  await reader.post('/api/_joinCommunity', { communityId: birding.id })
  posts = []
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    posts.push(await forum.post(founder, n <= 6 ? 'birding' : 'cycling', { title: `Post number ${n}` }))
})
beforeEach(async () => {
  await sql`update posts set is_pinned = false, is_pinned_site = false`.execute(forum.db)
  await forgetShared()
})
afterAll(() => forum.close())

const id = (number: number) => posts[number - 1]?.id ?? ''
const numberOf = (post: Post) => Number(post.title.slice('Post number '.length))
/** An edit, which invalidates cached reads for everyone. */
const forgetShared = () =>
  founder.put(`/api/posts/${posts[0]?.publicId}`, { body: `Edited ${Math.random()}` })
const pin = async (numbers: number[], column: 'is_pinned' | 'is_pinned_site') => {
  await forum.db
    .updateTable('posts')
    .set({ [column]: true })
    .where('id', 'in', numbers.map(id))
    .execute()
  await forgetShared()
}
const read = async (query: string, as: Pick<Member, 'get'> = reader) =>
  (await as.get(`/api/posts?${query}`)).json<Page>()
const numbers = async (query: string, as?: Pick<Member, 'get'>) => (await read(query, as)).posts.map(numberOf)

/** All pages, each as the numbers of its posts. */
async function pages(query: string, as?: Pick<Member, 'get'>): Promise<number[][]> {
  const read1 = await read(query, as)
  const all = [read1.posts.map(numberOf)]
  for (let { next } = read1; next !== null; ) {
    const page = await read(`${query}&next=${next}`, as)
    all.push(page.posts.map(numberOf))
    next = page.next
  }
  return all
}

describe('posts pinned on the whole site', () => {
  it('[CORE-3-014] come first in the feed of all, newest first, and nowhere else on any page', async () => {
    await pin([2, 8], 'is_pinned_site')
    for (const as of [reader, await forum.guest()])
      expect(await pages('sort=latest&limit=3', as)).toEqual([[8, 2, 9, 7, 6], [5, 4, 3], [1]])
  })

  it('say so', async () => {
    await pin([2], 'is_pinned_site')
    const { posts } = await read('sort=latest')
    expect(posts[0]).toMatchObject({ isPinnedSite: true, isPinned: false })
    expect(posts[1]).toMatchObject({ isPinnedSite: false, isPinned: false })
  })

  it('come first in the feeds of subscriptions and of moderators, wherever they stand', async () => {
    await pin([8], 'is_pinned_site')
    expect(await pages('sort=latest&feed=home&limit=4')).toEqual([
      [8, 6, 5, 4, 3],
      [2, 1],
    ])
    expect(await pages('sort=latest&feed=moderating&limit=5', founder)).toEqual([
      [8, 9, 7, 6, 5, 4],
      [3, 2, 1],
    ])
  })

  it('keep their position in the feed of their community, and in every order except the default one', async () => {
    await pin([8], 'is_pinned_site')
    expect(await numbers(`sort=latest&communityId=${cycling.id}`)).toEqual([9, 8, 7])
    for (const sort of feedSorts.filter((one) => one !== 'latest'))
      expect(await numbers(`sort=${sort}&limit=9`)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('are shown to those who hid them or muted their author', async () => {
    const avoider = await forum.member('avoider_of_pins')
    await pin([8, 9], 'is_pinned_site')
    await forum.db
      .insertInto('hidden_posts')
      .values({ user_id: avoider.id, post_id: id(8) })
      .execute()
    await forum.db
      .insertInto('user_mutes')
      .values({ user_id: avoider.id, muted_user_id: founder.id })
      .execute()
    expect(await numbers('sort=latest', avoider)).toEqual([9, 8])
  })

  it('disappear from the top when they are deleted', async () => {
    const { id: deleted, publicId } = await forum.post(founder, 'cycling', { title: 'Post number 10' })
    await forum.db.updateTable('posts').set({ is_pinned_site: true }).where('id', '=', deleted).execute()
    await forgetShared()
    expect((await numbers('sort=latest'))[0]).toBe(10)
    await founder.delete(`/api/posts/${publicId}`)
    expect((await numbers('sort=latest'))[0]).toBe(9)
  })
})

describe('posts pinned in their community', () => {
  it('[CORE-3-014] come first there, newest first, and nowhere else on any page', async () => {
    await pin([1, 4, 8], 'is_pinned')
    expect(await pages(`sort=latest&limit=2&communityId=${birding.id}`)).toEqual([
      [4, 1, 6, 5],
      [3, 2],
    ])
    expect((await read(`sort=latest&communityId=${birding.id}`)).posts[0]).toMatchObject({
      isPinned: true,
      isPinnedSite: false,
    })
  })

  it('keep their position elsewhere', async () => {
    await pin([1, 4], 'is_pinned')
    expect(await numbers('sort=latest')).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(await numbers('sort=latest&feed=home')).toEqual([6, 5, 4, 3, 2, 1])
  })
})

it('a feed with pinned posts takes no additional statement', async () => {
  await pin([2, 8], 'is_pinned_site')
  // Reads the posts, and not the order of which statements are counted: that would be kept for two seconds.
  await read('sort=hot')
  expect(await countQueries(forum.database, () => read('sort=latest'))).toBe(3)
  expect(await countQueries(forum.database, () => read('sort=latest&feed=home'))).toBe(4)
})
