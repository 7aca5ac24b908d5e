import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  passwordOf,
  startForum,
} from '../../../tests/support/forum.ts'
import { withoutPassword } from '../../../tests/support/withoutPassword.ts'

let forum: Forum
let admin: Member
let bot: Member
let reader: Member
let guest: Client
let byBot: PostFacts
let byMember: PostFacts
beforeAll(async () => {
  forum = await startForum()
  await forum.community('birding')
  admin = await forum.member('the_admin', { isAdmin: true })
  bot = await forum.member('feed_bot')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
  byBot = await forum.post(bot, 'birding')
  byMember = await forum.post(admin, 'birding')
  await forum.comment(bot, byMember)
  await mark(true)
})
afterAll(() => forum.close())

const save = (who: Member, settings: object) => who.post('/api/_settings?action=updateProfile', settings)
const mark = (isBot: boolean) => save(bot, { isBot })
const types = async (who: Client = guest) =>
  (await who.get('/api/users/feed_bot')).json<User>().badges.map(({ type }) => type)
const listed = async (who: Client, query = 'sort=latest') =>
  (await who.get(`/api/posts?${query}`)).json<{ posts: Post[] }>().posts.map(({ id }) => id)

it('members mark their own account, any number of times, and take the mark back', async () => {
  const answer = await mark(true)
  expect(answer.json<User>().badges).toMatchObject([{ type: 'bot' }])
  expect(await types()).toEqual(['bot'])
  await mark(false)
  expect((await mark(false)).json<User>().badges).toEqual([])
  expect(await types()).toEqual([])
  await mark(true)
})

it('admins mark accounts, which is logged and does not congratulate', async () => {
  const url = '/api/users/feed_bot/badges'
  expect((await admin.delete(`${url}/bot?byType=true`)).statusCode).toBe(200)
  expect(await types()).toEqual([])
  expect((await admin.post(url, { type: 'bot' })).statusCode).toBe(200)
  expect(await types()).toEqual(['bot'])
  const log = (await admin.get('/api/modlog?action=give_badge')).json<{ items: object[] }>().items
  expect(log[0]).toMatchObject({ action: 'give_badge', details: { badgeType: 'bot' } })
  const notifications = (await bot.get('/api/notifications')).json<{ items: { type: string }[] }>().items
  expect(notifications.filter(({ type }) => type === 'new_badge')).toEqual([])
  expect((await reader.post(url, { type: 'bot' })).json()).toEqual(errors.userNotAdmin)
})

it('members cannot take back their own mark either, once an admin has given it, too', async () => {
  const url = '/api/users/feed_bot/badges'
  const marks = async () =>
    (await admin.get('/api/modlog?action=give_badge')).json<{ items: object[] }>().items.length
  await admin.delete(`${url}/bot?byType=true`)
  await mark(true)
  const before = await marks()
  for (const _time of [1, 2]) expect((await admin.post(url, { type: 'bot' })).statusCode).toBe(200)
  expect(await marks()).toBe(before + 1)
  expect((await mark(false)).json()).toEqual(errors.botByAdmin)
})

it('members cannot take back the mark that an admin gave', async () => {
  const url = '/api/users/feed_bot/badges'
  expect((await mark(false)).json()).toEqual(errors.botByAdmin)
  expect(await types()).toEqual(['bot'])
  expect((await mark(true)).json()).toMatchObject({ isBotByAdmin: true })
  expect((await bot.get('/api/_user')).json()).toMatchObject({ isBotByAdmin: true })
  expect((await guest.get('/api/users/feed_bot')).json()).not.toHaveProperty('isBotByAdmin')
  // Nothing else of a refused call is saved.
  expect((await save(bot, { isBot: false, aboutMe: 'A person.' })).json()).toEqual(errors.botByAdmin)
  expect((await bot.get('/api/_user')).json()).toMatchObject({ aboutMe: null })
  await admin.delete(`${url}/bot?byType=true`)
  await mark(true)
  expect((await bot.get('/api/_user')).json()).not.toHaveProperty('isBotByAdmin')
  expect((await mark(false)).statusCode).toBe(200)
  await mark(true)
})

it('the mark is only saved with the rest of the call', async () => {
  const answer = await withoutPassword(forum, () =>
    save(reader, { isBot: true, email: 'new@address.example' }),
  )
  expect(answer.json()).toEqual(errors.passwordNeeded)
  expect((await guest.get('/api/users/reader_r')).json()).toMatchObject({ badges: [] })
})

it('the mark is beside the name of the author everywhere', async () => {
  const [post, withComment] = await Promise.all(
    [byBot, byMember].map(async ({ publicId }) =>
      (await guest.get(`/api/posts/${publicId}?render=page`)).json<Post>(),
    ),
  )
  expect(post).toMatchObject({ authorBadges: ['bot'] })
  expect(withComment).toMatchObject({ comments: [{ authorBadges: ['bot'] }] })
  const feed = (await guest.get('/api/posts?render=page')).json<{ posts: Post[] }>().posts
  expect(feed.find(({ id }) => id === byBot.id)).toMatchObject({ authorBadges: ['bot'] })
  const forPrograms = (await guest.get(`/api/posts/${byBot.publicId}`)).json<Post>()
  expect(forPrograms).toMatchObject({ author: { badges: [{ type: 'bot' }] } })
})

it('bots do not vote unless the site lets them', async () => {
  const vote = async () => (await bot.post('/api/_postVote', { postId: byMember.id, set: 'up' })).json()
  expect(await vote()).toEqual(errors.botsCannotVote)
  await changeSettings(admin, { botVotes: true })
  expect(await vote()).toMatchObject({ userVotedUp: true })
  await changeSettings(admin, { botVotes: null })
})

