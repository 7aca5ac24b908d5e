import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Forum, startForum } from '../../../tests/support/forum.ts'
import { seededRandom } from '../../../tests/support/random.ts'
import { manyMembers } from '../../../tests/support/viewer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { createComment } from '../commenting/create.ts'
import { votePost } from '../voting/post.ts'
import { resetNewCount } from './change.ts'
import { deleteAllNotifications } from './delete.ts'
import { markAllSeen } from './seen.ts'

let forum: Forum
let members: Viewer[]
let posts: { id: string; publicId: string; authorId: string }[]
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '12' })
  const { id: community } = await forum.community('birding')
  members = await manyMembers(forum.db, 100)
  const authors = members.slice(0, 15).map(({ id }) => id)
  const { rows } = await sql<{ id: string; public_id: string; author_id: string }>`
    insert into posts (public_id, type, author_id, community_id, title)
    select lpad(n::text, 8, 'p'), 'text', author, ${community}, 'Post ' || n
    from unnest(${authors}::bigint[]) with ordinality as authors (author, n)
    returning id, public_id, author_id`.execute(forum.db)
  posts = rows.map(({ id, public_id, author_id }) => ({ id, publicId: public_id, authorId: author_id }))
})
afterAll(() => forum.close())

const viewOf = (viewer: Viewer): ViewAs => ({
  viewer,
  ghostKey: Buffer.alloc(32),
  siteHosts: [],
  followsLinks: false,
  format: 'source',
})
const { pick, shuffled, chance } = seededRandom(20_260_704)

interface StoredNotification {
  user: string
  type: string
  /** The post, or the comment that got a reply. */
  target: string
  happened: number
  seen: boolean
}

/** The rules for notifications (docs/spec/notifications.md), as a simple model. */
function startModel() {
  const notifications: StoredNotification[] = []
  const wantsNone = new Set<string>()
  const mutes = new Set<string>()
  const tell = (user: string, by: string, type: string, target: string) => {
    if (user === by || wantsNone.has(user) || mutes.has(`${user} ${by}`)) return
    const open = notifications.find(
      (one) => one.user === user && one.type === type && one.target === target && !one.seen,
    )
    if (open) open.happened += 1
    else notifications.push({ user, type, target, happened: 1, seen: false })
  }
  return {
    notifications,
    wantsNone,
    mutes,
    comment(
      by: string,
      post: { id: string; authorId: string },
      parent: { id: string; authorId: string } | null,
    ) {
      if (parent) tell(parent.authorId, by, 'comment_reply', parent.id)
      if (parent?.authorId !== post.authorId) tell(post.authorId, by, 'new_comment', post.id)
    },
    see(user: string) {
      for (const one of notifications) if (one.user === user) one.seen = true
    },
  }
}

const sorted = (notifications: StoredNotification[]) =>
  notifications.map((one) => JSON.stringify(one)).toSorted()

