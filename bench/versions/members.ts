import { type Person, signUp } from '../person.ts'
import type { Visitor } from '../scratchForum.ts'

/** A filled forum, independent of how its version stores it. Paths of posts are the same in every version. */
export interface KnownForum {
  readonly members: readonly KnownMember[]
  readonly threads: { readonly middle: Thread; readonly largest: Thread }
  /** Names: one whose most upvoted posts are links, and one with moderators. */
  readonly communities: { readonly links: string; readonly moderated: string }
  /** A word that the search finds. */
  readonly word: string
}

export interface KnownMember extends Visitor {
  readonly username: string
}

export interface Thread {
  readonly publicId: string
  /** The address of its page. */
  readonly path: string
  readonly comments: number
}

/** A post of a feed, without its text. */
export interface FoundPost {
  readonly type: string
  readonly textLength: number
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
/** The first member has none, so that the sizes of answers do not depend on votes. */
const commentVotesMax = 12
/** As many as a page of notifications, of a profile and of a list shows. */
const commentsOfMember = 10
const savedOfMember = 5
/** Every tenth member moderates a community. */
const moderatorEvery = 10
/** Characters of comments that members save, and write themselves. */
const [shortText, longText] = [800, 6000]
/** The posts that members comment on, by the length of their texts: 8 to 11 kB in the real discussions. */
const [longestRank, shortestRank] = [150, 350]
/** Comments of a middling thread; most pages of real forums have fewer. */
const middleComments = 51
const maxPages = 1000
const concurrency = 4

/**
 * Adds members to an imported forum through the API: they join communities, vote, comment, reply and save. Which of
 * them does what is the same in every version.
 */
export async function addMembers(url: string): Promise<KnownForum> {
  // The first account is an admin's, which is not a measure.
  const first = await signUp(url, 'keeper')
  const names = Array.from({ length: memberCount }, (_, n) => `reader_${n}`)
  const people = await mapConcurrently(names, (name) => signUp(url, name))
  const posts = (await listPages(first, '/api/posts?sort=latest', maxPages))
    .filter(({ locked, deleted }) => !locked && !deleted)
    .sort(byTime)
  const largest = posts.reduce(
    (most, post) => (post.noComments > most.noComments ? post : most),
    at(posts, 0),
  )
  const middle = await longestOf(first, allClosestTo(posts, middleComments))
  const others = posts.filter((post) => post !== middle && post !== largest)
  const hot = (await listPages(first, '/api/posts?sort=hot', 6)).filter(
    ({ locked, deleted }) => !locked && !deleted,
  )
  const hotLinks = hot.filter(({ type }) => type === 'link')
  const commentsOf = async ({ publicId }: FoundPost) =>
    (await first.get<{ comments: FoundComment[] }>(`/api/posts/${publicId}/comments`)).comments.filter(
      ({ deletedAt }) => deletedAt === null,
    )
  const [said, saidMost] = [await commentsOf(middle), await commentsOf(largest)]
  const votable = [...said, ...saidMost]
  const lengthy = said.filter(({ body }) => body.length >= shortText && body.length <= longText)
  const spoken = lengthy.length > 0 ? lengthy : said
  const someSpoken = (count: number, from: number) =>
    Array.from({ length: count }, (_, k) => at(spoken, from + k))
  const communities = (
    await first.get<{ id: string; name: string; noMembers: number }[]>('/api/communities')
  ).sort((a, b) => b.noMembers - a.noMembers || (a.name < b.name ? -1 : 1))
  const links = await communityOfLinks(first, communities)
  const longTexts = others.sort((a, b) => b.textLength - a.textLength).slice(longestRank, shortestRank)

  await mapConcurrently(people, async (person, m) => {
    const joined = new Set(
      // The first communities are the largest, and have the most members.
      Array.from({ length: 1 + Math.floor(joinedMax * spread(m + 1) ** 2) }, (_, k) =>
        Math.floor(communities.length * spread(m * joinedMax + k) ** 2),
      ),
    )
    for (const index of joined)
      await person.post('/api/_joinCommunity', { communityId: communities[index]?.id })
    if (m % moderatorEvery === 0)
      await person.post('/api/communities', { name: moderatedBy(m), about: textOf(m + 3) })
    for (let k = 0; k < votesOfMember; k += 1)
      await person.post('/api/_postVote', { postId: at(hot, m * 13 + k * 7).id, up: k % 7 > 0 })
    for (const { id } of distinctItems(votable, m % (commentVotesMax + 1), m))
      await person.post('/api/_commentVote', { commentId: id, up: true })
    const saved = [
      ...distinctItems(hotLinks.length > 0 ? hotLinks : hot, savedOfMember, m).map(({ id }) => ({
        targetId: id,
        targetType: 'post',
      })),
      ...someSpoken(savedOfMember, m).map(({ id }) => ({ targetId: id, targetType: 'comment' })),
    ]
    for (const item of saved) await person.post(`/api/users/${person.username}/lists/bookmarks/items`, item)
  })
  const comments = await mapConcurrently(people, async (person, m) => {
    const own: { readonly path: string; readonly id: string }[] = []
    for (let k = 0; k < commentsOfMember; k += 1) {
      const path = `/api/posts/${at(longTexts, m * 13 + k * 17).publicId}/comments`
      own.push({ path, id: (await person.post(path, { body: textOf(k) })).id })
    }
    return own
  })
  await mapConcurrently(people, async (person, m) => {
    const bodies = someSpoken(commentsOfMember, m + savedOfMember)
    for (const [k, { path, id }] of at(comments, m + 1).entries())
      await person.post(path, { body: bodies[k]?.body, parentCommentId: id })
  })
  return {
    members: people.map(({ username, cookie, 'x-csrf-token': token }) => ({
      username,
      cookie,
      'x-csrf-token': token,
    })),
    threads: { middle: threadOfPost(middle), largest: threadOfPost(largest) },
    communities: { links, moderated: moderatedBy(0) },
    word: longestWord(largest.title),
  }
}

const moderatedBy = (m: number) => `workshop_${m}`

interface FoundComment {
  readonly id: string
  readonly body: string
  readonly deletedAt: string | null
}

/** The post whose comments have the longest texts. */
async function longestOf(reader: Pick<Person, 'get'>, posts: readonly FoundPost[]): Promise<FoundPost> {
  const lengths = new Map<FoundPost, number>()
  for (const post of posts) {
    const answer = await reader.get<{ comments: FoundComment[] }>(`/api/posts/${post.publicId}/comments`)
    lengths.set(
      post,
      answer.comments.reduce((sum, { body }) => sum + body.length, 0),
    )
  }
  const [longest] = [...lengths].sort(([, a], [, b]) => b - a)
  if (!longest) throw new Error('The forum has no posts.')
  return longest[0]
}

/** The first community whose most upvoted posts are all links, or else the first one. */
async function communityOfLinks(
  reader: Pick<Person, 'get'>,
  communities: readonly { readonly id: string; readonly name: string }[],
): Promise<string> {
  for (const { id, name } of communities) {
    const feed = `/api/posts?feed=community&communityId=${id}&sort=all`
    const { posts } = await reader.get<{ posts: FoundPost[] }>(feed)
    if (posts.length > 0 && posts.every(({ type }) => type === 'link')) return name
  }
  return at(communities, 0).name
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
    const answer: { posts: (FoundPost & { body: string | null })[]; next: string | number | null } =
      await reader.get(`${feed}&limit=50${cursor}`)
    for (const post of answer.posts) {
      const { id, publicId, type, communityName, title, createdAt, noComments, locked, deleted } = post
      const textLength = post.body?.length ?? 0
      found.push({
        id,
        publicId,
        type,
        textLength,
        communityName,
        title,
        createdAt,
        noComments,
        locked,
        deleted,
      })
    }
    next = answer.next
  }
  return found
}

const byTime = (a: FoundPost, b: FoundPost) =>
  `${a.createdAt} ${a.title}` < `${b.createdAt} ${b.title}` ? -1 : 1

/** The posts whose number of comments is nearest to the wanted one. */
export function allClosestTo<Post extends { readonly noComments: number }>(
  posts: readonly Post[],
  wanted: number,
): Post[] {
  const distance = ({ noComments }: Post) => Math.abs(noComments - wanted)
  const least = Math.min(...posts.map(distance))
  return posts.filter((post) => distance(post) === least)
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
