import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SystemState } from '../../../contract/endpoints/system.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { type Client, startForum } from '../../../tests/support/forum.ts'
import { isConfirmed, requestConfirmation, startMailing } from '../../../tests/support/mailing.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { mailLink, mailTask } from './link.ts'

const { confirm, forget, forum, member, performJobs, resetMail, server } = await startMailing()

describe('confirming an email address', () => {
  it('accepts a mailed link, from anyone who has it', async () => {
    const who = await member({ confirmed: false })
    const jobs = await startJobs(forum.connection, forum, [{ name: mailTask, perform: mailLink }], () => {})
    const arrives = server.next()
    expect((await requestConfirmation(who)).json()).toEqual({ success: true })
    const mail = await arrives
    await jobs.stop()
    expect(mail.to).toEqual([who.email])
    expect(mail.source).toContain('From: Our forum <forum@forum.example>')
    expect(mail.source).toContain(`http://forum.example/confirm_email?token=${mail.token}`)
    expect(mail.source).toContain('Auto-Submitted: auto-generated')
    expect(mail.source).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(mail.source).not.toMatch(/<img|src=/)
    expect(await isConfirmed(who)).toBe(false)
    expect((await confirm(mail.token)).json()).toEqual({ success: true })
    expect(await isConfirmed(who)).toBe(true)
  })

  it('works once', async () => {
    const who = await member({ confirmed: false })
    await requestConfirmation(who)
    await performJobs()
    const token = server.mails[0]?.token ?? ''
    expect((await confirm(token)).statusCode).toBe(200)
    expect((await confirm(token)).json()).toEqual(errors.invalidToken)
  })

  it('works for a day', async () => {
    const who = await member({ confirmed: false })
    await requestConfirmation(who)
    await performJobs()
    await sql`update mailed_tokens set expires_at = expires_at - interval '24 hours' where user_id = ${who.id}`.execute(
      forum.db,
    )
    expect((await confirm(server.mails[0]?.token ?? '')).json()).toEqual(errors.invalidToken)
    expect(await isConfirmed(who)).toBe(false)
  })

  it('confirms the address of the mail, not a later one', async () => {
    const who = await member({ confirmed: false })
    await requestConfirmation(who)
    await performJobs()
    await who.post('/api/_settings?action=updateProfile', { email: 'other@mail.example' })
    expect((await confirm(server.mails[0]?.token ?? '')).json()).toEqual(errors.invalidToken)
    expect(await isConfirmed(who)).toBe(false)
  })

  it('mails nothing for an address that is confirmed, and refuses without one', async () => {
    const confirmed = await member()
    expect((await requestConfirmation(confirmed)).statusCode).toBe(200)
    const without = await forum.member('without_mail')
    expect((await requestConfirmation(without)).json()).toEqual(errors.noEmail)
    await performJobs()
    expect(server.mails).toEqual([])
  })

  it('does not take the link that sets a new password', async () => {
    const { token } = await resetMail(await member())
    expect((await confirm(token)).json()).toEqual(errors.invalidToken)
  })
})

describe('a mailbox', () => {
  /** A member who uses someone else's address. */
  const claiming = async (email: string) => {
    const who = await member({ confirmed: false })
    await sql`update users set email = ${email} where id = ${who.id}`.execute(forum.db)
    return who
  }

  it('gets five mails of a kind per day, however many accounts use it', async () => {
    const spellings = [
      'Victim@mail.example',
      'victim@mail.example',
      'victim+1@mail.example',
      'VICTIM+a+b@mail.example',
    ]
    for (let time = 0; time < 8; time += 1) {
      const who = await claiming(spellings[time % spellings.length] ?? '')
      expect((await requestConfirmation(who)).json()).toEqual({ success: true })
      await performJobs()
      await sql`delete from mailed_tokens where user_id = ${who.id}`.execute(forum.db)
    }
    expect(server.mails).toHaveLength(5)
    await requestConfirmation(await claiming('someone.else@mail.example'))
    await performJobs()
    expect(server.mails).toHaveLength(6)
    // The counts are stored in the database, without any address.
    const { rows } =
      await sql`select count(*)::integer as count, bool_or(mailed_addresses::text ~* 'victim') as named
      from mailed_addresses where address_hash = mailbox_hash('victim@mail.example')`.execute(forum.db)
    expect(rows).toEqual([{ count: 5, named: false }])
  })

  it('is not counted when the mail could not be sent', async () => {
    const who = await claiming('slow@mail.example')
    server.refuse(451)
    for (let time = 0; time < 6; time += 1) {
      await requestConfirmation(who)
      await performJobs().catch(() => {})
    }
    server.refuse(null)
    await requestConfirmation(who)
    await performJobs()
    expect(server.mails).toHaveLength(1)
  })
})

describe('what is stored', () => {
  it('contains no usable token', async () => {
    const who = await member()
    await forget(who.username)
    const { rows: jobs } = await sql`select payload::text from graphile_worker._private_jobs`.execute(
      forum.db,
    )
    await performJobs()
    const token = server.mails[0]?.token ?? ''
    const { rows: tokens } = await sql`select mailed_tokens::text from mailed_tokens`.execute(forum.db)
    const hex = Buffer.from(token).toString('hex')
    expect(token).toHaveLength(40)
    expect(JSON.stringify([jobs, tokens])).not.toContain(token)
    expect(JSON.stringify(tokens)).not.toContain(hex)
  })
})

