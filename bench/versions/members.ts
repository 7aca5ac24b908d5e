import { type Person, signUp } from '../person.ts'
import type { Visitor } from '../scratchForum.ts'

/** A filled forum, independent of how its version stores it. Paths of posts are the same in every version. */
export interface KnownForum {
  readonly members: readonly KnownMember[]
  readonly threads: { readonly middle: Thread; readonly largest: Thread }
  /** A word that the search finds. */
  readonly word: string
}

export interface KnownMember extends Visitor {
  readonly username: string
}

export interface Thread {
  readonly publicId: string
  /** Of its page. */
  readonly path: string
  readonly comments: number
}

/** A post of a feed, without its text. */
export interface FoundPost {
  readonly id: string
  readonly publicId: string
  readonly communityName: string
  readonly title: string
  readonly createdAt: string
  readonly noComments: number
  readonly locked: boolean
  readonly deleted: boolean
}

const memberCount = 100
const joinedMax = 60
const votesOfMember = 40
const commentVotesOfMember = 12
const savedOfMember = 15
/** To the comment of each member, which makes as many notifications. */
const replies = 5
/** Comments of a middling thread; most pages of real forums have fewer. */
const middleComments = 51
const maxPages = 1000
const concurrency = 4

/**
 * Adds members to an imported forum through the API: they join communities, vote, comment, reply and save. Which of
 * them does what is the same in every version.
 */
export async function addMembers(url: string): Promise<KnownForum> {
  const names = Array.from({ length: memberCount }, (_, n) => `reader_${n}`)
  const people = await mapConcurrently(names, (name) => signUp(url, name))
  const [first] = people
  if (!first) throw new Error('There are no members.')
  const posts = (await listPages(first, '/api/posts?sort=latest', maxPages))
    .filter(({ locked, deleted }) => !locked && !deleted)
    .sort(byTime)
  const [middle, largest] = [closestTo(posts, middleComments), closestTo(posts, Number.POSITIVE_INFINITY)]
  const others = posts.filter((post) => post !== middle && post !== largest)
  const hot = (await listPages(first, '/api/posts?sort=hot', 6)).filter(
    ({ locked, deleted }) => !locked && !deleted,
  )
  const commentsOf = async ({ publicId }: FoundPost) =>
    (
      await first.get<{ comments: { id: string; deletedAt: string | null }[] }>(
        `/api/posts/${publicId}/comments`,
      )
    ).comments.filter(({ deletedAt }) => deletedAt === null)
  const votable = [...(await commentsOf(middle)), ...(await commentsOf(largest))]
  const communities = (
    await first.get<{ id: string; name: string; noMembers: number }[]>('/api/communities')
  ).sort((a, b) => b.noMembers - a.noMembers || (a.name < b.name ? -1 : 1))

  await mapConcurrently(people, async (person, m) => {
    const joined = new Set(
      // The first communities are the largest, and have the most members.
      Array.from({ length: 1 + Math.floor(joinedMax * spread(m) ** 2) }, (_, k) =>
        Math.floor(communities.length * spread(m * joinedMax + k) ** 2),
      ),
    )
    for (const index of joined)
      await person.post('/api/_joinCommunity', { communityId: communities[index]?.id })
    for (let k = 0; k < votesOfMember; k += 1)
      await person.post('/api/_postVote', { postId: at(hot, m * 13 + k * 7).id, up: k % 7 > 0 })
    for (const { id } of distinctItems(votable, commentVotesOfMember, m))
      await person.post('/api/_commentVote', { commentId: id, up: true })
    for (const { id } of distinctItems(hot, savedOfMember, m))
      await person.post(`/api/users/${person.username}/lists/bookmarks/items`, {
        targetId: id,
        targetType: 'post',
      })
  })
  const threadOf = (m: number) => at(others, m * 131)
  const comments = await mapConcurrently(people, (person, m) =>
    person.post(`/api/posts/${threadOf(m).publicId}/comments`, { body: textOf(m) }),
  )
  await mapConcurrently(people, async (person, m) => {
    for (let k = 1; k <= replies; k += 1) {
      const other = (m + k * 7) % people.length
      const parentCommentId = at(comments, other).id
      await person.post(`/api/posts/${threadOf(other).publicId}/comments`, {
        body: textOf(m + k),
        parentCommentId,
      })
    }
  })
  return {
    members: people.map(({ username, cookie, 'x-csrf-token': token }) => ({
      username,
      cookie,
      'x-csrf-token': token,
    })),
    threads: { middle: threadOfPost(middle), largest: threadOfPost(largest) },
    word: longestWord(largest.title),
  }
}

/** The posts of a feed, page by page. */
export async function listPages(
  reader: Pick<Person, 'get'>,
  feed: string,
  pages: number,
): Promise<FoundPost[]> {
  const found: FoundPost[] = []
  let next: string | number | null = ''
  for (let page = 0; page < pages && next !== null; page += 1) {
    const cursor: string = next === '' ? '' : `&next=${encodeURIComponent(next)}`
    const answer: { posts: FoundPost[]; next: string | number | null } = await reader.get(
      `${feed}&limit=50${cursor}`,
    )
    for (const { id, publicId, communityName, title, createdAt, noComments, locked, deleted } of answer.posts)
      found.push({ id, publicId, communityName, title, createdAt, noComments, locked, deleted })
    next = answer.next
  }
  return found
}

const byTime = (a: FoundPost, b: FoundPost) =>
  `${a.createdAt} ${a.title}` < `${b.createdAt} ${b.title}` ? -1 : 1

/** The post whose number of comments is nearest to the wanted one; with infinity, the one with the most. */
export function closestTo<Post extends { readonly noComments: number }>(
  posts: readonly Post[],
  wanted: number,
): Post {
  const distance = ({ noComments }: Post) =>
    Number.isFinite(wanted) ? Math.abs(noComments - wanted) : -noComments
  const [first, ...more] = posts
  if (!first) throw new Error('The forum has no posts.')
  return more.reduce((best, post) => (distance(post) < distance(best) ? post : best), first)
}

export const threadOfPost = ({
  publicId,
  communityName,
  noComments,
}: Pick<FoundPost, 'publicId' | 'communityName' | 'noComments'>): Thread => ({
  publicId,
  path: `/${communityName}/post/${publicId}`,
  comments: noComments,
})

export const longestWord = (title: string): string =>
  (title.match(/[A-Za-z]{3,15}/g) ?? ['the']).reduce((longest, word) =>
    word.length > longest.length ? word : longest,
  )

/** A number from 0 to 1 for each integer, evenly spread (the fractional part of multiples of the golden ratio). */
const spread = (n: number) => (n * 0.6180339887498949) % 1

/** Wraps around at the end of the items. */
function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('The forum is too small.')
  return item
}

/** Up to `count` distinct items, which depend on `seed`. */
function distinctItems<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const indexes = Array.from({ length: count }, (_, k) => Math.floor(items.length * spread(seed * count + k)))
  return [...new Set(indexes)].map((index) => at(items, index))
}

/** A comment of one to four sentences. */
export const textOf = (n: number): string =>
  'I have tried this for two winters now, and **it works**. '.repeat(1 + (n % 4))

/** Runs `concurrency` pieces of work at a time. @returns the results in the order of the items. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < items.length; index = next++)
        results[index] = await work(items[index] as Item, index)
    }),
  )
  return results
}
