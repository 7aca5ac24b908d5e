import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Image } from '../../../contract/entities/image.ts'
import { errors } from '../../../contract/errors.ts'
import { eachInShares } from '../../../tests/support/eachInShares.ts'
import {
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { picture, uploadOf } from '../../../tests/support/pictures.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import type { Db } from '../../platform/database/connection.ts'
import { lockPermissions, lockPermissionsExclusively } from './permissionLock.ts'

type Answer = Awaited<ReturnType<Member['post']>>

let forum: Forum
let admin: Member
let author: Member
let writer: Member
let moderator: Member
let community: { id: string; name: string }
let post: PostFacts
let comment: string
let made = 0

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('wren_writes')
})
beforeEach(async () => {
  made += 1
  community = await forum.community(`meadow_${made}`, admin)
  moderator = await forum.moderator(`moderator_${made}`, community.name)
  writer = await forum.member(`writer_${made}`)
  post = await forum.post(author, community.name)
  comment = (await forum.comment(author, post)).id
})
afterAll(() => forum.close())

const waiting = (count: number) => expect.poll(() => waitingStatements(forum.db)).toHaveLength(count)

const statuses = async (answers: Promise<Answer>[]) =>
  (await Promise.all(answers)).map(({ statusCode }) => statusCode)

/** Performs an action during a change that commits once the action waits for it. */
async function performDuring(
  change: (trx: Db) => Promise<unknown>,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await forum.db.transaction().execute(async (trx) => {
    await change(trx)
    const answer = perform()
    await waiting(1)
    // Wrapped in an object, because the transaction must not await something that waits for it.
    return { answer }
  })
  return answer
}

type Write = readonly [name: string, write: () => Promise<Answer>, lock: () => ReturnType<typeof sql>]

const writes: Write[] = [
  [
    'a post',
    () => writer.post('/api/posts', { title: 'A late post', body: '', community: community.name }),
    () => sql`select from communities where id = ${community.id} for update`,
  ],
  [
    'a comment',
    () => writer.post(`/api/posts/${post.publicId}/comments`, { body: 'Late.' }),
    () => sql`select from posts where id = ${post.id} for update`,
  ],
  [
    'a reply',
    () => writer.post(`/api/posts/${post.publicId}/comments`, { body: 'Late.', parentCommentId: comment }),
    () => sql`select from comments where id = ${comment} for update`,
  ],
  [
    'a vote on a post',
    () => writer.post('/api/_postVote', { postId: post.id, up: true }),
    () => sql`select from posts where id = ${post.id} for update`,
  ],
  [
    'a vote on a comment',
    () => writer.post('/api/_commentVote', { commentId: comment, up: true }),
    () => sql`select from comments where id = ${comment} for update`,
  ],
]

type Ban = readonly [
  name: string,
  ban: () => Promise<Answer>,
  lock: () => ReturnType<typeof sql>,
  forbidden: readonly Write[],
  /** `npm test` runs one of every few rows. A ban from reading also forbids what one from participating does. */
  step: number,
]

const named = (...names: string[]) => writes.filter(([name]) => names.includes(name))
const forbiddenBy = {
  posting: named('a post'),
  commenting: named('a comment', 'a reply'),
  participating: writes,
  reading: writes,
}
type Kind = keyof typeof forbiddenBy

const bans = (Object.keys(forbiddenBy) as Kind[]).flatMap((kind): Ban[] => [
  [
    `a ban from ${kind} in the community`,
    () => moderator.post(`/api/communities/${community.id}/banned`, { username: writer.username, kind }),
    () => sql`select from communities where id = ${community.id} for update`,
    forbiddenBy[kind],
    kind === 'reading' ? writes.length : 1,
  ],
  [
    `a ban from ${kind} on the site`,
    () => admin.post('/api/_admin', { action: 'ban_user', username: writer.username, kind }),
    () => sql`select from users where id = ${writer.id} for update`,
    forbiddenBy[kind],
    kind === 'reading' ? writes.length : 1,
  ],
])

/** The number of the writer's rows. */
const written = async () =>
  (
    await sql<{ count: number }>`
      select (select count(*) from posts where author_id = ${writer.id})::integer
        + (select count(*) from comments where author_id = ${writer.id})::integer
        + (select count(*) from post_votes where user_id = ${writer.id})::integer
        + (select count(*) from comment_votes where user_id = ${writer.id})::integer as count`.execute(
      forum.db,
    )
  ).rows[0]?.count

