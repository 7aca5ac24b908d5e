import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceivedApplication } from '../../../contract/entities/application.ts'
import { errors, withName } from '../../../contract/errors.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Client, type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { waitingStatements } from '../../../tests/support/waitingStatements.ts'
import { applicationMailTask, sendApplicationMail } from './applicationMail.ts'
import { deleteOldApplications } from './expire.ts'

let server: MailServer
let forum: Forum
let admin: Member
beforeAll(async () => {
  server = await startMailServer()
  forum = await startForum(server.environment)
  admin = await forum.member('the_admin', { isAdmin: true })
  await forum.community('birding', admin)
  await changeSettings(admin, {
    joining: 'approval',
    approvalQuestions: ['Where do you live?', 'Who told you, and when?'],
  })
})
afterAll(async () => {
  await forum.close()
  await server.close()
})

const password = 'a fine password'
const answers = ['By the river.', 'My sister.']
const apply = (who: Client, username: string, fields: object = {}) =>
  who.post('/api/_application', { username, password, answers, ...fields })

let applicants = 0
async function applicant(fields: object = {}): Promise<{ who: Client; username: string; id: number }> {
  applicants += 1
  const username = `applicant_${applicants}`
  const who = await forum.guest()
  const answer = await apply(who, username, fields)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { items } = (await admin.get('/api/applications')).json<{ items: ReceivedApplication[] }>()
  return { who, username, id: items.find((one) => one.username === username)?.id ?? 0 }
}

const decide = (id: number, action: string, text?: string) =>
  admin.put(`/api/applications/${id}`, { action, ...(text !== undefined && { text }) })

/** Runs the jobs in the queue. */
async function mailNews(): Promise<string[]> {
  server.mails.length = 0
  const { rows } = await sql<{ payload: unknown }>`
    with job as (delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
      where tasks.id = task_id and identifier = ${applicationMailTask} returning payload)
    select payload from job`.execute(forum.db)
  for (const { payload } of rows) await sendApplicationMail(forum, payload)
  return server.mails.map(({ source }) => source)
}

describe('applying', () => {
  it('answers with the application, which waits', async () => {
    const who = await forum.guest()
    const answer = await apply(who, 'Rowan', { email: 'rowan@mail.example' })
    expect(answer.statusCode).toBe(201)
    const application = {
      username: 'Rowan',
      email: 'rowan@mail.example',
      state: 'waiting',
      answers: [
        { question: 'Where do you live?', answer: 'By the river.' },
        { question: 'Who told you, and when?', answer: 'My sister.' },
      ],
      questions: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      decidedAt: null,
      decisionText: null,
    }
    expect(answer.json()).toEqual(application)
    expect((await who.get('/api/_application')).json()).toEqual(application)
  })

  it('is needed: signing up is refused, also to old programs', async () => {
    const guest = await forum.guest()
    expect((await guest.post('/api/_signup', { username: 'in_a_hurry', password })).json()).toEqual(
      errors.approvalNeeded,
    )
  })

  it.each([
    ['a name that is taken', { username: 'the_admin' }, withName(errors.usernameTaken, 'the_admin')],
    ['a name that someone has applied for', { username: 'rowan' }, withName(errors.usernameTaken, 'rowan')],
    ['a name that stands for the site', { username: 'moderator' }, errors.usernameReserved],
    ['a short password', { password: 'short' }, errors.passwordTooShort],
    ['an address that could be read as another one', { email: 'a@hive.example,' }, errors.invalidEmail],
    ['a missing answer', { answers: ['By the river.'] }, errors.answersMissing],
    ['an answer that nobody sees', { answers: ['By the river.', '\u200b'] }, errors.answersMissing],
    ['more answers than there can be questions', { answers: ['', '', '', ''] }, errors.invalidJson],
  ])('is refused with %s', async (_case, fields, refusal) => {
    const count = () => forum.db.selectFrom('applications').select('id').execute()
    const before = await count()
    expect((await apply(await forum.guest(), 'just_right', fields)).json()).toEqual(refusal)
    expect(await count()).toEqual(before)
  })

  it('reserves the name, also against sign-ups with an invitation', async () => {
    const { username } = await applicant()
    const { code } = (await admin.post('/api/invitations', { uses: 1, days: 1 })).json()
    const answer = await (await forum.guest()).post('/api/_signup', { username, password, invitation: code })
    expect(answer.json()).toEqual(withName(errors.usernameTaken, username))
  })

  it('stores only a hash of the password, and never shows it', async () => {
    const { username } = await applicant()
    const { password_hash } = await forum.db
      .selectFrom('applications')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect((await admin.get('/api/applications')).body).not.toContain('argon2id')
  })
})

