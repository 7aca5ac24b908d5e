import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { makeExports } from '../ownData/makeExport.ts'

let forum: Forum
let admin: Member
let guest: Client
let member: Member
let credentials: { username: string; password: string }
beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
})
let members = 0
beforeEach(async () => {
  members += 1
  guest = await forum.guest()
  member = await forum.member(`wren_${members}`)
  credentials = { username: member.username, password: passwordOf(member.username) }
  await admin.post('/api/_admin', { action: 'ban_user', username: member.username })
})
afterAll(() => forum.close())

it('a suspended member sees the start of the suspension, and appeals once with name and password', async () => {
  const before = (await guest.post('/api/_suspension', credentials)).json<OutputOf<'getSuspension'>>()
  expect(before).toMatchObject({ username: member.username, reason: null, appeal: null })
  const given = { ...credentials, text: 'I was hacked.' }
  const appeal = (await guest.post('/api/_suspension/appeal', given)).json<Appeal>()
  expect(appeal).toMatchObject({ act: 'ban', community: null, actedAs: 'admins', actor: null })
  expect((await guest.post('/api/_suspension/appeal', given)).json()).toEqual(errors.alreadyAppealed)
  // The only admin there is.
  await admin.put(`/api/appeals/${appeal.id}`, { outcome: 'overturned', text: 'Welcome back.' })
  expect((await guest.post('/api/_login', credentials)).json()).toMatchObject({ username: member.username })
})

it('an answer that upholds the ban is read there, too', async () => {
  const appeal = (
    await guest.post('/api/_suspension/appeal', { ...credentials, text: 'Why?' })
  ).json<Appeal>()
  await admin.put(`/api/appeals/${appeal.id}`, { outcome: 'upheld', text: 'Spam.' })
  const after = (await guest.post('/api/_suspension', credentials)).json<OutputOf<'getSuspension'>>()
  expect(after.appeal).toMatchObject({ outcome: 'upheld', answer: 'Spam.' })
  expect((await guest.post('/api/_login', credentials)).json()).toEqual(errors.accountSuspended)
})

it('a suspended member gets the archive of their data, and nobody without its secret', async () => {
  const ask = async () =>
    (await guest.post('/api/_suspension/export', credentials)).json<OutputOf<'exportSuspended'>>()
  expect(await ask()).toMatchObject({ state: 'waiting', url: null })
  await makeExports(forum, new AbortController().signal)
  const { url } = await ask()
  expect(url).toMatch(/\?key=/)
  expect((await guest.get(url ?? '')).headers['content-type']).toBe('application/zip')
  expect((await guest.get(`${url}x`)).statusCode).toBe(401)
  await admin.post('/api/_admin', { action: 'unban_user', username: member.username })
  expect((await guest.get(url ?? '')).statusCode).toBe(401)
})

it('a suspended member deletes the account, and the appeal with it', async () => {
  await guest.post('/api/_suspension/appeal', { ...credentials, text: 'Why?' })
  expect((await guest.delete('/api/_suspension', credentials)).json()).toEqual({ success: true })
  expect((await guest.get(`/api/users/${member.username}`)).json()).toMatchObject({ deleted: true })
  expect((await guest.post('/api/_suspension', credentials)).json()).toEqual(errors.wrongPassword)
  const left = forum.db.selectFrom('appeals').where('member_id', '=', member.id).selectAll().execute()
  expect(await left).toEqual([])
})

it('guesses at passwords are counted with those at logins', async () => {
  const limited = await startForum({ RATE_LIMITS: 'on' })
  const stranger = await limited.guest()
  const wrong = { username: 'nobody_n', password: 'a guess' }
  const answers = []
  for (let n = 0; n < 11; n += 1) answers.push((await stranger.post('/api/_suspension', wrong)).statusCode)
  expect(answers).toContain(429)
  await limited.close()
})
