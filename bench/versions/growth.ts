import { sql } from 'kysely'
import { evenlySpreadMembers, logInMembers, openScratchForum, type ScratchForum } from '../scratchForum.ts'
import { defaultSize, type ForumSize } from '../size.ts'
import { type Comparison, comparePaths, type Side } from './compare.ts'
import { type KnownForum, longestWord, type Thread, threadOfPost } from './members.ts'

const memberCount = 100
/** Comments of the two threads, as many in the small forum as in the large one. */
const [middleComments, manyComments] = [51, 500]

/** Measures the same paths in a forum of 20,000 posts and in a large one, in alternation. */
export async function measureGrowth(
  large: ForumSize,
  options: {
    readonly fresh: boolean
    readonly seconds: number
    readonly names: readonly string[]
    readonly accepted: string
    say(line: string): void
  },
): Promise<Comparison> {
  const forums: ScratchForum[] = []
  try {
    const sides: Side[] = []
    for (const size of [defaultSize, large]) {
      const forum = await openScratchForum(size, options)
      forums.push(forum)
      const name = `${size.posts.toLocaleString('en')} posts`
      sides.push({ name, root: process.cwd(), dataDir: forum.dataDir, known: await knownForum(forum) })
    }
    return await comparePaths(sides, options)
  } finally {
    for (const { database } of forums) await database.close()
  }
}

async function knownForum(forum: ScratchForum): Promise<KnownForum> {
  const { db } = forum.database
  const sessions = await logInMembers(forum, await evenlySpreadMembers(db, memberCount))
  const named = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(
      'id',
      'in',
      sessions.map(({ id }) => id),
    )
    .execute()
  const names = new Map(named.map(({ id, username }) => [id, username]))
  const community = await db
    .selectFrom('communities')
    .select('name')
    .orderBy('member_count', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const [middle, largest] = [await threadOf(forum, middleComments), await threadOf(forum, manyComments)]
  return {
    members: sessions.map(({ id, ...session }) => ({ ...session, username: names.get(id) ?? '' })),
    threads: { middle, largest },
    communities: { links: community.name, moderated: community.name },
    word: longestWord(largest.title),
  }
}

/** A thread of this many comments, or slightly more; in a small forum, the longest one. */
async function threadOf(
  { database: { db } }: ScratchForum,
  comments: number,
): Promise<Thread & { readonly title: string }> {
  const { title, ...post } = await db
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .where('posts.deleted_at', 'is', null)
    .where('posts.locked_at', 'is', null)
    .select([
      'posts.public_id as publicId',
      'posts.title',
      'posts.comment_count as noComments',
      'communities.name as communityName',
    ])
    .orderBy(sql`posts.comment_count < ${comments}, abs(posts.comment_count - ${comments})`)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...threadOfPost(post), title }
}