it('feeds leave out posts by bots for those who want that, in every feed, and only for them', async () => {
  const { communityId } = (await guest.get(`/api/posts/${byBot.publicId}`)).json<Post>()
  await reader.post('/api/_joinCommunity', { communityId })
  const feeds = [
    'sort=latest',
    'sort=hot',
    'sort=week',
    'sort=latest&feed=home',
    'sort=activity&feed=home',
    `sort=latest&feed=community&communityId=${communityId}`,
  ]
  for (const feed of feeds) expect(await listed(reader, feed)).toContain(byBot.id)
  expect((await save(reader, { hideBots: true })).json()).toMatchObject({ hideBots: true })
  for (const feed of feeds) {
    const ids = await listed(reader, feed)
    expect(ids, feed).not.toContain(byBot.id)
    expect(ids, feed).toContain(byMember.id)
  }
  expect(await listed(guest)).toContain(byBot.id)
  expect((await guest.get('/api/users/reader_r')).json()).not.toHaveProperty('hideBots')
  await save(reader, { hideBots: false })
  expect(await listed(reader)).toContain(byBot.id)
})

it('a bot names who runs it, which others see once they confirm it, and forgets a deleted account', async () => {
  const owner = await forum.member('Runs_It')
  await mark(true)
  const profile = async (who: Client = guest) => (await who.get('/api/users/feed_bot')).json<User>()
  const shown = async () => (await profile()).botOwner
  const name = (botOwner: string | null) => save(bot, { botOwner })
  const answer = (who: Client, isMine: boolean) => who.put('/api/users/feed_bot/bot_owner', { isMine })
  for (const nobody of ['nobody_here', 'feed_bot', 'ghost'])
    expect((await name(nobody)).json()).toEqual(errors.botOwnerNotFound)
  expect(await shown()).toBeUndefined()
  expect((await name('@runs_it')).json()).toMatchObject({ botOwnerAsked: 'Runs_It' })
  for (const who of [guest, reader]) {
    expect(await profile(who)).not.toHaveProperty('botOwner')
    expect(await profile(who)).not.toHaveProperty('botOwnerAsked')
  }
  for (const who of [owner, admin, bot])
    expect(await profile(who)).toMatchObject({ botOwnerAsked: 'Runs_It' })
  expect((await bot.get('/api/_user')).json()).toMatchObject({ botOwnerAsked: 'Runs_It' })
  for (const who of [reader, bot, admin]) expect((await answer(who, true)).json()).toEqual(errors.notBotOwner)
  expect((await answer(owner, false)).statusCode).toBe(200)
  expect(await profile(owner)).not.toHaveProperty('botOwnerAsked')
  expect((await answer(owner, true)).json()).toEqual(errors.notBotOwner)

  await name('@runs_it')
  expect((await answer(owner, true)).statusCode).toBe(200)
  expect(await shown()).toBe('Runs_It')
  expect((await bot.get('/api/_user')).json()).toMatchObject({ botOwner: 'Runs_It' })
  // The same one, written in another way.
  expect((await name('runs_it')).json()).toMatchObject({ botOwner: 'Runs_It' })
  expect((await name('reader_r')).json()).toMatchObject({ botOwnerAsked: 'reader_r' })
  expect(await shown()).toBeUndefined()
  await name('Runs_It')
  expect(await shown()).toBeUndefined()
  await answer(owner, true)
  expect((await answer(owner, false)).statusCode).toBe(200)
  expect(await shown()).toBeUndefined()
  await name('Runs_It')
  expect((await name(null)).json()).not.toHaveProperty('botOwnerAsked')
  await name('Runs_It')
  await answer(owner, true)
  await mark(false)
  expect(await shown()).toBeUndefined()
  // Nothing else of a refused call is saved.
  expect((await save(bot, { botOwner: 'Runs_It', aboutMe: 'A person.' })).json()).toEqual(errors.notBot)
  expect((await bot.get('/api/_user')).json()).toMatchObject({ aboutMe: null })
  expect((await name('')).statusCode).toBe(200)

  const badges = '/api/users/feed_bot/badges'
  const given = async (fields: object) => (await admin.post(badges, { type: 'bot', ...fields })).statusCode
  expect(await given({ owner: 'runs_it' })).toBe(200)
  expect(await given({})).toBe(200)
  expect(await shown()).toBe('Runs_It')
  for (const isMine of [true, false])
    expect((await answer(owner, isMine)).statusCode).toBe(isMine ? 200 : errors.botByAdmin.status)
  expect(await shown()).toBe('Runs_It')
  expect((await name('reader_r')).json()).toEqual(errors.botByAdmin)
  // Clients send back what they have read.
  expect((await save(bot, { botOwner: 'Runs_It', aboutMe: 'A feed.' })).statusCode).toBe(200)
  expect(
    (await admin.post('/api/users/reader_r/badges', { type: 'supporter', owner: 'Runs_It' })).statusCode,
  ).toBe(200)
  expect((await guest.get('/api/users/reader_r')).json()).not.toHaveProperty('botOwner')
  expect((await owner.delete('/api/users/Runs_It', { password: passwordOf('Runs_It') })).statusCode).toBe(200)
  expect(await shown()).toBeUndefined()
  const { rows } = await sql`select from badges where owner_id is not null`.execute(forum.db)
  expect(rows).toHaveLength(0)
  await admin.delete(`${badges}/bot?byType=true`)
})