describe('an applicant', () => {
  it('has no profile, is not counted, and has no member session', async () => {
    const before = (await (await forum.guest()).get('/api/_initial')).json().noUsers
    const { who, username } = await applicant()
    expect((await who.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
    expect((await who.get('/api/_initial')).json()).toMatchObject({ user: null, noUsers: before })
    expect((await who.get(`/api/users/${username}`)).statusCode).toBe(404)
    expect((await admin.get(`/api/users?q=${username}`)).json().users).toEqual([])
    expect((await who.post('/api/posts', { title: 'Hello', community: 'birding' })).json()).toEqual(
      errors.notLoggedIn,
    )
  })

  it('finds the application again with name and password, on another device', async () => {
    const { username } = await applicant()
    const device = await forum.guest()
    expect((await device.post('/api/_login', { username, password })).json()).toEqual(
      errors.applicationWaiting,
    )
    expect((await device.post('/api/_login', { username, password: 'a guess' })).json()).toEqual(
      errors.wrongPassword,
    )
    expect((await device.get('/api/_application')).json()).toEqual(errors.noApplication)
    expect((await device.post('/api/_application/login', { username, password })).json()).toMatchObject({
      username,
      state: 'waiting',
    })
    expect((await device.get('/api/_application')).json()).toMatchObject({ username })
    await device.post('/api/_login?action=logout')
    expect((await device.get('/api/_application')).json()).toEqual(errors.noApplication)
  })

  it('withdraws, and everything is deleted', async () => {
    const { who, username } = await applicant()
    expect((await who.delete('/api/_application')).statusCode).toBe(200)
    expect((await who.get('/api/_application')).json()).toEqual(errors.noApplication)
    const left = await forum.db
      .selectFrom('applications')
      .select('id')
      .where('username', '=', username)
      .execute()
    expect(left).toEqual([])
    expect((await apply(await forum.guest(), username)).statusCode).toBe(201)
  })

  it('is counted in the initial data for admins only', async () => {
    const { waiting } = (await admin.get('/api/applications')).json()
    expect((await admin.get('/api/_initial')).json().applicationsWaiting).toBe(waiting)
    await applicant()
    expect((await admin.get('/api/_initial')).json().applicationsWaiting).toBe(waiting + 1)
    const member = await forum.member('curious_c')
    expect((await member.get('/api/_initial')).json()).not.toHaveProperty('applicationsWaiting')
  })
})

describe('approving', () => {
  it('creates the account, logs it in on the sessions of the application, and notifies it', async () => {
    await forum.db.updateTable('communities').set({ is_default: true }).execute()
    const { who, username, id } = await applicant({ email: 'new@mail.example' })
    const before = (await admin.get('/api/_initial')).json().noUsers
    expect((await decide(id, 'approve')).json()).toMatchObject({
      id,
      username,
      state: 'approved',
      decidedBy: 'the_admin',
    })
    expect((await who.get('/api/_user')).json()).toMatchObject({ username, notificationsNewCount: 1 })
    expect((await who.get('/api/_initial')).json()).toMatchObject({
      noUsers: before + 1,
      communities: [{ name: 'birding' }],
      lists: [{ name: 'bookmarks' }],
    })
    const { items } = (await who.get('/api/notifications?render=true')).json()
    expect(items).toMatchObject([{ type: 'approved', toURL: '/' }])
    expect((await who.get('/api/_application')).json()).toEqual(errors.noApplication)
    const device = await forum.guest()
    expect((await device.post('/api/_login', { username, password })).statusCode).toBe(200)
    const [mail = ''] = await mailNews()
    expect(mail).toContain('new@mail.example')
    expect(mail).toContain('was approved')
    expect(mail).toContain('/login')
  })

  it('is recorded in the moderation log, for admins only', async () => {
    const { username, id } = await applicant()
    await decide(id, 'approve')
    const log = (await admin.get('/api/modlog?action=approve_application')).json().items
    expect(log[0]).toMatchObject({ action: 'approve_application', user: { username } })
    const guest = await forum.guest()
    expect((await guest.get('/api/modlog?action=approve_application')).json().items).toEqual([])
  })

  it('happens once when two admins do it at the same moment', async () => {
    const { username, id } = await applicant()
    const other = await forum.member('other_admin', { isAdmin: true })
    const statuses = await forum.db.transaction().execute(async (trx) => {
      await sql`select from applications where id = ${id} for update`.execute(trx)
      const both = [admin, other].map((one) => one.put(`/api/applications/${id}`, { action: 'approve' }))
      await expect.poll(() => waitingStatements(forum.db)).toHaveLength(2)
      return { both }
    })
    const answers = await Promise.all(statuses.both)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await admin.get(`/api/users?q=${username}`)).json().users).toHaveLength(1)
  })
})

describe('declining', () => {
  it('shows the applicant the message, and creates no account', async () => {
    const { who, username, id } = await applicant({ email: 'late@mail.example' })
    await decide(id, 'decline', 'We are full, <sorry>.')
    expect((await who.get('/api/_application')).json()).toMatchObject({
      state: 'declined',
      decisionText: 'We are full, <sorry>.',
    })
    expect((await who.get('/api/_user')).json()).toEqual(errors.notLoggedIn)
    const [mail = ''] = await mailNews()
    expect(mail).toContain('We are full, <sorry>.')
    expect(mail).toContain('We are full, &lt;sorry&gt;.')
    const device = await forum.guest()
    expect((await device.post('/api/_application/login', { username, password })).json()).toMatchObject({
      state: 'declined',
    })
    expect((await device.delete('/api/_application')).statusCode).toBe(200)
  })

  it('keeps the application for a month, then deletes it', async () => {
    const { username, id } = await applicant()
    await decide(id, 'decline')
    const decided = async () => {
      const { items } = (await admin.get('/api/applications?filter=decided')).json()
      return (items as ReceivedApplication[]).some((one) => one.username === username)
    }
    await deleteOldApplications(forum.db)
    expect(await decided()).toBe(true)
    await sql`update applications set decided_at = now() - interval '31 days' where id = ${id}`.execute(
      forum.db,
    )
    await deleteOldApplications(forum.db)
    expect(await decided()).toBe(false)
  })
})

