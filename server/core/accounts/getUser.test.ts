import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import { nobodyId, zeroTime } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { formWith } from '../../../tests/support/form.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { picture } from '../../../tests/support/pictures.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let guest: Client
let admin: Member
let amy: Member
let bob: Member

const secret = 'amy.secret@mail.example'
const preferences = {
  upvoteNotificationsOff: true,
  replyNotificationsOff: true,
  mentionNotificationsOff: true,
  homeFeed: 'subscriptions',
  rememberFeedSort: true,
  embedsOff: true,
  hideUserProfilePictures: true,
  requireAltText: true,
  notificationsNewCount: 7,
}
const defaults = {
  upvoteNotificationsOff: false,
  replyNotificationsOff: false,
  mentionNotificationsOff: false,
  homeFeed: 'all',
  rememberFeedSort: false,
  embedsOff: false,
  hideUserProfilePictures: false,
  requireAltText: false,
  notificationsNewCount: 0,
}

beforeAll(async () => {
  forum = await startForum()
  guest = await forum.guest()
  admin = await forum.member('the_admin', { isAdmin: true })
  bob = await forum.member('bob_by')
  amy = await forum.member('Amy_W', { points: 42 })
  await forum.db
    .updateTable('users')
    .set({
      email: secret,
      about_me: 'Gardener.',
      home_feed: 'subscriptions',
      remember_feed_sort: true,
      embeds_off: true,
      hide_user_profile_pictures: true,
      require_alt_text: true,
      upvote_notifications_off: true,
      reply_notifications_off: true,
      mention_notifications_off: true,
      notifications_new_count: 7,
    })
    .where('id', '=', amy.id)
    .execute()
})
afterAll(() => forum.close())

const look = async (who: Client, username = 'amy_w') => (await who.get(`/api/users/${username}`)).json<User>()

