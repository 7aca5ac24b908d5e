import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { nobodyId } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { formWith } from '../../../tests/support/form.ts'
import {
  type Client,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { deleteMarkedImages } from '../../core/images/delete.ts'
import { eraseTraces } from './erase.ts'

const { signal } = new AbortController()
let scene: Scene
let made = 0
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.forum.close())

const newcomer = (facts = {}) => scene.forum.member(`leaver_${++made}`, facts)
const erase = (who: Client, username: string, password: unknown) =>
  who.delete(`/api/users/${username}`, { password })
const eraseOwn = (who: Member) => erase(who, who.username, passwordOf(who.username))
const look = async (username: string, who: Client = scene.guest) =>
  (await who.get(`/api/users/${username}`)).json<User>()
const isGone = async ({ username }: Member) => (await look(username)).deleted

/** The number of rows of a table that belong to a user. */
async function rowsOf(table: string, who: Member, column = 'user_id'): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${who.id}`.execute(scene.forum.db)
  return Number(rows[0]?.count)
}

describe('deleting an account', () => {
  it('[CORE-7-041] is done by its owner with the password, and ends their sessions', async () => {
    const leaver = await newcomer()
    const elsewhere = await scene.forum.guest()
    await elsewhere.post('/api/_login', { username: leaver.username, password: passwordOf(leaver.username) })
    const response = await erase(leaver, leaver.username.toUpperCase(), ` ${passwordOf(leaver.username)} `)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true })
    for (const who of [leaver, elsewhere])
      expect((await who.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
    const login = await elsewhere.post('/api/_login', {
      username: leaver.username,
      password: passwordOf(leaver.username),
    })
    expect(login.json()).toEqual(errors.wrongPassword)
    expect(await look(leaver.username)).toMatchObject({
      id: nobodyId,
      username: leaver.username,
      deleted: true,
    })
  })

  it('gives a browser a new session id, as logging out does', async () => {
    const leaver = await newcomer()
    await leaver.send({
      method: 'POST',
      url: '/api/_settings?action=changePassword',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({
        password: passwordOf(leaver.username),
        newPassword: passwordOf(leaver.username),
        repeatPassword: passwordOf(leaver.username),
      }),
    })
    expect((await eraseOwn(leaver)).cookies.map(({ name }) => name)).toEqual(['SID', 'csrftoken'])
  })

  it('never frees the name', async () => {
    const leaver = await newcomer()
    await eraseOwn(leaver)
    const again = await (await scene.forum.guest()).post('/api/_signup', {
      username: leaver.username.toUpperCase(),
      password: 'another password',
    })
    expect(again.statusCode).toBe(409)
  })

  it('can be done by an admin with the admin’s password, also to another admin, and is recorded', async () => {
    const leaver = await newcomer({ isAdmin: true })
    const { admin } = scene
    expect((await erase(admin, leaver.username, passwordOf(leaver.username))).json()).toEqual(
      errors.wrongOwnPassword,
    )
    expect((await erase(admin, leaver.username, passwordOf(admin.username))).json()).toEqual({
      success: true,
    })
    expect((await leaver.get('/api/_user')).statusCode).toBe(401)
    expect((await admin.get('/api/_user')).statusCode).toBe(200)
    const details = (await admin.get(`/api/users/${leaver.username}?adminsView=true`)).json<User>()
    expect(details).toMatchObject({ id: leaver.id, deleted: true, isAdmin: false, deletedBy: admin.username })
  })

  it.each([
    [
      '[CORE-5-028] with a wrong password',
      (who: Member) => erase(who, who.username, 'a guess'),
      errors.wrongOwnPassword,
    ],
    [
      '[CORE-8-017] without a password',
      (who: Member) => erase(who, who.username, null),
      errors.wrongOwnPassword,
    ],
    ['with a password that is no text', (who: Member) => erase(who, who.username, 7), errors.invalidJson],
    [
      'by another member',
      (who: Member) => erase(scene.member, who.username, passwordOf(scene.member.username)),
      errors.notAdmin,
    ],
    [
      'by another member who knows its password',
      (who: Member) => erase(scene.member, who.username, passwordOf(who.username)),
      errors.wrongOwnPassword,
    ],
    [
      'by a moderator',
      (who: Member) => erase(scene.moderator, who.username, passwordOf(scene.moderator.username)),
      errors.notAdmin,
    ],
    [
      'by a guest',
      (who: Member) => erase(scene.guest, who.username, passwordOf(who.username)),
      errors.notLoggedIn,
    ],
  ])('%s is refused, and the account stays', async (_case, attempt, error) => {
    const keeper = await newcomer()
    const response = await attempt(keeper)
    expect(response.statusCode).toBe(error.status)
    expect(response.json()).toEqual(error)
    expect(await isGone(keeper)).toBe(false)
    expect((await keeper.get('/api/_user')).statusCode).toBe(200)
  })

  it('is refused for suspended, deleted, built-in and unknown accounts', async () => {
    const { admin, forum } = scene
    const password = passwordOf(admin.username)
    const [banned, gone] = [await newcomer(), await newcomer()]
    await forum.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
    expect((await erase(admin, banned.username, password)).json()).toEqual(errors.userBanned)
    expect(await isGone(banned)).toBe(false)
    await eraseOwn(gone)
    expect((await erase(admin, gone.username, password)).json()).toEqual(errors.userDeleted)
    for (const name of ['ghost', 'nobody'])
      expect((await erase(admin, name, password)).json()).toEqual(errors.userDeleted)
    expect((await erase(admin, 'never_was', password)).json()).toEqual(errors.userNotFound)
  })

  it('can be tried once in five seconds, for any account', async () => {
    const forum = await startForum({ RATE_LIMITS: 'on' })
    const guesser = await forum.member('guesser_g')
    expect((await erase(guesser, 'guesser_g', 'a guess')).json()).toEqual(errors.wrongOwnPassword)
    expect((await erase(guesser, 'GUESSER_G', passwordOf('guesser_g'))).json()).toEqual(
      errors.tooManyRequests,
    )
    expect((await guesser.get('/api/_user')).statusCode).toBe(200)
    await forum.close()
  })

  it('twice concurrently happens once', async () => {
    const leaver = await newcomer()
    const answers = await Promise.all([1, 2, 3].map(() => eraseOwn(leaver)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(Math.max(...statuses)).toBeLessThan(500)
  })
})

describe('what a deleted account leaves', () => {
  let leaver: Member
  let post: PostFacts
  let url: string
  beforeAll(async () => {
    const { forum, admin, author, member } = scene
    leaver = await newcomer({ points: 30 })
    const { id } = await forum.community('wrens', admin)
    for (const who of [leaver, member]) await who.post('/api/_joinCommunity', { communityId: id })
    await sql`insert into moderators (community_id, user_id, position)
      values (${id}, ${leaver.id}, 1), (${id}, ${member.id}, 2)`.execute(forum.db)
    await sql`insert into community_bans (community_id, user_id)
      select id, ${leaver.id} from communities where name = 'elsewhere'`.execute(forum.db)
    await leaver.post('/api/_settings?action=updateProfile', {
      email: 'l@mail.example',
      aboutMe: 'Leaving soon.',
    })
    const sent = await leaver.send({
      method: 'POST',
      url: `/api/users/${leaver.username}/pro_pic`,
      ...(await formWith(await picture(1))),
    })
    url = sent.json().proPic.url
    post = await forum.post(leaver, 'wrens')
    const { id: commentId } = await forum.comment(leaver, post)
    await forum.comment(member, post)
    await leaver.post('/api/_commentVote', { commentId, up: true })
    await leaver.post('/api/mutes', { userId: author.id, communityId: id })
    await member.post('/api/mutes', { userId: leaver.id })
    await leaver.post(`/api/users/${leaver.username}/lists`, { name: 'seen', public: true })
    const [list] = (await leaver.get(`/api/users/${leaver.username}/lists`)).json<{ id: number }[]>()
    await leaver.post(`/api/lists/${list?.id}/items`, { targetType: 'post', targetId: post.id })
    await leaver.post('/api/hidden_posts', { postId: post.id })
    await leaver.get(`/api/posts/${post.publicId}`)
    await leaver.put('/api/drafts/post:owls', { body: 'Half a sentence' })
    await leaver.post('/api/analytics', { event: 'pwa_use' })
    await admin.post(`/api/users/${leaver.username}/badges`, { type: 'supporter' })
    await sql`insert into push_subscriptions (session_id_hash, endpoint, auth, p256dh)
      select id_hash, 'https://push.example/leaver', 'a', 'p' from sessions where user_id = ${leaver.id}`.execute(
      forum.db,
    )
    await sql`insert into mailed_tokens (token_hash, user_id, purpose, email, expires_at)
      values ('token', ${leaver.id}, 'reset_password', 'l@mail.example', now() + interval '1 hour')`.execute(
      forum.db,
    )
    await sql`insert into data_exports (user_id, secret) values (${leaver.id}, ${'x'.repeat(22)})`.execute(
      forum.db,
    )
    for (const table of [
      'notifications',
      'lists',
      'hidden_posts',
      'drafts',
      'post_visits',
      'user_mutes',
      'community_bans',
    ])
      expect(await rowsOf(table, leaver), table).toBeGreaterThan(0)
    expect((await eraseOwn(leaver)).statusCode).toBe(200)
  })

  it('is hidden from everybody', async () => {
    for (const table of [
      'sessions',
      'memberships',
      'moderators',
      'community_bans',
      'user_mutes',
      'community_mutes',
      'notifications',
      'drafts',
      'analytics_events',
      'mailed_tokens',
    ])
      expect(await rowsOf(table, leaver), table).toBe(0)
    expect((await look(leaver.username, scene.admin)).lastSeenIP).toBeNull()
    expect(await rowsOf('user_mutes', leaver, 'muted_user_id')).toBe(0)
    const { rows } = await sql`
      select endpoint from push_subscriptions where endpoint like '%leaver'
      union all select secret from data_exports where user_id = ${leaver.id} and deleted_at is null`.execute(
      scene.forum.db,
    )
    expect(rows).toEqual([])
    for (const who of [scene.guest, scene.member, scene.admin]) {
      expect((await who.get(`/api/users/${leaver.username}/lists`)).json()).toEqual([])
      expect((await who.get(`/api/users/${leaver.username}/lists/seen`)).statusCode).toBe(404)
    }
    expect((await scene.member.get('/api/mutes')).json()).toMatchObject({ userMutes: [] })
  })

  it('does not include e-mail, text, picture and IP addresses, not even for admins', async () => {
    const seen = await look(leaver.username, scene.admin)
    expect(seen).toMatchObject({
      id: leaver.id,
      email: null,
      aboutMe: null,
      proPic: null,
      notificationsNewCount: 0,
      createdIP: null,
      lastSeenIP: null,
    })
    const row = await scene.forum.db
      .selectFrom('users')
      .select(['password_hash', 'email_confirmed_at', 'picture_id'])
      .where('id', '=', leaver.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ password_hash: null, email_confirmed_at: null, picture_id: null })
    await deleteMarkedImages(scene.forum, signal)
    expect((await scene.guest.get(url)).statusCode).toBe(404)
  })

  it('is one member less, and the moderators below move up', async () => {
    const community = (await scene.guest.get('/api/communities/wrens?byName=true')).json()
    expect(community.noMembers).toBe(2)
    expect(community.mods.map(({ username }: User) => username)).toEqual([
      scene.admin.username,
      scene.member.username,
    ])
    const { rows } = await sql<{ position: number }>`
      select position from moderators where community_id = ${community.id} order by position`.execute(
      scene.forum.db,
    )
    expect(rows.map(({ position }) => position)).toEqual([0, 1])
  })

  it('includes posts, comments and votes, by the ghost for everybody but admins', async () => {
    const path = `/api/posts/${post.publicId}`
    for (const who of [scene.guest, scene.member]) {
      const seen = (await who.get(path)).json<Post>()
      const ghost = { username: 'ghost', userId: nobodyId, userDeleted: true }
      expect(seen).toMatchObject({
        ...ghost,
        body: 'Its text.',
        author: { badges: [], proPic: null, points: 0, noPosts: 0, noComments: 0, lastSeenMonth: '' },
      })
      const said = seen.comments?.find(({ userDeleted }) => userDeleted)
      expect(said).toMatchObject({ ...ghost, body: 'A comment.', userGhostId: seen.userGhostId })
      expect((await who.get(`${path}?render=page`)).body).not.toContain('authorBadges')
    }
    const shown = (await scene.admin.get(path)).json<Post>()
    expect(shown).toMatchObject({ username: leaver.username, userId: leaver.id })
    expect(shown).not.toHaveProperty('author')
    expect(await rowsOf('post_votes', leaver)).toBe(1)
  })

  it('is erased a little later, including concurrent writes', async () => {
    const jobs = await sql<{ payload: { userId: string }; is_later: boolean }>`
      select payload, run_at > now() + interval '30 seconds' as is_later from graphile_worker._private_jobs
      where key = ${`erase_account ${stored(leaver.id)}`}`.execute(scene.forum.db)
    expect(jobs.rows).toEqual([{ payload: { userId: stored(leaver.id) }, is_later: true }])
    const files = await sql<{ task: string }>`
      select distinct task_identifier as task from graphile_worker.jobs where task_identifier like 'delete_%' order by 1`.execute(
      scene.forum.db,
    )
    expect(files.rows).toEqual([{ task: 'delete_exports' }, { task: 'delete_images' }])
    // Like a request that was running while the account was deleted.
    await sql`with joined as (
        insert into memberships (user_id, community_id) select ${leaver.id}, id from communities where name = 'wrens')
      update communities set member_count = member_count + 1 where name = 'wrens'`.execute(scene.forum.db)
    await sql`update users set last_seen_ip = '192.0.2.7' where id = ${leaver.id}`.execute(scene.forum.db)
    for (const _time of [1, 2]) await eraseTraces(scene.forum.db, leaver.id, signal)
    for (const table of ['lists', 'hidden_posts', 'post_visits', 'memberships'])
      expect(await rowsOf(table, leaver), table).toBe(0)
    const { rows } = await sql<{ count: string }>`
      select count(*) from list_items where list_id not in (select id from lists)`.execute(scene.forum.db)
    expect(rows[0]?.count).toBe('0')
    expect((await scene.guest.get('/api/communities/wrens?byName=true')).json().noMembers).toBe(2)
  })

  it('is not touched while the account exists', async () => {
    const { member } = scene
    const before = await rowsOf('lists', member)
    await eraseTraces(scene.forum.db, member.id, signal)
    expect(await rowsOf('lists', member)).toBe(before)
    expect((await member.get('/api/_user')).statusCode).toBe(200)
  })
})

describe('deletions in a busy forum', () => {
  it('lock the community before the membership, if the member is just leaving it', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`leaving_${made}`, scene.admin)
    await leaver.post('/api/_joinCommunity', { communityId: id })
    // As `leaveCommunity` does: the community first, then the membership.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${id} for update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`delete from memberships where user_id = ${leaver.id} and community_id = ${id}`.execute(trx)
      await sql`update communities set member_count = member_count - 1 where id = ${id}`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('wait for a post by the member, which locks its community before its author', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`writing_${made}`, scene.admin)
    await leaver.post('/api/_joinCommunity', { communityId: id })
    // As `createPost` does.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from communities where id = ${id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`update users set post_count = post_count + 1 where id = ${leaver.id}`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('lock the member before their notifications, if somebody is just notifying them', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    await scene.admin.post(`/api/users/${leaver.username}/badges`, { type: 'supporter' })
    expect(await rowsOf('notifications', leaver)).toBeGreaterThan(0)
    // As everybody who writes notifications does: the member first.
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${leaver.id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await sql`update notifications set is_new = false where user_id = ${leaver.id}`.execute(trx)
      await sql`insert into notifications (user_id, type) values (${leaver.id}, 'welcome')`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect(await rowsOf('notifications', leaver)).toBe(0)
  })

  it('skip a community that is being joined, instead of waiting for it', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const { id } = await forum.community(`joined_late_${made}`, scene.admin)
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`select from users where id = ${leaver.id} for no key update`.execute(trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await leaver.post('/api/_joinCommunity', { communityId: id })
      await sql`select from communities where id = ${id} for no key update`.execute(trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
    expect(await rowsOf('memberships', leaver)).toBe(1)
    await eraseTraces(forum.db, leaver.id, signal)
    expect(await rowsOf('memberships', leaver)).toBe(0)
    expect((await scene.guest.get(`/api/communities/${id}`)).json().noMembers).toBe(1)
  })

  it('wait for sign-ups, which join several communities in another order', async () => {
    const { forum } = scene
    const leaver = await newcomer()
    const first = await forum.community(`joining_${made}_1`, scene.admin)
    const second = await forum.community(`joining_${made}_2`, scene.admin)
    for (const { id } of [first, second]) await leaver.post('/api/_joinCommunity', { communityId: id })
    const touch = ({ id }: { id: string }, db: typeof forum.db) =>
      sql`update communities set member_count = member_count where id = ${id}`.execute(db)
    let deletion: ReturnType<typeof eraseOwn> | undefined
    await forum.db.transaction().execute(async (trx) => {
      await sql`update site_settings set user_count = user_count`.execute(trx)
      await touch(second, trx)
      deletion = eraseOwn(leaver)
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(1)
      await touch(first, trx)
    })
    expect((await deletion)?.statusCode).toBe(200)
  })

  it('do not deadlock with sign-ups, joins, departures and other deletions', async () => {
    const { forum } = scene
    await sql`update communities set is_default = true`.execute(forum.db)
    const leavers = await Promise.all(Array.from({ length: 8 }, () => newcomer()))
    const communities = await forum.db.selectFrom('communities').select('id').orderBy('id', 'desc').execute()
    const answers = await Promise.all([
      ...leavers.map(eraseOwn),
      ...leavers.flatMap((who) =>
        communities.flatMap(({ id }) => [
          who.post('/api/_joinCommunity', { communityId: id, leave: true }),
          scene.member.post('/api/_joinCommunity', { communityId: id, leave: Number(id) % 2 === 0 }),
        ]),
      ),
      ...Array.from({ length: 8 }, async (_, n) =>
        (await forum.guest()).post('/api/_signup', { username: `arrival_${n}`, password: 'long enough' }),
      ),
    ])
    for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(500)
    for (const who of leavers) expect(await isGone(who)).toBe(true)
    for (const who of leavers) await eraseTraces(forum.db, who.id, signal)
    const { rows } = await sql<object>`
      select name from communities where member_count <> (
        select count(*) from memberships where community_id = communities.id)`.execute(forum.db)
    expect(rows).toEqual([])
  })
})
