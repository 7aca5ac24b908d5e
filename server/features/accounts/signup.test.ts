import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors, withName } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { countQueries } from '../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_first', { isAdmin: true })
})
afterAll(() => forum.close())

const password = 'a fine password'
const signUp = async (fields: object) => (await forum.guest()).post('/api/_signup', fields)
const countAccounts = async () => (await forum.db.selectFrom('users').select('id').execute()).length

describe('signing up', () => {
  // [ACC-7-004] [ACC-7-005] [ACC-5-009]
  it('answers 201 with the new user, who is logged in on this session', async () => {
    const newcomer = await forum.guest()
    const response = await newcomer.post('/api/_signup', { username: 'Newcomer', email: '', password })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^\d+$/),
      username: 'Newcomer',
      email: null,
      emailConfirmedAt: null,
      emailRefusedAt: null,
      aboutMe: null,
      points: 1,
      isAdmin: false,
      proPic: null,
      badges: [],
      noPosts: 0,
      noComments: 0,
      lastSeenMonth: expect.stringMatching(/^[A-Z][a-z]+ \d{4}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      deleted: false,
      deletedAt: null,
      upvoteNotificationsOff: false,
      replyNotificationsOff: false,
      mentionNotificationsOff: false,
      homeFeed: 'all',
      rememberFeedSort: false,
      embedsOff: false,
      hideBots: false,
      hideUserProfilePictures: false,
      requireAltText: false,
      commentSort: 'best',
      language: null,
      bannedAt: null,
      isBanned: false,
      notificationsNewCount: 0,
      moddingList: null,
    })
    expect((await newcomer.get('/api/_user')).json()).toMatchObject({ username: 'Newcomer' })
  })

  it('joins the default communities and no others, and counts the member there', async () => {
    const chosen = await forum.community('Welcome_hall')
    const other = await forum.community('Side_room')
    await forum.db.updateTable('communities').set({ is_default: true }).where('id', '=', chosen.id).execute()
    const member = await forum.member('joiner_1')
    const { communities } = (await member.get('/api/_initial')).json()
    expect(communities).toMatchObject([{ id: chosen.id, noMembers: 2 }])
    expect((await member.get(`/api/communities/${other.id}`)).json()).toMatchObject({ noMembers: 1 })
    await forum.db.updateTable('communities').set({ is_default: false }).execute()
  })

  it('creates the private list Bookmarks', async () => {
    const member = await forum.member('collector')
    expect((await member.get('/api/_initial')).json().lists).toEqual([
      {
        id: expect.any(Number),
        name: 'bookmarks',
        displayName: 'Bookmarks',
        description: null,
        public: false,
        numItems: 0,
        userId: member.id,
        username: 'collector',
        sort: 'addedDsc',
        createdAt: expect.any(String),
        lastUpdatedAt: expect.any(String),
      },
    ])
  })

  it('trims what was typed and stores the address it came from', async () => {
    const response = await signUp({ username: ' spacy ', email: ' a@b.example ', password: `  ${password} ` })
    const account = await forum.db
      .selectFrom('users')
      .select(['username', 'email', 'created_ip', 'last_seen_ip'])
      .where('id', '=', response.json().id)
      .executeTakeFirstOrThrow()
    expect(account).toEqual({
      username: 'spacy',
      email: 'a@b.example',
      created_ip: '127.0.0.1',
      last_seen_ip: '127.0.0.1',
    })
    const login = await (await forum.guest()).post('/api/_login', { username: 'spacy', password })
    expect(login.statusCode).toBe(200)
  })

  it('stores only an argon2id hash of the password', async () => {
    await signUp({ username: 'hashed_1', password })
    const { password_hash } = await forum.db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'hashed_1')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('is refused for logged-in members', async () => {
    const member = await forum.member('already_in')
    const response = await member.post('/api/_signup', { username: 'second_me', password })
    expect(response.json()).toEqual(errors.alreadyLoggedIn)
    expect((await member.post('/api/_signup', { username: 5 })).json()).toEqual(errors.alreadyLoggedIn)
    expect((await member.get('/api/users/second_me')).statusCode).toBe(404)
  })

  it('takes four statements: session, name, account, login', async () => {
    const newcomer = await forum.guest()
    const post = () => newcomer.post('/api/_signup', { username: 'frugal_1', password })
    expect(await countQueries(forum.database, post)).toBe(4)
  })
})