describe('a user', () => {
  // [CORE-3-001] [CORE-7-036]
  it('shows their profile to everyone, but not their preferences and email', async () => {
    const expected = {
      id: amy.id,
      username: 'Amy_W',
      email: null,
      emailConfirmedAt: null,
      aboutMe: 'Gardener.',
      points: 42,
      isAdmin: false,
      proPic: null,
      badges: [],
      noPosts: 0,
      noComments: 0,
      lastSeenMonth: expect.stringMatching(/^[A-Z][a-z]+ \d{4}$/),
      createdAt: expect.any(String),
      deleted: false,
      deletedAt: null,
      ...defaults,
      bannedAt: null,
      isBanned: false,
      moddingList: null,
    }
    expect(await look(guest)).toEqual(expected)
    expect(await look(bob)).toEqual(expected)
  })

  it('sees their own preferences and email', async () => {
    const own = { ...preferences, email: secret }
    expect(await look(amy)).toMatchObject(own)
    expect((await amy.get('/api/_user')).json()).toMatchObject(own)
    expect((await amy.get('/api/_initial')).json().user).toMatchObject({ ...own, moddingList: null })
    expect(await look(amy)).not.toHaveProperty('lastSeenIP')
  })

  it('shows admins also time and IP address of their visits', async () => {
    expect(await look(admin)).toMatchObject({
      ...preferences,
      email: secret,
      lastSeen: expect.stringMatching(/Z$/),
      lastSeenIP: '127.0.0.1',
      createdIP: '127.0.0.1',
    })
  })

  it('[CORE-7-037] shows admins their details, also who deleted the account', async () => {
    const details = async (username: string) =>
      (await admin.get(`/api/users/${username}?adminsView=true`)).json<User>()
    expect(await details('amy_w')).toMatchObject({
      id: amy.id,
      email: secret,
      userIndex: Number(stored(amy.id)),
      createdIP: '127.0.0.1',
      lastSeenIP: '127.0.0.1',
      lastSeen: expect.stringMatching(/Z$/),
      webPushSubscriptionsCount: 0,
      deletedBy: null,
    })
    await sql`insert into push_subscriptions (session_id_hash, endpoint, auth, p256dh)
      select id_hash, 'https://push.example/amy', 'a', 'p' from sessions where user_id = ${amy.id}`.execute(
      forum.db,
    )
    expect(await details('amy_w')).toMatchObject({ webPushSubscriptionsCount: 1 })
    for (const other of ['', '?adminsView=1', '?adminsView=TRUE', '?adminsView='])
      expect((await admin.get(`/api/users/amy_w${other}`)).json()).not.toHaveProperty('userIndex')
    const removed = await forum.member('removed_1')
    await forum.db
      .updateTable('users')
      .set({ deleted_at: new Date(), deleted_by: admin.id })
      .where('id', '=', removed.id)
      .execute()
    expect(await details('removed_1')).toMatchObject({ id: removed.id, deletedBy: 'the_admin' })
    expect((await bob.get('/api/users/amy_w?adminsView=true')).json()).toEqual(errors.notAdmin)
    expect((await guest.get('/api/users/amy_w?adminsView=true')).json()).toEqual(errors.notLoggedIn)
  })

  it('[CORE-3-002] shows which communities they moderate', async () => {
    const { id } = await forum.community('herb_garden', admin)
    const { moddingList } = (await guest.get('/api/users/THE_ADMIN')).json()
    expect(moddingList).toMatchObject([
      { id, name: 'herb_garden', proPic: null, userJoined: null, userMod: null, mods: null, rules: null },
    ])
    expect((await admin.get('/api/_user')).json().moddingList).toMatchObject([{ id }])
  })

  it('who is suspended says so', async () => {
    const rude = await forum.member('rude_2')
    await forum.db
      .updateTable('users')
      .set({ banned_at: new Date(0) })
      .where('id', '=', rude.id)
      .execute()
    expect(await look(guest, 'rude_2')).toMatchObject({
      isBanned: true,
      bannedAt: '1970-01-01T00:00:00Z',
    })
  })

  // [ACC-7-006] [ACC-5-003] [CORE-7-036]
  it.each(['nobody_here', 'x', 'a'.repeat(200), '%F0%9F%90%9D', '%27'])(
    'named %s is not found, which means that the name is free',
    async (username) => {
      expect((await guest.get(`/api/users/${username}`)).json()).toEqual(errors.userNotFound)
    },
  )

  it('never shows an email address to others', async () => {
    const { name } = await forum.community('amys_place', admin)
    const { id } = (await guest.get(`/api/communities/${name}?byName=true`)).json()
    await amy.post('/api/_joinCommunity', { communityId: id })
    const moderator = { community_id: id, user_id: amy.id, position: 1 }
    await forum.db.insertInto('moderators').values(moderator).execute()
    const post = await forum.post(amy, name)
    await forum.comment(amy, post)
    const addresses = [
      '/api/_initial',
      '/api/users/amy_w',
      '/api/communities',
      `/api/communities/${id}`,
      `/api/communities/${id}/mods`,
      '/api/posts',
      `/api/posts/${post.publicId}`,
      `/api/posts/${post.publicId}/comments`,
    ]
    for (const address of addresses)
      for (const who of [guest, bob]) {
        const response = await who.get(address)
        expect(response.statusCode, address).toBe(200)
        expect(response.body, address).not.toContain(secret)
        expect(response.body, address).not.toMatch(/lastSeenIP|createdIP|password/)
      }
    const login = await (await forum.guest()).post('/api/_login', {
      username: 'amy_w',
      password: passwordOf('Amy_W'),
    })
    expect(login.body).not.toContain(secret)
  })
})

