import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { MemberHistory } from '../../../contract/entities/memberHistory.ts'
import type { Conversation, ModmailMessage } from '../../../contract/entities/modmail.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { lockPermissionsExclusively } from '../../core/permissions/permissionLock.ts'
import { sections } from '../ownData/sections.ts'

let forum: Forum
let admin: Member
let moderator: Member
let colleague: Member
let author: Member
let birding: string
beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '10' })
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  colleague = await forum.moderator('moderator_c', 'birding')
  birding = (await moderator.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
})
let authors = 0
beforeEach(async () => {
  authors += 1
  author = await forum.member(`wren_${authors}`)
})
afterAll(() => forum.close())

type List = OutputOf<'listConversations'>
const start = async (who: Member, given: object = {}) =>
  (
    await who.post('/api/modmail', {
      communityId: birding,
      subject: `Swifts ${authors}`,
      text: 'May I post swifts?',
      ...given,
    })
  ).json<Conversation>()
const answer = async (who: Member, id: number, text: string, kind = 'message') =>
  (await who.post(`/api/modmail/${id}/messages`, { text, kind })).json<ModmailMessage>()
const read = async (who: Member, id: number) =>
  (await who.get(`/api/modmail/${id}`)).json<OutputOf<'getConversation'>>()
const own = async (who: Member) => (await who.get('/api/modmail')).json<List>()
const ofBirding = async (who: Member, filter = 'open') =>
  (await who.get(`/api/modmail?communityId=${birding}&filter=${filter}`)).json<List>()
const find = async (who: Member, id: number, filter = 'open') =>
  (await ofBirding(who, filter)).items.find((one) => one.id === id)
const notifications = async (who: Member) =>
  (await who.get('/api/notifications?render=page')).json<OutputOf<'listNotifications'>>().items

/** Stores conversations that the author began, above the limit, too. */
const openConversations = (count: number) =>
  sql`with begun as (
      insert into modmail_conversations (community_id, member_id, subject, is_new_to_member, is_new_to_moderators)
      select ${birding}, ${author.id}, 'One', false, false from generate_series(1, ${count}::integer) returning id)
    insert into modmail_messages (conversation_id, author_id, kind, body)
    select id, ${author.id}, 'message', 'Why?' from begun`.execute(forum.db)

/** What the archive of their data has about their messages. */
const exported = async ({ id }: Member) =>
  (await sections.messagesWithModerators?.(stored(id)).execute(forum.db))?.rows

it('goes from a member to all moderators and back; both sides are notified, and the member sees only roles', async () => {
  const { id } = await start(author)
  for (const who of [moderator, colleague]) {
    const [notified] = await notifications(who)
    expect(notified).toMatchObject({
      type: 'modmail',
      kind: 'moderation',
      toURL: `/birding/modtools/modmail?conversation=${id}`,
    })
    expect(notified?.title).toContain(`@${author.username}`)
  }
  expect(await find(moderator, id)).toMatchObject({ isNew: true, member: { username: author.username } })
  const written = await answer(moderator, id, 'Yes, please.')
  expect(written).toMatchObject({ author: { username: 'moderator_m' }, writtenAs: 'mods' })
  const [notified] = await notifications(author)
  expect(notified).toMatchObject({ type: 'modmail', toURL: `/modmail?conversation=${id}`, actors: [] })
  expect(JSON.stringify(notified)).not.toContain('moderator_m')
  const { messages, conversation } = await read(author, id)
  expect(messages.map(({ text, author: by, writtenAs }) => [text, by?.username, writtenAs])).toEqual([
    ['Yes, please.', undefined, 'mods'],
    ['May I post swifts?', author.username, null],
  ])
  expect(conversation).toMatchObject({ isNew: true, excerpt: 'Yes, please.' })
  expect((await own(author)).noNew).toBe(1)
  await author.put(`/api/modmail/${id}`, { action: 'seen' })
  expect((await own(author)).noNew).toBe(0)
  expect(await find(moderator, id)).toMatchObject({ isNew: false })
})

it('notifies moderators once of unopened messages', async () => {
  const before = (await notifications(moderator)).length
  const { id } = await start(author)
  await answer(author, id, 'And martins?')
  expect(await notifications(moderator)).toHaveLength(before + 1)
  await colleague.put(`/api/modmail/${id}`, { action: 'seen' })
  await answer(author, id, 'And swallows?')
  expect(await notifications(moderator)).toHaveLength(before + 2)
})

