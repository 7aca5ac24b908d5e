import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, type PostFacts, startForum } from '../../../tests/support/forum.ts'

interface Page {
  posts: Post[]
  next: string | number | null
}

let forum: Forum
let founder: Member
let author: Member
let reader: Member
let birding: { id: string; name: string }
let cycling: { id: string; name: string }
/** From the oldest to the newest: alternating between birding and cycling, every third by the founder. */
let posts: PostFacts[]
const all = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
const ofFounder = [12, 9, 6, 3]
const inCycling = [12, 10, 8, 6, 4, 2]

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '3600' })
  founder = await forum.member('founder', { isAdmin: true })
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  birding = await forum.community('birding', founder)
  cycling = await forum.community('cycling', founder)
  for (const { id } of [birding, cycling]) await reader.post('/api/_joinCommunity', { communityId: id })
  await sql`insert into moderators (community_id, user_id, position)
    select id, ${reader.id}, 1 from communities`.execute(forum.db)
  posts = []
  for (const n of all.toReversed())
    posts.push(
      await forum.post(n % 3 === 0 ? founder : author, n % 2 === 0 ? 'cycling' : 'birding', {
        title: `Post number ${n}`,
      }),
    )
})
beforeEach(async () => {
  await sql`truncate hidden_posts, user_mutes, community_mutes`.execute(forum.db)
})
afterAll(() => forum.close())

const numberOf = (post: Post) => Number(post.title.slice('Post number '.length))
const hide = async (numbers: number[]) => {
  for (const number of numbers) await reader.post('/api/hidden_posts', { postId: posts[number - 1]?.id })
}
const muteFounder = () =>
  forum.db.insertInto('user_mutes').values({ user_id: reader.id, muted_user_id: founder.id }).execute()
const muteCycling = () =>
  forum.db
    .insertInto('community_mutes')
    .values({ user_id: reader.id, muted_community_id: cycling.id })
    .execute()
const without = (some: number[], from = all) => from.filter((number) => !some.includes(number))

/** The whole feed, three at a time; every page but the last must be full. */
async function readAll(query: string, as: Pick<Member, 'get'> = reader): Promise<number[]> {
  const numbers: number[] = []
  for (let next: Page['next'] = '', pages = 0; next !== null; pages++) {
    expect(pages).toBeLessThan(all.length)
    const page: Page = (await as.get(`/api/posts?${query}&limit=3&next=${next}`)).json<Page>()
    if (page.next !== null) expect(page.posts).toHaveLength(3)
    numbers.push(...page.posts.map(numberOf))
    next = page.next
  }
  return numbers
}

const feeds = ['all', 'home', 'community', 'moderating'] as const
const addressOf = (feed: (typeof feeds)[number]) =>
  feed === 'community' ? `communityId=${cycling.id}` : `feed=${feed}`
const whole = (feed: (typeof feeds)[number]) => (feed === 'community' ? inCycling : all)

describe.each(['latest', 'hot', 'activity', 'week', 'all'])(
  'sorted by %s, excludes from the feed',
  (sort) => {
    it.each([
      ['all', [11, 10, 4, 1]],
      ['home', [11, 10, 4, 1]],
      ['community', [10, 4]],
      ['moderating', []],
    ] as const)('%s what its reader hid', async (feed, left) => {
      await hide([11, 10, 4, 1])
      expect(await readAll(`sort=${sort}&${addressOf(feed)}`)).toEqual(without([...left], whole(feed)))
    })

    it.each([
      ['all', ofFounder],
      ['home', ofFounder],
      ['community', [12, 6]],
      ['moderating', []],
    ] as const)('%s what members wrote whom its reader muted', async (feed, left) => {
      await muteFounder()
      expect(await readAll(`sort=${sort}&${addressOf(feed)}`)).toEqual(without([...left], whole(feed)))
    })

    it.each([
      ['all', inCycling],
      ['home', []],
      ['community', []],
      ['moderating', []],
    ] as const)('%s what stands in communities that its reader muted', async (feed, left) => {
      await muteCycling()
      expect(await readAll(`sort=${sort}&${addressOf(feed)}`)).toEqual(without([...left], whole(feed)))
    })
  },
)

describe('a post', () => {
  const find = async (query: string, number: number) =>
    (await reader.get(`/api/posts?limit=50&${query}`)).json<Page>().posts.find((p) => numberOf(p) === number)

  it('says whether its reader muted its author or its community', async () => {
    const quiet = { isAuthorMuted: false, isCommunityMuted: false }
    for (const query of ['sort=latest', 'feed=moderating']) expect(await find(query, 12)).toMatchObject(quiet)
    await muteCycling()
    expect(await find(`communityId=${cycling.id}`, 12)).toMatchObject({ ...quiet, isCommunityMuted: true })
    expect(await find('feed=home', 11)).toMatchObject(quiet)
    await muteFounder()
    expect(await find('feed=moderating', 12)).toMatchObject({ isAuthorMuted: true, isCommunityMuted: true })
    expect(await find('feed=moderating', 10)).toMatchObject({ isAuthorMuted: false, isCommunityMuted: true })
    expect((await reader.get(`/api/posts/${posts[8]?.publicId}`)).json()).toMatchObject({
      isAuthorMuted: true,
      isCommunityMuted: false,
    })
    expect((await (await forum.guest()).get(`/api/posts/${posts[8]?.publicId}`)).json()).toMatchObject(quiet)
  })
})

describe('what one member excludes', () => {
  it('[CORE-4-016] disappears from their next page, and from nobody else’s', async () => {
    expect(await readAll('sort=latest')).toEqual(all)
    expect(await readAll('sort=latest', author)).toEqual(all)
    await hide([12, 5])
    expect(await readAll('sort=latest')).toEqual(without([12, 5]))
    expect(await readAll('sort=latest', author)).toEqual(all)
    expect(await readAll('sort=latest', await forum.guest())).toEqual(all)
  })

  it('[CORE-4-018] comes back at the same position', async () => {
    await hide([7])
    expect(await readAll('sort=hot')).toEqual(without([7]))
    await reader.delete(`/api/hidden_posts/${posts[6]?.id}`)
    expect(await readAll('sort=hot')).toEqual(all)
  })

  it('takes no additional statement', async () => {
    await reader.get('/api/posts?sort=latest')
    const read = () => countQueries(forum.database, () => reader.get('/api/posts?sort=latest'))
    expect(await read()).toBe(2)
    await hide([7])
    await muteFounder()
    await muteCycling()
    expect(await read()).toBe(2)
  })
})