describe.each(bans)('%s', (_ban, ban, lockForBan, forbidden, step) => {
  const eachWrite = eachInShares<Write>(forbidden, step)
  eachWrite('[CORE-6-023] waits for %s that waits itself', async (_name, write, lock) => {
    const { answers } = await forum.db.transaction().execute(async (trx) => {
      await lock().execute(trx)
      const answers = [write()]
      await waiting(1)
      answers.push(ban())
      await waiting(2)
      return { answers }
    })
    expect(await statuses(answers)).toEqual([200, 200])
  })

  eachWrite('[CORE-6-023] that is under way refuses %s that comes meanwhile', async (_name, write) => {
    let banned: Promise<Answer> | undefined
    const answer = await forum.db.transaction().execute(async (trx) => {
      await lockForBan().execute(trx)
      banned = ban()
      await waiting(1)
      const answer = write()
      await waiting(2)
      return { answer }
    })
    expect((await answer.answer).json()).toEqual(errors.bannedFromCommunity)
    expect((await banned)?.statusCode).toBe(200)
    expect(await written()).toBe(0)
  })
})

describe('a ban that is changed to forbid more', () => {
  const change = () =>
    moderator.put(`/api/communities/${community.id}/banned`, {
      username: writer.username,
      kind: 'commenting',
    })

  it('refuses a concurrent comment', async () => {
    await moderator.post(`/api/communities/${community.id}/banned`, {
      username: writer.username,
      kind: 'posting',
    })
    const { answers } = await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${community.id} for update`.execute(trx)
      const answers = [change()]
      await waiting(1)
      answers.push(writer.post(`/api/posts/${post.publicId}/comments`, { body: 'Late.' }))
      await waiting(2)
      return { answers }
    })
    const [changed, written] = await Promise.all(answers)
    expect(changed?.statusCode).toBe(200)
    expect(written?.json()).toEqual(errors.bannedFromCommunity)
  })
})

describe('the lock of a post', () => {
  const lock = () => moderator.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
  const vote = () => writer.post('/api/_commentVote', { commentId: comment, up: true })

  it('waits for a vote on a comment that waits itself', async () => {
    const { answers } = await forum.db.transaction().execute(async (trx) => {
      await sql`select from comments where id = ${comment} for update`.execute(trx)
      const answers = [vote()]
      await waiting(1)
      answers.push(lock())
      await waiting(2)
      return { answers }
    })
    expect(await statuses(answers)).toEqual([200, 200])
  })

  it('in progress refuses a vote on a comment', async () => {
    const { answers } = await forum.db.transaction().execute(async (trx) => {
      // So the lock waits after it has closed the thread to votes.
      await sql`lock table moderation_log in exclusive mode`.execute(trx)
      const answers = [lock()]
      await waiting(1)
      answers.push(vote())
      await waiting(2)
      return { answers }
    })
    const [locked, voted] = await Promise.all(answers)
    expect(locked?.statusCode).toBe(200)
    expect(voted?.json()).toEqual(errors.postLocked)
    expect(await written()).toBe(0)
  })
})

describe('what a moderator does while they are being removed', () => {
  const dismissed = async (trx: Db) => {
    await lockPermissionsExclusively(trx, moderator)
    await sql`delete from moderators where user_id = ${moderator.id}`.execute(trx)
  }
  const onPost = (query: string) => () => moderator.put(`/api/posts/${post.publicId}?action=${query}`)
  const onComment = (query: string) => () =>
    moderator.put(`/api/posts/${post.publicId}/comments/${comment}?action=${query}`)

  it.each<[string, () => Promise<Answer>, object]>([
    ['locking a post', onPost('lock&lockAs=mods'), errors.notModerator],
    ['unlocking a post', onPost('unlock'), errors.notModeratorNorAdmin],
    ['pinning a post', onPost('pin'), errors.notModerator],
    ['unpinning a post', onPost('unpin'), errors.notModerator],
    [
      'removing a post',
      () => moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods`),
      errors.notModerator,
    ],
    ['locking a comment', onComment('lock&lockAs=mods'), errors.notModerator],
    ['unlocking a comment', onComment('unlock'), errors.notModeratorNorAdmin],
    [
      'removing a comment',
      () => moderator.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=mods`),
      errors.notModerator,
    ],
    [
      'posting as one',
      () =>
        moderator.post('/api/posts', {
          title: 'Spoken as a moderator',
          body: '',
          community: community.name,
          userGroup: 'mods',
        }),
      errors.notModerator,
    ],
    [
      'commenting as one',
      () => moderator.post(`/api/posts/${post.publicId}/comments?userGroup=mods`, { body: 'So be it.' }),
      errors.notModerator,
    ],
  ])('is refused and leaves no trace: %s', async (_name, perform, refusal) => {
    const logged = async () =>
      (await sql`select from moderation_log where actor_id = ${moderator.id}`.execute(forum.db)).rows
    expect((await performDuring(dismissed, perform)).json()).toEqual(refusal)
    expect(await logged()).toEqual([])
    const { rows } = await sql`
      select from posts where author_id = ${moderator.id}
      union all select from comments where author_id = ${moderator.id}`.execute(forum.db)
    expect(rows).toEqual([])
  })

  it('is refused, too: speaking as one in what they wrote before', async () => {
    const own = await forum.post(moderator, community.name)
    const below = (await forum.comment(moderator, own)).id
    const addresses = [`/api/posts/${own.publicId}`, `/api/posts/${own.publicId}/comments/${below}`]
    const group = async () =>
      (
        await sql`select author_group as role from posts where id = ${own.id}
      union all select author_group from comments where id = ${below}`.execute(forum.db)
      ).rows
    for (const address of addresses) {
      const answer = await performDuring(dismissed, () =>
        moderator.put(`${address}?action=changeAsUser&userGroup=mods`),
      )
      expect(answer.json()).toEqual(errors.notModerator)
      expect(await group()).toEqual([{ role: 'normal' }, { role: 'normal' }])
      await sql`insert into moderators (community_id, user_id, position)
        values (${community.id}, ${moderator.id}, 9)`.execute(forum.db)
    }
  })

  it('is refused, too: saying what the icon of the community shows', async () => {
    const sent = await moderator.send({
      ...(await uploadOf(await picture(made))),
      url: `/api/communities/${community.id}/pro_pic`,
    })
    expect(sent.statusCode).toBe(200)
    const { proPic } = (await author.get(`/api/communities/${community.id}`)).json<{ proPic: Image }>()
    const answer = await performDuring(dismissed, () =>
      moderator.put(`/api/images/${proPic.id}`, { altText: 'A meadow' }),
    )
    expect(answer.json()).toEqual(errors.imageOfSomeoneElse)
  })
})

it('announcing by an admin who is being dismissed is refused', async () => {
  const former = await forum.member(`former_${made}`, { isAdmin: true })
  const answer = await performDuring(
    async (trx) => {
      await lockPermissionsExclusively(trx, former)
      await sql`update users set is_admin = false where id = ${former.id}`.execute(trx)
    },
    () => former.put(`/api/posts/${post.publicId}?action=announce`),
  )
  expect(answer.json()).toEqual(errors.notAdmin)
  expect((await sql`select from announcements where post_id = ${post.id}`.execute(forum.db)).rows).toEqual([])
})

describe('what a member is doing is finished before', () => {
  it.each<[string, () => Promise<Answer>]>([
    [
      'they are removed as a moderator',
      () => admin.delete(`/api/communities/${community.id}/mods/${moderator.username}`),
    ],
    [
      'their account is deleted',
      () =>
        moderator.delete(`/api/users/${moderator.username}`, { password: passwordOf(moderator.username) }),
    ],
  ])('%s', async (_name, perform) => {
    expect((await performDuring((trx) => lockPermissions(trx, moderator), perform)).statusCode).toBe(200)
  })
})

describe('the permission lock comes before the locks of rows', () => {
  const theirs: readonly Write[] = [
    [
      'an edit of a post',
      () => author.put(`/api/posts/${post.publicId}`, { body: `Hello @${moderator.username}` }),
      () => sql`update posts set upvotes = upvotes + 1 where id = ${post.id}`,
    ],
    [
      'an edit of a comment',
      () =>
        author.put(`/api/posts/${post.publicId}/comments/${comment}`, {
          body: `Hello @${moderator.username}`,
        }),
      () => sql`update comments set upvotes = upvotes + 1 where id = ${comment}`,
    ],
    [
      'a deletion of a post',
      () => author.delete(`/api/posts/${post.publicId}`),
      () => sql`update posts set upvotes = upvotes + 1 where id = ${post.id}`,
    ],
    [
      'a deletion of a comment',
      () => author.delete(`/api/posts/${post.publicId}/comments/${comment}`),
      () => sql`update comments set upvotes = upvotes + 1 where id = ${comment}`,
    ],
  ]

  it.each(theirs)('in %s, so its holder can change the row', async (_name, write, change) => {
    const { answer } = await forum.db.transaction().execute(async (trx) => {
      await lockPermissionsExclusively(trx, author)
      const answer = write()
      await waiting(1)
      await sql`set local lock_timeout = '2s'`.execute(trx)
      await change().execute(trx)
      return { answer }
    })
    const { statusCode, body } = await answer
    expect(statusCode, body).toBe(200)
  })
})