describe('that moderators begin with a note', () => {
  const secret = 'Perhaps a troll'
  const begin = () =>
    start(moderator, { username: author.username, subject: secret, text: 'Sounds like one.', kind: 'note' })

  it('does not exist for the member, and for colleagues it does', async () => {
    const { id } = await begin()
    expect(await find(colleague, id)).toMatchObject({ subject: secret })
    expect((await own(author)).items).toEqual([])
    for (const refused of [
      await author.get(`/api/modmail/${id}`),
      await author.post(`/api/modmail/${id}/messages`, { text: 'Hello?' }),
      await author.put(`/api/modmail/${id}`, { action: 'seen' }),
    ])
      expect(refused.json()).toEqual(errors.conversationNotFound)
    expect(await notifications(author)).toEqual([])
  })

  it('does not count among those that a member may begin', async () => {
    for (let n = 0; n < limits.openConversationsMax; n++) await begin()
    expect(await start(author)).toMatchObject({ excerpt: 'May I post swifts?' })
  })

  it('keeps its subject from the member when they write to them', async () => {
    const { id } = await begin()
    await answer(moderator, id, 'Please stay on topic.')
    const { conversation } = await read(author, id)
    expect(conversation).toMatchObject({
      subject: 'From the moderators of birding',
      excerpt: 'Please stay on topic.',
    })
    const all = [
      await own(author),
      await read(author, id),
      await notifications(author),
      await exported(author),
    ]
    expect(JSON.stringify(all)).not.toContain('troll')
    await author.post(`/api/modmail/${id}/messages`, { text: 'All right.' })
    expect((await read(colleague, id)).conversation.subject).toBe(secret)
    expect(JSON.stringify(await notifications(colleague))).toContain(secret)
  })
})

it('is open to replies of members whose trust would not suffice to begin one', async () => {
  const { id } = await start(moderator, { username: author.username })
  await changeSettings(admin, { trustForMessages: '1' })
  const begins = await author.post('/api/modmail', { communityId: birding, subject: 'One', text: 'Why?' })
  expect(begins.json()).toMatchObject({ code: errors.trustTooLow.code })
  expect(await answer(author, id, 'Because.')).toMatchObject({ text: 'Because.' })
  await changeSettings(admin, { trustForMessages: '0' })
})

it('has notes that the member neither sees nor is notified of', async () => {
  const { id } = await start(author)
  await answer(moderator, id, 'A well-known troll.', 'note')
  expect((await read(colleague, id)).messages[0]).toMatchObject({ kind: 'note', text: 'A well-known troll.' })
  expect(await find(colleague, id)).toMatchObject({ excerpt: 'A well-known troll.', isNew: true })
  const seen = JSON.stringify([await read(author, id), await own(author), await notifications(author)])
  expect(seen).not.toContain('troll')
  expect(seen).not.toContain('modmail"')
  const exported = await forum.db
    .selectFrom('modmail_messages')
    .where('kind', '=', 'note')
    .selectAll()
    .execute()
  expect(exported.length).toBeGreaterThan(0)
})

it('hides conversations about a moderator from that moderator', async () => {
  const { id } = await start(moderator, { username: colleague.username, text: 'About your bans.' })
  await answer(moderator, id, 'Careful with this one.', 'note')
  expect(await find(colleague, id)).toBeUndefined()
  expect(JSON.stringify(await read(colleague, id))).not.toContain('Careful')
  expect((await own(colleague)).items[0]).toMatchObject({ id, assignedTo: null })
})

it('can be assigned and archived, and is reopened by an answer of the member', async () => {
  const { id } = await start(author)
  await moderator.put(`/api/modmail/${id}`, { action: 'assign', assignee: 'moderator_c' })
  expect(await find(colleague, id, 'mine')).toMatchObject({ assignedTo: { username: 'moderator_c' } })
  expect(await find(moderator, id, 'mine')).toBeUndefined()
  await colleague.put(`/api/modmail/${id}`, { action: 'unassign' })
  expect(await find(colleague, id, 'mine')).toBeUndefined()
  await moderator.put(`/api/modmail/${id}`, { action: 'archive' })
  expect(await find(moderator, id)).toBeUndefined()
  expect(await find(moderator, id, 'archived')).toMatchObject({ isArchived: true })
  await answer(author, id, 'One more thing.')
  expect(await find(moderator, id)).toMatchObject({ isArchived: false, isNew: true })
})

