import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { nobodyId } from '../../../contract/entities/schema.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Client, type Member, type PostFacts, passwordOf } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
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

/** The number of rows of a table that belong to a user. */
async function rowsOf(table: string, who: Member, column = 'user_id'): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from ${sql.table(table)} where ${sql.ref(column)} = ${who.id}`.execute(scene.forum.db)
  return Number(rows[0]?.count)
}

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
    // Visits are stored later, or before a feed shows them.
    await leaver.get('/api/posts?feed=all')
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

  it('is hidden from everyone', async () => {
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

  it('does not include email, text, picture and IP addresses, not even for admins', async () => {
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

  it('includes posts, comments and votes, by the ghost for everyone but admins', async () => {
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
