import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { getOwnUser } from '../server/core/accounts/getUser.ts'
import type { ViewAs } from '../server/core/api/viewAs.ts'
import { noAutomation } from '../server/core/automation/live.ts'
import { listCommunities } from '../server/core/communities/queries.ts'
import { sessionIdHash } from '../server/core/sessions/sessionId.ts'
import { findViewer, type Viewer } from '../server/core/sessions/viewer.ts'
import { fixedSettings } from '../server/core/settings/live.ts'
import { Visits } from '../server/core/visits/visits.ts'
import { createComment } from '../server/features/commenting/create.ts'
import { listReplies } from '../server/features/discussions/listComments.ts'
import { getPostWithComments } from '../server/features/discussions/postWithComments.ts'
import { listFeed } from '../server/features/feeds/listFeed.ts'
import { listModeratedPosts } from '../server/features/feeds/moderatedPosts.ts'
import { listQueueItems } from '../server/features/moderating/queue/list.ts'
import { listReports } from '../server/features/moderating/reports/list.ts'
import { listModerationLog } from '../server/features/moderationLog/list.ts'
import { type SearchQuery, search } from '../server/features/search/search.ts'
import { voteComment } from '../server/features/voting/comment.ts'
import { votePost } from '../server/features/voting/post.ts'
import { createItems } from '../server/platform/cache/items.ts'
import { createOrders } from '../server/platform/cache/orders.ts'
import type { Db } from '../server/platform/database/connection.ts'
import { evenlySpreadMembers, logInMembers, longThread, type ScratchForum } from './scratchForum.ts'

/** 'time' is in nearly every seeded text, 'quetzalcoatl' in none. */
const searches: readonly [string, SearchQuery][] = [
  ['a very frequent word', { q: 'time' }],
  ['a very frequent word, the newest', { q: 'time', sort: 'new' }],
  ['a very frequent word, the best', { q: 'time', sort: 'top' }],
  ['a very frequent word in a community', { q: 'time community:gardening' }],
  ['a word without matches', { q: 'quetzalcoatl' }],
  ['a very frequent word in comments', { q: 'time', in: 'comments' }],
  ['people by a misspelled name', { q: 'membre_77', in: 'people' }],
]

/** A statement as the server sends it. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly unknown[]
}

export interface HotPath {
  readonly name: string
  /** All its statements, in the order of execution. */
  readonly statements: readonly Statement[]
}

const pageSize = 10
/** Enough rows that finding a session needs an index. */
const otherSessions = 1000
const sorts = ['hot', 'activity', 'latest', 'day', 'week', 'month', 'year', 'all']
const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }

type Operation = (db: Db) => Promise<unknown>

/** Runs an operation of the server and records its statements. */
async function record(pool: pg.Pool, operation: Operation): Promise<Statement[]> {
  const statements: Statement[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push({ text: query.sql, parameters: query.parameters })
    },
  })
  await operation(db)
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
async function findScene(forum: ScratchForum): Promise<Scene> {
  const { db } = forum.database
  const { user_id: member } = await db
    .selectFrom('memberships')
    .select('user_id')
    .groupBy('user_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const others = await evenlySpreadMembers(db, otherSessions)
  const [session] = await logInMembers(forum, [member, ...others])
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
  if (!found) throw new Error('The session of the seeded member was not found.')
  return { viewer: found.viewer, idHash, post, comment, communityId: community.id }
}

/**
 * The statements of the hot paths, recorded by running the server's own functions on the seeded forum, to which this
 * adds a few votes and a comment.
 */
export async function hotPaths(forum: ScratchForum): Promise<HotPath[]> {
  const { viewer, idHash, post, comment, communityId } = await findScene(forum)
  const options = { pageSize, defaultSort: 'hot' } as const
  const nothingKept = {
    orders: createOrders({ seconds: 0 }),
    items: createItems(0),
  }
  const visits = new Visits(forum.database.db, () => {})
  const shared = { ghostKey: forum.secrets.ghost, siteHosts: [], followsLinks: false }
  const guestCards: ViewAs = { ...shared, viewer: null, format: 'excerpt' }
  const memberCards: ViewAs = { ...guestCards, viewer }
  const guestPage: ViewAs = { ...shared, viewer: null, format: 'html' }
  const memberPage: ViewAs = { ...guestPage, viewer }

  const feeds = sorts.flatMap((sort): [string, Operation][] => [
    [
      `feed of a guest, ${sort}`,
      (db) => listFeed({ db, ...nothingKept }, { sort }, { to: guestCards, ...options }),
    ],
    [
      `feed of a community, ${sort}`,
      (db) => listFeed({ db, ...nothingKept }, { sort, communityId }, { to: guestCards, ...options }),
    ],
    [
      `feed of a member with 100 subscriptions, ${sort}`,
      (db) => listFeed({ db, ...nothingKept }, { sort, feed: 'home' }, { to: memberCards, ...options }),
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
  const others: [string, Operation][] = [
    [
      'feed of a guest, hot, from its 1000th post on',
      (db) =>
        listFeed(
          { db, ...nothingKept },
          { sort: 'hot', next: `${hotness}.${id}` },
          { to: guestCards, ...options },
        ),
    ],
    [
      'post of 500 comments, guest',
      (db) => getPostWithComments({ db, ...nothingKept, visits }, { publicId: post.public_id }, guestPage),
    ],
    [
      'post of 500 comments, member',
      (db) => getPostWithComments({ db, ...nothingKept, visits }, { publicId: post.public_id }, memberPage),
    ],
    [
      'replies of one comment',
      (db) => listReplies(db, { publicId: post.public_id, parentId: comment.with_replies }, guestPage),
    ],
    [
      'vote on a post',
      (db) => votePost(db, { member: viewer, postId: post.id, up: true, rules }, memberPage),
    ],
    [
      'vote on a comment',
      (db) => voteComment(db, { member: viewer, commentId: comment.id, up: true, rules }, memberPage),
    ],
    [
      'new comment',
      (db) =>
        createComment(
          {
            db,
            config: { purgeUrl: null, siteUrl: null, formerHosts: [] },
            settings: fixedSettings({}).values,
            automation: noAutomation,
          },
          viewer,
          { publicId: post.public_id, parentCommentId: comment.id, body: 'Well said.', userGroup: 'normal' },
          memberPage,
        ),
    ],
    ...searches.map(([kind, query]): [string, Operation] => [
      `search: ${kind}`,
      (db) =>
        search({ db, ...nothingKept }, query, {
          views: { post: memberCards, comment: memberPage },
          pageSize,
        }),
    ]),
    ['session', (db) => findViewer(db, idHash)],
    ['own account, asked every five seconds', (db) => getOwnUser(db, viewer)],
    [
      'directory of communities, 10 largest',
      (db) => listCommunities({ db, ...nothingKept }, null, { sort: 'size', limit: '10' }),
    ],
    [
      'queue of a moderator, latest reports',
      (db) => listQueueItems(db, moderator, {}, { pageSize, target: guestPage }),
    ],
    [
      'queue of an admin, all reported comments',
      (db) =>
        listQueueItems(db, moderator, { scope: 'all', filter: 'comments' }, { pageSize, target: guestPage }),
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
      'moderation log of a community, of a kind without entries',
      (db) => listModerationLog(db, null, { communityId, action: 'announce' }),
    ],
  ]
  const { pool } = forum.database
  const paths: HotPath[] = []
  for (const [name, operation] of [...feeds, ...others])
    paths.push({ name, statements: await record(pool, operation) })
  return paths
}