async function stored(): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    select user_id as user, type, coalesce(about_comment_id, post_id) as target, happened,
      seen_at is not null as seen
    from notifications`.execute(forum.db)
  return rows
}

/** Members whose counter of new notifications is wrong. */
async function miscounted() {
  const { rows } = await sql`select username from users where notifications_new_count <> (
    select count(*) from notifications where user_id = users.id and is_new)`.execute(forum.db)
  return rows
}

describe('1,000 comments by 100 members', () => {
  it('create exactly the notifications of the model, also concurrently', {
    tags: ['long'],
  }, async () => {
    const model = startModel()
    const { db } = forum
    for (const { id } of members.slice(0, 100).filter(() => chance(0.1))) {
      model.wantsNone.add(id)
      await sql`update users set reply_notifications_off = true where id = ${id}`.execute(db)
    }
    for (const muter of members.filter(() => chance(0.3))) {
      const muted = pick(members.filter(({ id }) => id !== muter.id))
      model.mutes.add(`${muter.id} ${muted.id}`)
      await db.insertInto('user_mutes').values({ user_id: muter.id, muted_user_id: muted.id }).execute()
    }
    const written: { id: string; authorId: string; post: (typeof posts)[number]; depth: number }[] = []
    // Within a round, the order is random; members open their notifications between two rounds.
    for (let round = 0; round < 50; round++) {
      const comments = await Promise.all(
        shuffled(
          Array.from({ length: 20 }, () => {
            const author = pick(members)
            const above = chance(0.7) ? written.filter(({ depth }) => depth < 15) : []
            const parent = above.length > 0 ? pick(above) : null
            return { author, parent, post: parent?.post ?? pick(posts) }
          }),
        ).map(async ({ author, parent, post }) => {
          const comment = { publicId: post.publicId, parentCommentId: parent?.id ?? null, body: 'A comment.' }
          const { id } = await createComment(forum, author, comment, viewOf(author))
          return { id, authorId: author.id, post, depth: parent ? parent.depth + 1 : 0, parent }
        }),
      )
      for (const comment of comments) model.comment(comment.authorId, comment.post, comment.parent)
      written.push(...comments)
      for (const { id } of members.filter(() => chance(0.05))) {
        model.see(id)
        await markAllSeen(db, id, { type: undefined })
      }
    }
    expect(written).toHaveLength(1000)
    expect(model.notifications.filter(({ happened }) => happened > 1).length).toBeGreaterThan(50)
    expect(model.notifications.filter(({ seen }) => seen).length).toBeGreaterThan(100)
    expect(sorted(await stored())).toEqual(sorted(model.notifications))
    expect(await miscounted()).toEqual([])
  })
})

describe('everything concurrently', () => {
  it('neither deadlocks nor loses a count: comments and votes on each other’s posts, while members see and delete notifications', async () => {
    const { db } = forum
    await Promise.all(
      Array.from({ length: 600 }, async () => {
        const member = pick(posts.map(({ authorId }) => members.find(({ id }) => id === authorId) as Viewer))
        const post = pick(posts)
        const action = pick(['comment', 'comment', 'vote', 'vote', 'see', 'reset', 'delete'])
        if (action === 'comment')
          await createComment(forum, member, { publicId: post.publicId, body: 'A comment.' }, viewOf(member))
        if (action === 'vote') {
          const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }
          await votePost(db, { member, postId: post.id, up: true, rules }, viewOf(member))
        }
        if (action === 'see') await markAllSeen(db, member.id, { type: undefined })
        if (action === 'reset') await resetNewCount(db, member.id)
        if (action === 'delete') await deleteAllNotifications(db, member.id)
      }),
    )
    expect(await miscounted()).toEqual([])
    const { rows: tooMany } = await sql`
      select user_id, type, post_id from notifications where is_open
      group by user_id, type, post_id, about_comment_id having count(*) > 1`.execute(db)
    expect(tooMany).toEqual([])
  })

  it('counts each of 99 voters once, however often they vote', async () => {
    const { db } = forum
    const [post] = posts
    if (!post) throw new Error('no post')
    await deleteAllNotifications(db, post.authorId)
    await sql`delete from post_votes where post_id = ${post.id}`.execute(db)
    await sql`update posts set upvotes = 0, downvotes = 0 where id = ${post.id}`.execute(db)
    const rules = { newUserPoints: 0, newUserAgeSeconds: 0, downvotes: true, botVotes: false }
    const presses = members.flatMap((member) => [member, member, member])
    await Promise.all(
      shuffled(presses).map((member) =>
        votePost(db, { member, postId: post.id, up: true, rules }, viewOf(member)),
      ),
    )
    expect(
      (await stored()).filter(({ user, type }) => user === post.authorId && type === 'new_votes'),
    ).toEqual([{ user: post.authorId, type: 'new_votes', target: post.id, happened: 99, seen: false }])
  })
})

describe('the members whom a comment concerns', () => {
  it.each([
    ['earlier', 'later'],
    ['later', 'earlier'],
  ])(
    'are locked in the order of their ids: the %s member comments, the %s one is notified',
    async (writes) => {
      const { db } = forum
      const [earlier, later] = members.slice(-5, -3) as [Viewer, Viewer]
      const [writer, author] = writes === 'earlier' ? [earlier, later] : [later, earlier]
      const publicId = writes.padEnd(8, '_')
      await sql`insert into posts (public_id, type, author_id, community_id, title)
      select ${publicId}, 'text', ${author.id}, id, 'A post' from communities limit 1`.execute(db)
      let sent: Promise<unknown> | undefined
      await db.transaction().execute(async (trx) => {
        await sql`select from users where id = ${earlier.id} for no key update`.execute(trx)
        sent = createComment(forum, writer, { publicId, body: 'A comment.' }, viewOf(writer))
        await expect.poll(() => waitingStatements(db)).toHaveLength(1)
        // A statement that waits for the first lock has not taken the second yet.
        await sql`select from users where id = ${later.id} for no key update nowait`.execute(trx)
      })
      await sent
    },
  )
})

describe('a comment whose connection is killed', () => {
  it('notifies nobody, and once when it is sent again', async () => {
    const { db } = forum
    const author = members.at(-1) as Viewer
    const writer = members.at(-2) as Viewer
    const { rows } = await sql<{ public_id: string }>`
      insert into posts (public_id, type, author_id, community_id, title)
      select 'killed_1', 'text', ${author.id}, id, 'A post' from communities limit 1
      returning public_id`.execute(db)
    const publicId = rows[0]?.public_id ?? ''
    await sql`update users set reply_notifications_off = false where id = ${author.id}`.execute(db)
    await deleteAllNotifications(db, author.id)
    const send = () => createComment(forum, writer, { publicId, body: 'A comment.' }, viewOf(writer))
    await db.transaction().execute(async (trx) => {
      // By then the comment is inserted, and waits for the lock of the notified member.
      await sql`select from users where id = ${author.id} for no key update`.execute(trx)
      const killed = expect(send()).rejects.toThrow(/terminat/)
      await expect.poll(() => waitingStatements(db)).toHaveLength(1)
      for (const pid of await waitingStatements(db))
        await sql`select pg_terminate_backend(${pid})`.execute(db)
      await killed
    })
    const notifications = async () => (await stored()).filter(({ user }) => user === author.id)
    expect(await notifications()).toEqual([])
    await send()
    expect(await notifications()).toMatchObject([{ type: 'new_comment', happened: 1 }])
    expect(await miscounted()).toEqual([])
  })
})