describe('a deleted account', () => {
  const deletedAt = '2026-01-02T03:04:05Z'
  let gone: Member
  beforeAll(async () => {
    gone = await forum.member('Gone_1', { points: 9 })
    await forum.db
      .updateTable('users')
      .set({
        deleted_at: deletedAt,
        about_me: 'was here',
        post_count: 7,
        comment_count: 8,
        last_seen_at: deletedAt,
      })
      .where('id', '=', gone.id)
      .execute()
  })

  it('is found by its name as a ghost with that name, without numbers that could identify it', async () => {
    const ghost = {
      id: nobodyId,
      username: 'Gone_1',
      deleted: true,
      deletedAt: zeroTime,
      createdAt: zeroTime,
      aboutMe: null,
      badges: [],
      points: 0,
      noPosts: 0,
      noComments: 0,
      lastSeenMonth: '',
    }
    expect(await look(guest, 'gone_1')).toMatchObject(ghost)
    expect(await look(bob, 'gone_1')).toMatchObject(ghost)
  })

  it('is shown to admins unchanged', async () => {
    expect(await look(admin, 'gone_1')).toMatchObject({
      id: gone.id,
      username: 'Gone_1',
      deleted: true,
      deletedAt,
      aboutMe: 'was here',
      points: 9,
      noPosts: 7,
      noComments: 8,
      lastSeenMonth: 'January 2026',
    })
  })

  it('is logged in nowhere', async () => {
    expect((await gone.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
  })
})

describe('the user’s own record', () => {
  it('is refused to guests', async () => {
    const response = await guest.get('/api/_user')
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual(errors.notLoggedIn)
  })

  // [CORE-7-006] [CORE-4-051]
  it('costs one statement beyond the session, every five seconds', async () => {
    expect(await countQueries(forum.database, () => bob.get('/api/_user'))).toBe(2)
  })

  /** Polls like a page that has a cached answer. */
  const askAgain = (who: Member, tag = '') =>
    who.send({ url: '/api/_user', headers: { 'if-none-match': `"other", ${tag}` } })
  const tagOf = async (who: Member) => (await who.get('/api/_user')).headers.etag

  it('is not sent again while it is the same, and costs only the query for the session', async () => {
    const asker = await forum.member('asker_a')
    const tag = await tagOf(asker)
    expect(await tagOf(asker)).toBe(tag)
    const response = await askAgain(asker, tag)
    expect([response.statusCode, response.body]).toEqual([304, ''])
    expect(response.headers).toMatchObject({ etag: tag, 'cache-control': 'no-store' })
    expect(await countQueries(forum.database, () => askAgain(asker, tag))).toBe(1)
  })

  it('is sent again as soon as something about the member has changed', async () => {
    const asker = await forum.member('asker_b')
    await asker.send({
      method: 'POST',
      url: '/api/users/asker_b/pro_pic',
      ...(await formWith(await picture(1))),
    })
    const changes: [string, () => Promise<unknown>][] = [
      ['a text', () => asker.post('/api/_settings?action=updateProfile', { aboutMe: 'Busy.' })],
      ['a badge', () => admin.post('/api/users/asker_b/badges', { type: 'supporter' })],
      ['no badge', () => admin.delete('/api/users/asker_b/badges/supporter?byType=true')],
      [
        'what the picture shows',
        async () => {
          const { id } = (await asker.get('/api/_user')).json<User>().proPic ?? {}
          return asker.put(`/api/images/${id}`, { altText: 'Me' })
        },
      ],
      ['no picture', () => asker.delete('/api/users/asker_b/pro_pic')],
    ]
    for (const [what, change] of changes) {
      const tag = await tagOf(asker)
      await change()
      const response = await askAgain(asker, tag)
      expect(response.statusCode, what).toBe(200)
      expect(response.json(), what).toMatchObject({ username: 'asker_b' })
    }
  })

  it('of a moderator is sent again when what they moderate has changed, and costs as little', async () => {
    const moderator = await forum.moderator('asker_c', 'askers')
    const { id } = (await moderator.get('/api/communities/askers?byName=true')).json<{ id: string }>()
    const changes: [string, () => Promise<unknown>][] = [
      [
        'a text',
        () =>
          forum.db.updateTable('communities').set({ about: 'New.' }).where('name', '=', 'askers').execute(),
      ],
      [
        'a picture',
        async () =>
          admin.send({
            method: 'POST',
            url: `/api/communities/${id}/pro_pic`,
            ...(await formWith(await picture(1))),
          }),
      ],
      [
        'what the picture shows',
        () =>
          forum.db
            .updateTable('images')
            .set({ alt_text: 'An owl' })
            .where('id', '=', (eb) =>
              eb.selectFrom('communities').where('name', '=', 'askers').select('icon_id').$castTo<string>(),
            )
            .execute(),
      ],
      [
        'one community more',
        async () => {
          await forum.community('others')
          await sql`insert into moderators (community_id, user_id, position)
            select id, ${moderator.id}, 3 from communities where name = 'others'`.execute(forum.db)
        },
      ],
      [
        'the permissions',
        () =>
          forum.db
            .updateTable('moderators')
            .set({ permissions: sql`'{rules}'` })
            .where('user_id', '=', moderator.id)
            .execute(),
      ],
    ]
    for (const [what, change] of changes) {
      const before = await moderator.get('/api/_user')
      const tag = String(before.headers.etag)
      expect(await countQueries(forum.database, () => askAgain(moderator, tag)), what).toBe(1)
      expect((await askAgain(moderator, tag)).statusCode, what).toBe(304)
      await change()
      const after = await askAgain(moderator, tag)
      expect(after.statusCode, what).toBe(200)
      expect(after.json().moddingList, what).not.toEqual(before.json().moddingList)
    }
  })

  it('differs for another member in the same browser', async () => {
    const [first, second] = [await forum.member('asker_d'), await forum.member('asker_e')]
    expect((await askAgain(second, await tagOf(first))).json().username).toBe('asker_e')
  })
})
