import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { accountNoticeTask, mailAccountNotice } from './accountNotice.ts'

let server: MailServer
let forum: Forum
beforeAll(async () => {
  server = await startMailServer()
  forum = await startForum(server.environment)
})
beforeEach(async () => {
  server.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
})
afterAll(async () => {
  await forum.close()
  await server.close()
})

let made = 0
/** A member with the address `NAME@mail.example` who gave the password this many minutes ago, or never for null. */
async function member({ minutesAgo, confirmed = true }: { minutesAgo: number | null; confirmed?: boolean }) {
  const who = await forum.member(`member_${++made}`)
  const email = `${who.username}@mail.example`
  await sql`
    with aged as (
      update sessions set password_given_at = now() - make_interval(secs => ${minutesAgo} * 60) where user_id = ${who.id})
    update users set email = ${email}, email_confirmed_at = case when ${confirmed} then now() end
    where id = ${who.id}`.execute(forum.db)
  return { ...who, email }
}

const changeAddress = (who: Member, email: string | null = `new_${who.username}@mail.example`) =>
  who.post('/api/_settings?action=updateProfile', { email, aboutMe: 'Changed.' })
const givePassword = (who: Member, password = passwordOf(who.username)) =>
  who.post('/api/_password', { password })
const own = async (who: Member) => (await who.get('/api/_user')).json()

/** Sends the notices that wait in the queue. */
async function sendNotices(): Promise<void> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id
    where identifier = ${accountNoticeTask}`.execute(forum.db)
  for (const { payload } of rows) await mailAccountNotice(forum, payload)
}

describe('another email address', () => {
  it.each([11, null])(
    'is refused when the password was given %s minutes ago, and nothing is saved',
    async (minutesAgo) => {
      const who = await member({ minutesAgo })
      const before = await own(who)
      for (const email of ['new@mail.example', '', null])
        expect((await changeAddress(who, email)).json()).toEqual(errors.passwordNeeded)
      expect(await own(who)).toEqual(before)
      await sendNotices()
      expect(server.mails).toEqual([])
    },
  )

  it('is saved if it was given nine minutes ago, and the previous address is notified', async () => {
    const who = await member({ minutesAgo: 9 })
    expect((await changeAddress(who)).json()).toMatchObject({
      email: `new_${who.email}`,
      emailConfirmedAt: null,
    })
    await sendNotices()
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.to).toEqual([who.email])
    expect(server.mails[0]?.source).toContain(`The email address for @${who.username} on`)
    expect(server.mails[0]?.source).not.toContain('new_')
  })

  it('does not notify a previous address that was never confirmed', async () => {
    const who = await member({ minutesAgo: 0, confirmed: false })
    expect((await changeAddress(who)).statusCode).toBe(200)
    await sendNotices()
    expect(server.mails).toEqual([])
  })

  it('needs no recent password if a program sends the current address, or none', async () => {
    const who = await member({ minutesAgo: null })
    for (const sent of [{ ...(await own(who)), aboutMe: 'Sent back whole.' }, { aboutMe: 'Sent alone.' }]) {
      const response = await who.post('/api/_settings?action=updateProfile', sent)
      expect(response.statusCode).toBe(200)
      expect(await own(who)).toMatchObject({ aboutMe: sent.aboutMe, email: who.email })
    }
    await sendNotices()
    expect(server.mails).toEqual([])
  })
})

describe('an archive', () => {
  it('is neither made nor downloaded if the password was given eleven minutes ago', async () => {
    const who = await member({ minutesAgo: 11 })
    expect((await who.post('/api/_export')).json()).toEqual(errors.passwordNeeded)
    expect((await who.get('/api/_export')).json()).toEqual({ export: null })
    await sql`insert into data_exports (user_id, secret, state, expires_at, finished_at, bytes)
      values (${who.id}, repeat('s', 22), 'ready', now() + interval '1 day', now(), 1)`.execute(forum.db)
    const { export: archive } = (await who.get('/api/_export')).json()
    expect(archive).toMatchObject({ state: 'ready', url: null })
    const url = `/api/_export/${archive.id}/file`
    expect((await who.get(url)).json()).toEqual(errors.passwordNeeded)
    await givePassword(who)
    expect((await who.get('/api/_export')).json()).toEqual({ export: { ...archive, url } })
    // The file does not exist, but the permission is checked first.
    expect((await who.get(url)).json()).toEqual(errors.exportNotFound)
    expect((await who.post('/api/_export')).json()).toMatchObject({ state: 'waiting' })
  })
})

describe('giving the password', () => {
  it('unlocks this session, and no other', async () => {
    const who = await member({ minutesAgo: null })
    const elsewhere = await forum.guest()
    await elsewhere.post('/api/_login', { username: who.username, password: passwordOf(who.username) })
    await sql`update sessions set password_given_at = null where user_id = ${who.id}`.execute(forum.db)
    expect((await givePassword(who)).json()).toEqual({ success: true })
    expect((await elsewhere.post('/api/_export')).json()).toEqual(errors.passwordNeeded)
    expect((await who.post('/api/_export')).statusCode).toBe(200)
  })

  it.each(['', 'not that one'])('as %j unlocks nothing', async (password) => {
    const who = await member({ minutesAgo: null })
    expect((await givePassword(who, password)).json()).toEqual(errors.wrongOwnPassword)
    expect((await changeAddress(who)).json()).toEqual(errors.passwordNeeded)
  })

  it.each([
    [
      'logging in',
      (who: Member) =>
        who.post('/api/_login', { username: who.username, password: passwordOf(who.username) }),
    ],
    [
      'changing it',
      (who: Member) =>
        who.post('/api/_settings?action=changePassword', {
          password: passwordOf(who.username),
          newPassword: 'a new password',
          repeatPassword: 'a new password',
        }),
    ],
  ])('is part of %s', async (kind, give) => {
    const who = await member({ minutesAgo: null })
    if (kind === 'logging in') await who.post('/api/_login?action=logout')
    expect((await give(who)).statusCode).toBe(200)
    expect((await changeAddress(who)).statusCode).toBe(200)
  })

  it('shares the rate limit of logins', async () => {
    const site = await startForum({ RATE_LIMITS: 'on' })
    const who = await site.member('guessed')
    const guesses = []
    for (let guess = 0; guess < 25; guess += 1) {
      guesses.push((await givePassword(who, `guess ${guess}`)).statusCode)
    }
    expect(guesses.slice(0, 10)).toEqual(Array(10).fill(403))
    expect(guesses).toContain(429)
    await site.close()
  })
})
