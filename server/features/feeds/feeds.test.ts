import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { wireId } from '../../../contract/ids.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

interface Page {
  posts: Post[]
  next: string | number | null
}

interface Known {
  id: string
  communityId: string
  points: number
  hotness: number
  createdAt: number
  activity: number
}

let forum: Forum
let founder: Member
let subscriber: Member
let communities: { id: string; name: string }[]
let known: Known[]

const hour = 3600_000
const day = 24 * hour

beforeAll(async () => {
  forum = await startForum()
  founder = await forum.member('founder', { isAdmin: true })
  subscriber = await forum.member('subscriber')
  communities = []
  for (const name of ['alpha', 'beta', 'gamma', 'delta', 'empty_one'])
    communities.push(await forum.community(name, founder))
  for (const { id, name } of communities)
    if (name !== 'beta') await subscriber.post('/api/_joinCommunity', { communityId: id })
  // Many ties of points, hotness and time, ages on both sides of every window, some deleted.
  await sql`
    insert into posts (public_id, type, author_id, community_id, title, upvotes, downvotes, created_at,
      last_activity_at, activity, age_band, deleted_at, deleted_as)
    select lpad(n::text, 8, '0'), 'text', ${founder.id}, (${communities.map(({ id }) => id)}::bigint[])[1 + n % 4],
      'Post number ' || n, n % 5, n % 3, at, at, activity_stamp(at), post_age_band(at, now()),
      case when n % 17 = 0 then now() end, case when n % 17 = 0 then 'normal' end
    from (select n, now() - (n / 3) * interval '19 hours' as at from generate_series(1, 240) as n) as ages`.execute(
    forum.db,
  )
  // One post has left the first day since the posts were last aged: the clock decides, not the band.
  await sql`update posts set age_band = 0 where public_id = '00000007'`.execute(forum.db)
  const { rows } = await sql<Record<string, string> & { created_at: Date }>`
    select id, community_id, points, hotness, activity, created_at from posts where deleted_at is null`.execute(
    forum.db,
  )
  known = rows.map((row) => ({
    id: wireId('post', row.id ?? ''),
    communityId: wireId('community', row.community_id ?? ''),
    points: Number(row.points),
    hotness: Number(row.hotness),
    createdAt: row.created_at.getTime(),
    activity: Number(row.activity),
  }))
})
afterAll(() => forum.close())

/** The whole feed, page by page, as a client reads it. */
async function readAll(member: Pick<Member, 'get'>, query: string, limit = 10): Promise<string[]> {
  const ids: string[] = []
  let next: Page['next'] = null
  do {
    const cursor: string = next === null ? '' : `&next=${next}`
    const page: Page = (await member.get(`/api/posts?${query}&limit=${limit}${cursor}`)).json<Page>()
    ids.push(...page.posts.map((post) => post.id))
    next = page.next
  } while (next !== null)
  return ids
}

const windows: Record<string, number> = {
  day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
  all: Infinity,
}
const idFalling = (a: Known, b: Known) => b.id.localeCompare(a.id)

/** The expected order, by a simple sort of everything. */
function expectedOrder(sort: string, ofFeed: (post: Known) => boolean): string[] {
  const orders: Record<string, (a: Known, b: Known) => number> = {
    latest: (a, b) => b.createdAt - a.createdAt || idFalling(a, b),
    hot: (a, b) => b.hotness - a.hotness || idFalling(a, b),
    activity: (a, b) => b.activity - a.activity,
  }
  const window = windows[sort]
  return known
    .filter(ofFeed)
    .filter((post) => window === undefined || post.createdAt > Date.now() - window)
    .sort(orders[sort] ?? ((a, b) => b.points - a.points || idFalling(a, b)))
    .map((post) => post.id)
}

const sorts = ['latest', 'hot', 'activity', 'day', 'week', 'month', 'year', 'all']

describe.each(sorts)('[CORE-2-095] sorted by %s', (sort) => {
  it('[CORE-2-003] [CORE-4-064] [CORE-7-008] the feed of all is complete, in order, without repeats', async () => {
    expect(await readAll(subscriber, `sort=${sort}`)).toEqual(expectedOrder(sort, () => true))
  })

  it('the feed of one community is its part of it', async () => {
    const { id } = communities[1] ?? { id: '' }
    const expected = expectedOrder(sort, (post) => post.communityId === id)
    expect(await readAll(subscriber, `sort=${sort}&communityId=${id}`, 7)).toEqual(expected)
  })

  it('[CORE-2-001] the home feed merges the communities that the member joined', async () => {
    const beta = communities.find(({ name }) => name === 'beta')?.id
    const expected = expectedOrder(sort, (post) => post.communityId !== beta)
    expect(await readAll(subscriber, `sort=${sort}&feed=home`, 3)).toEqual(expected)
  })

  it('the feed of moderators merges the communities that they moderate', async () => {
    expect(await readAll(founder, `sort=${sort}&feed=moderating`, 50)).toEqual(
      expectedOrder(sort, () => true),
    )
    expect(await readAll(subscriber, `sort=${sort}&feed=moderating`)).toEqual([])
  })
})

