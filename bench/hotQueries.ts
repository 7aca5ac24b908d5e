import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { createComment } from '../server/comments/create.ts'
import { listComments } from '../server/comments/list.ts'
import { listCommunities } from '../server/communities/read.ts'
import type { Db } from '../server/database/connection.ts'
import { readFeed } from '../server/feeds/read.ts'
import { sessionIdHash } from '../server/http/sessionId.ts'
import { createShortCache } from '../server/http/shortCache.ts'
import { findViewer, type Viewer } from '../server/http/viewer.ts'
import { listModeratedPosts } from '../server/moderation/posts.ts'
import { listQueue } from '../server/moderation/queue.ts'
import { listReports } from '../server/moderation/reports.ts'
import { listModerationLog } from '../server/modlog/read.ts'
import { readPost } from '../server/posts/page.ts'
import type { ViewFor } from '../server/posts/view.ts'
import { type SearchQuery, search } from '../server/search/read.ts'
import { getOwnUser } from '../server/users/read.ts'
import { voteComment } from '../server/votes/comment.ts'
import { votePost } from '../server/votes/post.ts'
import { evenlySpreadMembers, logInMembers, longThread, type ScratchForum } from './scratchForum.ts'

/** Nearly every seeded text has the first word, no text has the last. */
const searches: readonly [string, SearchQuery][] = [
  ['a very frequent word', { q: 'time' }],
  ['a very frequent word, the newest', { q: 'time', sort: 'new' }],
  ['a very frequent word, the best', { q: 'time', sort: 'top' }],
  ['a very frequent word in a community', { q: 'time community:gardening' }],
  ['a word that is nowhere', { q: 'quetzalcoatl' }],
  ['a very frequent word in comments', { q: 'time', in: 'comments' }],
  ['people by a name that is nearly right', { q: 'membre_77', in: 'people' }],
]

/** A statement as the server sends it. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

export interface HotPath {
  readonly name: string
  /** Every statement of it, in the order of sending. */
  readonly statements: readonly Statement[]
}

const pageSize = 10
/** So that looking for one of them is a search. */
const otherSessions = 1000
const sorts = ['hot', 'activity', 'latest', 'day', 'week', 'month', 'year', 'all']
const established = { newUserPoints: 0, newUserAgeSeconds: 0 }

type Ability = (db: Db) => Promise<unknown>

/** Runs an ability of the server and notes what it asks the database. */
async function record(pool: pg.Pool, ability: Ability): Promise<Statement[]> {
  const statements: Statement[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ text: query.sql, parameters: query.parameters })
    },
  })
  await ability(db)
  return statements
}

interface Scene {
  readonly viewer: Viewer
  readonly idHash: Buffer
  readonly post: { id: string; public_id: string }
  readonly comment: { id: string; with_replies: string }
  readonly communityId: string
}

/** A member with a hundred subscriptions, a post of five hundred comments, the largest community. */
async function setScene(forum: ScratchForum): Promise<Scene> {
  const { db } = forum.database
  const { rows } = await sql<{ member: string }>`
    select user_id as member from memberships group by user_id order by count(*) desc, user_id limit 1`.execute(
    db,
  )
  const member = rows[0]?.member
  const others = await evenlySpreadMembers(db, otherSessions)
  const [session] = await logInMembers(forum, [...(member ? [member] : []), ...others])
  const idHash = sessionIdHash(session?.sessionId ?? '')
  const found = await findViewer(db, idHash)
  const post = await longThread(db)
  const comment = await db
    .selectFrom('comments')
    .where('post_id', '=', post.id)
    .where('deleted_at', 'is', null)
    .select(['id', sql<string>`(array_agg(id) over (order by reply_count desc))[1]`.as('with_replies')])
    .orderBy('upvotes')
    .executeTakeFirstOrThrow()
  const community = await db
    .selectFrom('communities')
    .select('id')
    .orderBy('post_count', 'desc')
    .executeTakeFirstOrThrow()
  if (!found) throw new Error('The seeded session is not known.')
  return { viewer: found.viewer, idHash, post, comment, communityId: community.id }
}

/**
 * The hot paths of the forum with the statements that they really send: the server's own abilities are run on the
 * seeded forum, which gains a few votes and a comment by that.
 */