describe('what a sign-up is refused for', () => {
  it.each([
    ['[ACC-5-001] no name', { username: '' }, errors.usernameEmpty],
    ['a missing name', { username: undefined }, errors.usernameEmpty],
    ['a name of spaces', { username: '   ' }, errors.usernameEmpty],
    ['[ACC-5-002] a name of two characters', { username: 'ab' }, errors.usernameTooShort],
    ['[ACC-5-004] a name of 22 characters', { username: 'a'.repeat(22) }, errors.usernameTooLong],
    ['a space in the name', { username: 'two words' }, errors.usernameCharacters],
    ['other letters', { username: 'Björn' }, errors.usernameCharacters],
    ['a name that stands for the site', { username: 'Moderator' }, errors.usernameReserved],
    ['a name of several such words', { username: 'System_Support' }, errors.usernameReserved],
    ['a name that looks like one', { username: 'root_admln' }, errors.usernameReserved],
    ['a name that looks like one in digits', { username: '5upp0rt' }, errors.usernameReserved],
    ['a name that looks like one in two letters', { username: 'adrnin' }, errors.usernameReserved],
    ['a short name that stands for the site', { username: 'API' }, errors.usernameReserved],
    ['a NUL in the name', { username: 'rob\0in' }, errors.unstorableText],
    ['[ACC-5-005] no password', { password: '' }, errors.passwordEmpty],
    ['a password of spaces', { password: '         ' }, errors.passwordEmpty],
    ['[ACC-5-006] a password of seven characters', { password: '1234567' }, errors.passwordTooShort],
    ['a password that many have', { password: '12345678' }, errors.passwordCommon],
    ['a password that many have, in another case', { password: ' PassWord1 ' }, errors.passwordCommon],
    ['the name of the site with digits and signs', { password: 'Folk-Moot 2026!' }, errors.passwordGuessable],
    ['the own name with digits', { password: 'Just_Right99' }, errors.passwordGuessable],
    ['seven bytes in few characters', { password: '🌱abc' }, errors.passwordTooShort],
    ['a body of wrong types', { username: 5 }, errors.invalidJson],
  ])('%s', async (_case, wrong, refusal) => {
    const before = await countAccounts()
    const response = await signUp({ username: 'just_right', email: 'fine@mail.example', password, ...wrong })
    expect(response.statusCode).toBe(refusal.status)
    expect(response.json()).toEqual(refusal)
    expect(await countAccounts()).toBe(before)
  })

  it.each([
    '<bee@hive.example>',
    'bee@hive.example>',
    'bee@hive.example,',
    `${'a'.repeat(250)}@hive.example`,
    'a,b@hive.example',
    'bee(x)@hive.example',
  ])('%s, which could be read as another address', async (email) => {
    const before = await countAccounts()
    const response = await signUp({ username: 'just_right', email, password })
    expect(response.json()).toEqual(errors.invalidEmail)
    expect(await countAccounts()).toBe(before)
  })

  it.each([
    ['three characters', { username: 'abc' }],
    ['a word for the site in another word', { username: 'rooted_systems' }],
    ['a short word for it, nearly', { username: 'apl' }],
    ['21 characters', { username: 'z'.repeat(21) }],
    ['eight characters as password', { username: 'eight_1', password: 'x8!ä67_9' }],
    ['eight bytes in few characters as password', { username: 'sprouts', password: '🌱🌱' }],
    ['null as email', { username: 'no_mail_1', email: null }],
    ['a missing email', { username: 'no_mail_2', email: undefined }],
    ['a long domain', { username: 'long_mail', email: 'me.you+tag@mail.example.co.uk' }],
  ])('%s is fine', async (_case, right) => {
    expect((await signUp({ email: 'fine@mail.example', password, ...right })).statusCode).toBe(201)
  })

  it.each([
    ['a b@c.example', 'spaced_mail'],
    ['a.example', 'mail_without_at'],
    ['a@example', 'mail_without_dot'],
  ])('no email address, which is kept as it is: %s', async (email, username) => {
    const newcomer = await forum.guest()
    expect((await newcomer.post('/api/_signup', { username, password, email })).statusCode).toBe(201)
    expect((await newcomer.get('/api/_user')).json()).toMatchObject({ email })
    const sentBack = await newcomer.post('/api/_settings?action=updateProfile', { email, aboutMe: 'Me' })
    expect(sentBack.json()).toMatchObject({ email, aboutMe: 'Me' })
  })

  // [ACC-5-003]
  it.each(['Taken_1', 'TAKEN_1', 'ghost', 'Nobody'])('%s, a name in use in any case', async (username) => {
    await signUp({ username: 'taken_1', password })
    const guest = await forum.guest()
    expect((await guest.get(`/api/usernames/${username}`)).json()).toEqual({ isFree: false })
    expect((await signUp({ username, password })).json()).toEqual(withName(errors.usernameTaken, username))
  })

  it('a name that is not free, which the check of a name reports without a refusal', async () => {
    const answer = await (await forum.guest()).get('/api/usernames/not_yet_taken')
    expect([answer.statusCode, answer.json()]).toEqual([200, { isFree: true }])
    expect((await signUp({ username: 'not_yet_taken', password })).statusCode).toBe(201)
  })

  it('a taken name before a password too short', async () => {
    expect((await signUp({ username: 'the_first', password: 'x' })).json().code).toBe('user_exists')
  })

  // [CORE-6-026]
  it('everything while sign-ups are disabled', async () => {
    await changeSettings(admin, { joining: 'closed' })
    const guest = await forum.guest()
    expect((await guest.get('/api/_initial')).json().signupsDisabled).toBe(true)
    expect((await signUp({ username: 'too_late', password })).json()).toEqual(errors.signupsDisabled)
    expect((await signUp({ username: 5 })).json()).toEqual(errors.signupsDisabled)
    await changeSettings(admin, { joining: 'open' })
    expect((await signUp({ username: 'too_late', password })).statusCode).toBe(201)
  })
})