describe('a page of a feed', () => {
  it('[CORE-1-002] [CORE-4-063] is open to guests and has the keys posts and next, in this order', async () => {
    const guest = await forum.guest()
    const answer = await guest.get('/api/posts?sort=hot')
    expect(Object.keys(answer.json())).toEqual(['posts', 'next'])
    expect(answer.json<Page>().posts).toHaveLength(10)
    expect(answer.headers['content-type']).toBe('application/json; charset=UTF-8')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is sorted by latest by default', async () => {
    expect(await readAll(subscriber, '')).toEqual(expectedOrder('latest', () => true))
  })

  it('has the time in nanoseconds as cursor of the activity sort', async () => {
    const first = (await subscriber.get('/api/posts?sort=activity&limit=1')).json<Page>()
    const { posts } = (
      await subscriber.get(`/api/posts?sort=activity&limit=1&next=${first.next}`)
    ).json<Page>()
    const seconds = Math.floor(Number(first.next) / 1e9)
    expect(seconds * 1000).toBe(Date.parse(posts[0]?.lastActivityAt ?? ''))
  })

  it('starts with the post that its cursor names', async () => {
    for (const sort of sorts) {
      const first = (await subscriber.get(`/api/posts?sort=${sort}&limit=1`)).json<Page>()
      if (first.next === null) continue
      const two = (await subscriber.get(`/api/posts?sort=${sort}&limit=2`)).json<Page>()
      const second = (await subscriber.get(`/api/posts?sort=${sort}&limit=1&next=${first.next}`)).json<Page>()
      expect(second.posts[0]?.id).toBe(two.posts[1]?.id)
    }
  })

  it('shows the viewer’s own votes', async () => {
    const { posts } = (await subscriber.get('/api/posts?sort=all')).json<Page>()
    const [post] = posts
    await subscriber.post('/api/_postVote', { postId: post?.id, up: false })
    const again = (await subscriber.get('/api/posts?sort=latest&limit=50')).json<Page>()
    const votes = again.posts.map((each) => each.userVotedUp).filter((vote) => vote !== null)
    expect(votes.every((vote) => vote === false)).toBe(true)
    await subscriber.post('/api/_postVote', { postId: post?.id, up: false })
  })

  it('of our own pages carries the beginning of a text, not the text', async () => {
    await forum.post(founder, 'empty_one', { title: 'With a text', body: '# Hello\n\nSome **bold** words.' })
    const { id } = communities[4] ?? { id: '' }
    const { posts } = (await subscriber.get(`/api/posts?communityId=${id}&render=page`)).json<Page>()
    expect(posts[0]).toMatchObject({ body: null, excerpt: expect.stringContaining('Some bold words.') })
    expect(posts[0]).not.toHaveProperty('bodyHtml')
  })

  it('is empty for an unknown community', async () => {
    expect((await subscriber.get('/api/posts?communityId=99999999999999999999')).json()).toEqual({
      posts: [],
      next: null,
    })
  })

  it.each(['', 'null', 'undefined'])('starts at the beginning for the cursor "%s"', async (next) => {
    const page = (await subscriber.get(`/api/posts?sort=hot&next=${next}`)).json<Page>()
    expect(page.posts[0]?.id).toBe(expectedOrder('hot', () => true)[0])
  })

  it.each<[string, object]>([
    ['sort=best', errors.invalidFeedSort],
    ['limit=0', errors.limitOutOfRange],
    ['limit=51', errors.limitOutOfRange],
    ['limit=ten', errors.limitNotANumber],
    ['limit=-1', errors.limitOutOfRange],
    ['limit=99999999999999999999', errors.limitOutOfRange],
    ['communityId=alpha', errors.invalidId],
    ['feed=moon', errors.invalidFeedType],
    ['feed=community', errors.communityIsEmpty],
    ['next=abc', errors.invalidCursor],
    ['sort=latest&next=-999999999999999999.1', errors.invalidCursor],
    ['sort=hot&next=1', errors.invalidCursor],
    ['sort=hot&next=99999999999999999999.1', errors.invalidCursor],
    ['sort=activity&next=1.5', errors.invalidCursor],
    ['filter=none', errors.invalidFeedFilter],
  ])('is refused for %s', async (query, refusal) => {
    const answer = await subscriber.get(`/api/posts?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(refusal)
  })

  it('never fails for any text in any parameter', async () => {
    const names = ['feed', 'sort', 'communityId', 'limit', 'next', 'filter', 'render']
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 30 }), {
          maxKeys: 4,
        }),
        async (query) => {
          const answer = await subscriber.get(`/api/posts?${new URLSearchParams(query)}`)
          expect(answer.statusCode).toBeLessThan(500)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of their own is refused to guests', async () => {
    const guest = await forum.guest()
    for (const feed of ['home', 'moderating'])
      expect((await guest.get(`/api/posts?feed=${feed}`)).json()).toEqual(errors.notLoggedIn)
  })

  it('takes one statement for a guest with a fresh session, two for a member, and one for posts that are not in memory', async () => {
    await subscriber.get('/api/posts?sort=hot&feed=home')
    const member = await countQueries(forum.database, () => subscriber.get('/api/posts?sort=hot&feed=home'))
    expect(member).toBe(2)
    await forum.app.inject('/api/posts?sort=hot')
    const guest = await countQueries(forum.database, () => forum.app.inject('/api/posts?sort=hot'))
    expect(guest).toBe(1)
  })
})