describe('a mail server', () => {
  it('that refuses the address permanently is not retried, and the link is deleted', async () => {
    const who = await member()
    server.refuse(550)
    await forget(who.username)
    await performJobs()
    const left = forum.db.selectFrom('mailed_tokens').where('user_id', '=', who.id).select('purpose')
    expect(await left.execute()).toEqual([])
  })

  it('[ACC-7-110] that refuses an address is in the log and in the state of the system without it, and at the account until it accepts', async () => {
    const who = await member({ confirmed: false })
    const admin = await forum.member('keeper_of_mail', { isAdmin: true })
    const mailState = async () => (await admin.get('/api/_admin/system')).json<SystemState>().mail
    const refusedAt = async (by: Client) => (await by.get('/api/_user')).json<User>().emailRefusedAt
    const before = await mailState()
    const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    server.refuse(550, `<${who.email}>: relay access denied`)
    await requestConfirmation(who)
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
    const talkative = { ...forum, config: { ...forum.config, logLevel: 'warn' as const } }
    await mailLink(talkative, { userId: who.id, purpose: 'confirm_email' })
    const [line] = logged.mock.calls.flat()
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: 'mail refused',
      answer: '550 <(email)>: relay access denied',
    })
    const after = await mailState()
    expect(after.ofDay.refused).toBe(before.ofDay.refused + 1)
    expect(after.lastFailure?.answer).toBe('550 <(email)>: relay access denied')
    expect(await refusedAt(who)).toEqual(expect.any(String))
    const { members } = (await admin.get(`/api/_admin/members?q=${who.username}`)).json()
    expect(members[0].emailRefusedAt).toEqual(await refusedAt(who))
    const guest = await forum.guest()
    expect((await guest.get(`/api/users/${who.username}`)).json()).not.toHaveProperty('emailRefusedAt')
    server.refuse(null)
    await requestConfirmation(who)
    await performJobs()
    expect(await refusedAt(who)).toBeNull()
    expect((await mailState()).ofDay.accepted).toBe(before.ofDay.accepted + 1)
  })

  it('that refuses the content is not asked again either', async () => {
    const who = await member({ confirmed: false })
    server.refuseContent(true)
    onTestFinished(() => server.refuseContent(false))
    await requestConfirmation(who)
    await performJobs()
    expect((await who.get('/api/_user')).json<User>().emailRefusedAt).toEqual(expect.any(String))
  })

  it('that refused an address says nothing about the next one of the member', async () => {
    const who = await member({ confirmed: false })
    await sql`update users set email_refused_at = now() where id = ${who.id}`.execute(forum.db)
    await who.post('/api/_settings?action=updateProfile', { email: who.email })
    expect((await who.get('/api/_user')).json<User>().emailRefusedAt).toEqual(expect.any(String))
    await who.post('/api/_settings?action=updateProfile', { email: 'next@mail.example' })
    expect((await who.get('/api/_user')).json<User>().emailRefusedAt).toBeNull()
  })

  it.each([
    ['that is busy', 450],
    ['that nobody reaches', null],
  ])('%s is asked again by the queue', async (_case, status) => {
    const who = await member()
    server.refuse(status)
    await forget(who.username)
    const config = status === null ? { ...forum.config, smtpUrl: 'smtp://127.0.0.1:1' } : forum.config
    const payload = { userId: who.id, purpose: 'reset_password' }
    await expect(mailLink({ ...forum, config }, payload)).rejects.toThrow()
    const left = forum.db.selectFrom('mailed_tokens').where('user_id', '=', who.id).select('purpose')
    expect(await left.execute()).toEqual([])
  })

  it.each(['a,b@mail.example', 'a@mail.example>', 'a@mail.example,b@mail.example'])(
    'never gets %s, which could be read as another address',
    async (email) => {
      const who = await member()
      await sql`update users set email = ${email} where id = ${who.id}`.execute(forum.db)
      await forget(who.username)
      await performJobs()
      expect(server.mails).toEqual([])
    },
  )
})

describe('a site', () => {
  it('states whether it sends mail, and refuses both calls otherwise', async () => {
    expect((await (await forum.guest()).get('/api/_initial')).json().mail).toBe(true)
    const silent = await startForum()
    try {
      const guest = await silent.guest()
      const someone = await silent.member('someone_1')
      expect((await guest.get('/api/_initial')).json().mail).toBe(false)
      expect((await guest.post('/api/_password_reset', { username: 'x' })).json()).toEqual(
        errors.mailNotConfigured,
      )
      expect((await someone.post('/api/_email_confirmation')).json()).toEqual(errors.mailNotConfigured)
    } finally {
      await silent.close()
    }
  })

  it('sends five mails per minute for one IP address', async () => {
    const limited = await startForum({ ...server.environment, RATE_LIMITS: 'on' })
    try {
      const guest = await limited.guest()
      const ask = async () => (await guest.post('/api/_password_reset', { username: 'x' })).statusCode
      const statuses = []
      for (let time = 0; time < 6; time++) statuses.push(await ask())
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    } finally {
      await limited.close()
    }
  })
})