export async function hotPaths(forum: ScratchForum): Promise<HotPath[]> {
  const { viewer, idHash, post, comment, communityId } = await setScene(forum)
  const options = { pageSize, defaultSort: 'hot', shared: createShortCache({ seconds: 0 }) } as const
  const shared = { ghostKey: forum.secrets.ghost, siteHost: undefined }
  const guestCards: ViewFor = { ...shared, viewer: null, text: 'excerpt' }
  const memberCards: ViewFor = { ...guestCards, viewer }
  const guestPage: ViewFor = { ...shared, viewer: null, text: 'html' }
  const memberPage: ViewFor = { ...guestPage, viewer }

  const feeds = sorts.flatMap((sort): [string, Ability][] => [
    [`feed of a guest, ${sort}`, (db) => readFeed(db, { sort }, guestCards, options)],
    [`feed of a community, ${sort}`, (db) => readFeed(db, { sort, communityId }, guestCards, options)],
    [
      `feed of a member with 100 subscriptions, ${sort}`,
      (db) => readFeed(db, { sort, feed: 'home' }, memberCards, options),
    ],
  ])
  const { user_id: moderatorId } = await forum.database.db
    .selectFrom('moderators')
    .select('user_id')
    .groupBy('user_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const moderator: Viewer = { ...viewer, id: moderatorId, isAdmin: true }
  const { hotness, id } = await forum.database.db
    .selectFrom('posts')
    .where('deleted_at', 'is', null)
    .select(['hotness', 'id'])
    .orderBy('hotness', 'desc')
    .orderBy('id', 'desc')
    .offset(1000)
    .limit(1)
    .executeTakeFirstOrThrow()
  const others: [string, Ability][] = [
    [
      'feed of a guest, hot, from its 1000th post on',
      (db) => readFeed(db, { sort: 'hot', next: `${hotness}.${id}` }, guestCards, options),
    ],
    ['post of 500 comments, guest', (db) => readPost(db, { publicId: post.public_id }, guestPage)],
    ['post of 500 comments, member', (db) => readPost(db, { publicId: post.public_id }, memberPage)],
    [
      'replies of one comment',
      (db) => listComments(db, { publicId: post.public_id, parentId: comment.with_replies }, guestPage),
    ],
    [
      'vote on a post',
      (db) => votePost(db, { member: viewer, postId: post.id, up: true, established }, memberPage),
    ],
    [
      'vote on a comment',
      (db) => voteComment(db, { member: viewer, commentId: comment.id, up: true, established }, memberPage),
    ],
    [
      'new comment',
      (db) =>
        createComment(
          db,
          viewer,
          { publicId: post.public_id, parentCommentId: comment.id, body: 'Well said.', userGroup: 'normal' },
          memberPage,
        ),
    ],
    ...searches.map(([kind, query]): [string, Ability] => [
      `search: ${kind}`,
      (db) =>
        search(db, query, {
          views: { post: memberCards, comment: memberPage },
          viewer,
          pageSize,
        }),
    ]),
    ['session', (db) => findViewer(db, idHash)],
    ['own account, asked every five seconds', (db) => getOwnUser(db, viewer)],
    [
      'directory of communities, 10 largest',
      (db) => listCommunities(db, null, { sort: 'size', limit: '10' }),
    ],
    [
      'queue of a moderator, what was reported last',
      (db) => listQueue(db, moderator, {}, { pageSize, target: guestPage }),
    ],
    [
      'queue of an admin, all comments that were reported',
      (db) => listQueue(db, moderator, { scope: 'all', filter: 'comments' }, { pageSize, target: guestPage }),
    ],
    [
      'reports of a community',
      (db) => listReports(db, moderator, { communityId }, { pageSize, target: guestPage }),
    ],
    [
      'deleted posts of a community, 10th page',
      (db) =>
        listModeratedPosts(
          db,
          moderator,
          { filter: 'deleted', communityId, page: '10' },
          { ...guestPage, pageSize },
        ),
    ],
    [
      'locked posts of a community',
      (db) =>
        listModeratedPosts(
          db,
          moderator,
          { filter: 'locked', communityId, page: '1' },
          { ...guestPage, pageSize },
        ),
    ],
    ['moderation log of the site', (db) => listModerationLog(db, null, {})],
    [
      'moderation log of a community, of one kind',
      (db) => listModerationLog(db, null, { communityId, action: 'lock_post' }),
    ],
    [
      'moderation log of a community, of a kind that there is none of',
      (db) => listModerationLog(db, null, { communityId, action: 'announce' }),
    ],
  ]
  const { pool } = forum.database
  const paths: HotPath[] = []
  for (const [name, ability] of [...feeds, ...others])
    paths.push({ name, statements: await record(pool, ability) })
  return paths
}