it('counts warnings in the history of the member', async () => {
  const { id } = await start(moderator, {
    username: author.username,
    subject: 'Links',
    text: 'No links, please.',
    kind: 'warning',
  })
  const [notified] = await notifications(author)
  expect(notified?.title).toContain('warn')
  await answer(moderator, id, 'This was the second time.', 'warning')
  await answer(moderator, id, 'Never mind.')
  const history = (
    await moderator.get(`/api/communities/${birding}/members/${author.username}/history`)
  ).json<MemberHistory>()
  expect(history.noWarnings).toBe(2)
  expect(history.warnings.map(({ text, conversationId }) => [text, conversationId])).toEqual([
    ['This was the second time.', id],
    ['No links, please.', id],
  ])
})

it('comes page by page', async () => {
  const { id } = await start(author)
  await forum.db
    .insertInto('modmail_messages')
    .values(
      Array.from({ length: limits.messagesPerPage }, (_, n) => ({
        conversation_id: String(id),
        author_id: author.id,
        kind: 'message',
        body: `Number ${n}`,
      })),
    )
    .execute()
  const first = await read(author, id)
  expect(first.messages).toHaveLength(limits.messagesPerPage)
  const rest = (await author.get(`/api/modmail/${id}?next=${first.next}`)).json<OutputOf<'getConversation'>>()
  expect(rest).toMatchObject({ messages: [{ text: 'May I post swifts?' }], next: null })

  await openConversations(limits.conversationsPerPage)
  const page = await own(author)
  expect(page.items).toHaveLength(limits.conversationsPerPage)
  const last = (await author.get(`/api/modmail?next=${page.next}`)).json<List>()
  expect(last).toMatchObject({ items: [{ id }], next: null })
})

it('is deleted with the account of the member, and keeps messages of deleted moderators', async () => {
  const leaver = await forum.moderator(`leaver_${authors}`, 'birding')
  const { id } = await start(author)
  await answer(leaver, id, 'Yes, please.')
  await leaver.put(`/api/modmail/${id}`, { action: 'assign' })
  await leaver.delete(`/api/users/${leaver.username}`, { password: `password of ${leaver.username}` })
  const { messages, conversation } = await read(moderator, id)
  expect(messages[0]).toMatchObject({ author: { username: 'ghost' }, text: 'Yes, please.' })
  expect(conversation.assignedTo).toBeNull()
  await author.delete(`/api/users/${author.username}`, { password: `password of ${author.username}` })
  expect((await moderator.get(`/api/modmail/${id}`)).statusCode).toBe(404)
  const left = await forum.db
    .selectFrom('modmail_messages')
    .where('conversation_id', '=', String(id))
    .selectAll()
    .execute()
  expect(left).toEqual([])
})

describe('the limit of open conversations', () => {
  const openOnes = async () =>
    (
      await sql<{ open: number }>`select count(*)::integer as open from modmail_conversations
        where member_id = ${author.id} and archived_at is null`.execute(forum.db)
    ).rows[0]?.open
  const fillBut = (places: number) => openConversations(limits.openConversationsMax - places)
  const begin = () => author.post('/api/modmail', { communityId: birding, subject: 'Swifts', text: 'Why?' })

  /** The answers of concurrent calls, which all wait for the lock of the member. */
  const together = async (...calls: (() => ReturnType<Member['post']>)[]) => {
    const { answers } = await forum.db.transaction().execute(async (trx) => {
      await lockPermissionsExclusively(trx, author)
      const answers = calls.map((call) => call())
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(calls.length)
      return { answers }
    })
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()
  }

  it('holds if several are begun concurrently', async () => {
    await fillBut(1)
    expect(await together(begin, begin, begin)).toEqual([200, 409, 409])
    expect(await openOnes()).toBe(limits.openConversationsMax)
  })

  it('holds if one is begun and an archived one is reopened concurrently', async () => {
    const { id } = await start(author)
    await moderator.put(`/api/modmail/${id}`, { action: 'archive' })
    await fillBut(1)
    const write = () => author.post(`/api/modmail/${id}/messages`, { text: 'And martins?' })
    expect(await together(begin, write)).toEqual([200, 409])
    expect(await openOnes()).toBe(limits.openConversationsMax)
  })

  it('does not prevent messages in an open one', async () => {
    const { id } = await start(author)
    await fillBut(1)
    expect((await author.post(`/api/modmail/${id}/messages`, { text: 'And martins?' })).statusCode).toBe(200)
  })
})