it('gets mails in the language of the form, and an account in it', async () => {
  const guest = await forum.guest()
  const answer = await forum.app.inject({
    method: 'POST',
    url: '/api/_application',
    headers: { ...guest.headers(), 'accept-language': 'de-DE, en;q=0.5' },
    payload: { username: 'anwaerter', password, answers, email: 'anwaerter@mail.example' },
  })
  expect(answer.statusCode).toBe(201)
  const { items } = (await admin.get('/api/applications')).json<{ items: ReceivedApplication[] }>()
  const id = items.find(({ username }) => username === 'anwaerter')?.id ?? 0
  await decide(id, 'ask', 'Welcher Fluss?')
  expect((await mailNews())[0]).toContain('<html lang="de">')
  await guest.put('/api/_application', { answer: 'Die Elbe.' })
  await decide(id, 'approve')
  expect((await mailNews())[0]).toContain('<html lang="de">')
  expect((await guest.get('/api/_initial')).json().user.language).toBe('de')
})

describe('a mailbox', () => {
  it('gets five mails about declined applications a day, however many give its address', async () => {
    const spellings = ['Victim@mail.example', 'victim+1@mail.example', 'VICTIM+a+b@mail.example']
    const mailed: string[] = []
    for (let time = 0; time < 7; time += 1) {
      const { id } = await applicant({ email: spellings[time % spellings.length] })
      await decide(id, 'decline', 'We are full.')
      mailed.push(...(await mailNews()))
    }
    expect(mailed).toHaveLength(5)
    const { id } = await applicant({ email: 'someone.else@mail.example' })
    await decide(id, 'decline', 'We are full.')
    expect(await mailNews()).toHaveLength(1)
  })

  it('is not counted when the mail could not be sent', async () => {
    const decision = { kind: 'declined', username: 'rowan', email: 'slow@mail.example', text: '' }
    server.refuse(451)
    for (let time = 0; time < 6; time += 1)
      await expect(sendApplicationMail(forum, decision)).rejects.toThrow(/451/)
    server.refuse(null)
    server.mails.length = 0
    await sendApplicationMail(forum, decision)
    expect(server.mails).toHaveLength(1)
  })
})

describe('a question to the applicant', () => {
  it('gets an answer from the applicant, and mails the question', async () => {
    const { who, id } = await applicant({ email: 'asked@mail.example' })
    await decide(id, 'ask', 'Which river?')
    const [mail = ''] = await mailNews()
    expect(mail).toContain('Which river?')
    expect(mail).toContain('/my-application')
    expect((await who.get('/api/_application')).json().questions).toEqual([
      { question: 'Which river?', askedAt: expect.any(String), answer: null, answeredAt: null },
    ])
    expect((await who.put('/api/_application', { answer: '\n The Isar. ' })).json().questions).toMatchObject([
      { answer: ' The Isar.', answeredAt: expect.any(String) },
    ])
    const { items } = (await admin.get('/api/applications')).json<{ items: ReceivedApplication[] }>()
    expect(items.find((one) => one.id === id)?.questions).toMatchObject([{ answer: ' The Isar.' }])
  })
})

describe('the queue', () => {
  it('has every application once, page by page', async () => {
    await sql`insert into applications (username, password_hash, created_at)
      select 'queued_' || n, 'x', timestamptz '2026-01-01' + (n / 2) * interval '1 minute' from generate_series(1, 45) n`.execute(
      forum.db,
    )
    for (const filter of ['waiting', 'decided']) {
      const seen: string[] = []
      let next = ''
      do {
        const page = (await admin.get(`/api/applications?filter=${filter}&next=${next}`)).json()
        seen.push(...page.items.map(({ username }: ReceivedApplication) => username))
        next = page.next ?? ''
      } while (next !== '')
      expect(seen.filter((name) => name.startsWith('queued_'))).toHaveLength(45)
      expect(new Set(seen).size).toBe(seen.length)
      await sql`update applications set decided_at = created_at, is_approved = false where username like 'queued%'`.execute(
        forum.db,
      )
    }
  })
})

describe('an account that was approved', () => {
  it('has what it wrote in its archive, and loses it when it is deleted', async () => {
    const { who, username, id } = await applicant()
    await decide(id, 'approve')
    const deletion = await who.delete(`/api/users/${username}`, { password })
    expect(deletion.statusCode).toBe(200)
    const left = await forum.db.selectFrom('applications').select('id').where('id', '=', id).execute()
    expect(left).toEqual([])
  })
})