describe('sign-ups at the same moment', () => {
  it('with one name create one account, and the others are refused', async () => {
    const guests = await Promise.all(Array.from({ length: 30 }, () => forum.guest()))
    const before = (await guests[0]?.get('/api/_initial'))?.json().noUsers
    const responses = await Promise.all(
      guests.map((guest) => guest.post('/api/_signup', { username: 'popular', password })),
    )
    expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(1)
    const refused = responses.filter((response) => response.statusCode !== 201)
    for (const response of refused) expect(response.json()).toEqual(withName(errors.usernameTaken, 'popular'))
    expect((await guests[0]?.get('/api/_initial'))?.json().noUsers).toBe(before + 1)
  })

  it('count every member of a default community', async () => {
    const { id } = await forum.community('Crowded')
    await forum.db.updateTable('communities').set({ is_default: true }).where('id', '=', id).execute()
    await Promise.all(Array.from({ length: 20 }, (_, n) => forum.member(`crowd_${n}`)))
    expect((await (await forum.guest()).get(`/api/communities/${id}`)).json().noMembers).toBe(21)
    await forum.db.updateTable('communities').set({ is_default: false }).execute()
  })
})

describe('the first account of a site', () => {
  it('becomes the admin, and only one does when many come at once', async () => {
    const site = await startForum({ DATABASE_CONNECTIONS: '8' })
    const guests = await Promise.all(Array.from({ length: 6 }, () => site.guest()))
    expect((await guests[0]?.get('/api/_initial'))?.json().awaitsFirstAdmin).toBe(true)
    const holder = await site.database.pool.connect()
    await holder.query('begin')
    await holder.query('select from site_settings for update')
    const signUps = guests.map((guest, n) =>
      guest.post('/api/_signup', { username: `settler_${n}`, password }),
    )
    // All of them began before the first account existed.
    await expect.poll(() => waitingStatements(site.db)).toHaveLength(6)
    await holder.query('commit')
    holder.release()
    const responses = await Promise.all(signUps)
    expect(responses.map((response) => response.json().isAdmin).filter(Boolean)).toHaveLength(1)
    expect((await (await site.guest()).get('/api/_initial')).json()).toMatchObject({
      awaitsFirstAdmin: false,
      noUsers: 8,
    })
    await site.close()
  })

  it('may have a name that stands for the site, and keeps it', async () => {
    const site = await startForum()
    const response = await (await site.guest()).post('/api/_signup', { username: 'admin', password })
    expect(response.json()).toMatchObject({ username: 'admin', isAdmin: true })
    const login = await (await site.guest()).post('/api/_login', { username: 'admin', password })
    expect(login.statusCode).toBe(200)
    await site.close()
  })

  it('is the next one if all others were imported without a password', async () => {
    const site = await startForum()
    await site.db.insertInto('users').values({ username: 'old_hand', is_admin: true }).execute()
    expect((await (await site.guest()).get('/api/_initial')).json().awaitsFirstAdmin).toBe(true)
    const response = await (await site.guest()).post('/api/_signup', { username: 'operator', password })
    expect(response.json().isAdmin).toBe(true)
    await site.close()
  })

  it('does not become admin if imported members can log in', async () => {
    const site = await startForum()
    await site.db.insertInto('users').values({ username: 'old_hand', password_hash: '$2a$04$x' }).execute()
    expect((await (await site.guest()).get('/api/_initial')).json().awaitsFirstAdmin).toBe(false)
    const response = await (await site.guest()).post('/api/_signup', { username: 'stranger', password })
    expect(response.json().isAdmin).toBe(false)
    await site.close()
  })
})
