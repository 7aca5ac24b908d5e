import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { mailLink, mailTask } from './link.ts'
import { deleteOldTokens } from './token.ts'

let server: MailServer
let forum: Forum
beforeAll(async () => {
  server = await startMailServer()
  forum = await startForum(server.environment)
})
beforeEach(async () => {
  server.refuse(null)
  server.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
})
afterAll(async () => {
  await forum.close()
  await server.close()
})

/** Runs the jobs in the queue. */
async function performJobs(): Promise<void> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${mailTask}`.execute(
    forum.db,
  )
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  for (const { payload } of rows) await mailLink(forum, payload)
}

let made = 0
/** A member with an address, which is confirmed unless said otherwise. */
async function member({ confirmed = true } = {}): Promise<Member & { email: string }> {
  const username = `member_${++made}`
  const somebody = await forum.member(username)
  const email = `${username}@mail.example`
  await sql`update users set email = ${email}, email_confirmed_at = case when ${confirmed} then now() end
    where id = ${somebody.id}`.execute(forum.db)
  return { ...somebody, email }
}

const isConfirmed = async (who: Member) => (await who.get('/api/_user')).json().emailConfirmedAt !== null
const requestConfirmation = (who: Member) => who.post('/api/_email_confirmation')
const confirm = async (token: string) => (await forum.guest()).post('/api/_email_confirmation', { token })
const forget = async (username: string) => (await forum.guest()).post('/api/_password_reset', { username })
const reset = async (token: string, newPassword = 'a new password') =>
  (await forum.guest()).put('/api/_password_reset', { token, newPassword })
const logIn = async (username: string, password: string) =>
  (await (await forum.guest()).post('/api/_login', { username, password })).statusCode

/** The mail for a forgotten password. */
async function resetMail(who: Member) {
  await forget(who.username)
  await performJobs()
  const mail = server.mails.at(-1)
  if (!mail) throw new Error('no mail came')
  return mail
}

describe('confirming an e-mail address', () => {
  it('accepts a mailed link, from anybody who has it', async () => {
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

describe('a forgotten password', () => {
  it('is replaced through a mailed link, and all sessions end', async () => {
    const who = await member()
    const mail = await resetMail(who)
    expect(mail.to).toEqual([who.email])
    expect(mail.source).toContain(`http://forum.example/reset_password?token=${mail.token}`)
    expect((await reset(mail.token)).json()).toEqual({ success: true })
    expect((await who.get('/api/_user')).statusCode).toBe(401)
    expect(await logIn(who.username, passwordOf(who.username))).toBe(401)
    expect(await logIn(who.username, 'a new password')).toBe(200)
  })

  it('works once, also at the same moment', async () => {
    const { token } = await resetMail(await member())
    const answers = await Promise.all([reset(token), reset(token), reset(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  })

  it('ends the other links that were mailed for it', async () => {
    const who = await member()
    const first = await resetMail(who)
    const second = await resetMail(who)
    expect(first.token).not.toBe(second.token)
    expect((await reset(second.token)).statusCode).toBe(200)
    expect((await reset(first.token)).json()).toEqual(errors.invalidToken)
  })

  it('works for an hour', async () => {
    const who = await member()
    const { token } = await resetMail(who)
    await sql`update mailed_tokens set expires_at = expires_at - interval '1 hour' where user_id = ${who.id}`.execute(
      forum.db,
    )
    expect((await reset(token)).json()).toEqual(errors.invalidToken)
    expect(await logIn(who.username, passwordOf(who.username))).toBe(200)
  })

  it('keeps the link valid when the new password is too short', async () => {
    const { token } = await resetMail(await member())
    expect((await reset(token, 'short')).json()).toEqual(errors.passwordTooShort)
    expect((await reset(token, '  ')).json()).toEqual(errors.passwordEmpty)
    expect((await reset(token)).statusCode).toBe(200)
  })

  it.each(['', 'x', 'A'.repeat(40), 'ä'])('is not replaced with %j', async (token) => {
    expect((await reset(token)).json()).toEqual(errors.invalidToken)
  })

  it('answers the same whether or not there is such a member, and mails to confirmed addresses only', async () => {
    const unconfirmed = await member({ confirmed: false })
    const banned = await member()
    await sql`update users set banned_at = now() where id = ${banned.id}`.execute(forum.db)
    const deleted = await member()
    await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(forum.db)
    const without = await forum.member('no_address')
    for (const { username } of [unconfirmed, banned, deleted, without, { username: 'nobody_here' }]) {
      const response = await forget(username)
      expect([response.statusCode, response.json()], username).toEqual([200, { success: true }])
    }
    await performJobs()
    expect(server.mails).toEqual([])
  })

  it('also takes the confirmed address instead of the name, for everybody who has it', async () => {
    const [first, second] = [await member(), await member()]
    await sql`update users set email = 'Shared@mail.example' where id in (${first.id}, ${second.id})`.execute(
      forum.db,
    )
    const unconfirmed = await member({ confirmed: false })
    await sql`update users set email = 'shared@mail.example' where id = ${unconfirmed.id}`.execute(forum.db)
    expect((await forget(' shared@mail.EXAMPLE ')).json()).toEqual({ success: true })
    await forget(unconfirmed.email)
    await forget('nobody@mail.example')
    await performJobs()
    expect(server.mails.map(({ to }) => to)).toEqual([['Shared@mail.example'], ['Shared@mail.example']])
    const named = (who: Member) => server.mails.find(({ source }) => source.includes(`@${who.username} `))
    expect((await reset(named(second)?.token ?? '')).statusCode).toBe(200)
    expect(await logIn(second.username, 'a new password')).toBe(200)
    expect(await logIn(first.username, passwordOf(first.username))).toBe(200)
  })

  it('mails no more than five for one address', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => member()))
    for (const { id } of members)
      await sql`update users set email = 'crowd@mail.example' where id = ${id}`.execute(forum.db)
    await forget('crowd@mail.example')
    await performJobs()
    expect(server.mails).toHaveLength(5)
  })

  it('does not take the link that confirms an address, nor one to a former address', async () => {
    const unconfirmed = await member({ confirmed: false })
    await requestConfirmation(unconfirmed)
    await performJobs()
    expect((await reset(server.mails[0]?.token ?? '')).json()).toEqual(errors.invalidToken)
    const moved = await member()
    const { token } = await resetMail(moved)
    await moved.post('/api/_settings?action=updateProfile', { email: 'moved@mail.example' })
    expect((await reset(token)).json()).toEqual(errors.invalidToken)
  })

  it('accepts the name in any case, and limits the mails', async () => {
    const who = await member()
    for (let time = 0; time < 7; time++) {
      await forget(` ${who.username.toUpperCase()} `)
      await performJobs()
    }
    expect(server.mails).toHaveLength(5)
    await sql`update mailed_tokens set created_at = now() - interval '25 hours', expires_at = now()
      where user_id = ${who.id}`.execute(forum.db)
    await sql`update mailed_addresses set created_at = now() - interval '25 hours'`.execute(forum.db)
    await deleteOldTokens(forum.db)
    const { rows } = await sql`select from mailed_addresses`.execute(forum.db)
    expect(rows).toEqual([])
    await resetMail(who)
    expect(server.mails).toHaveLength(6)
  })
})

describe('a mailbox', () => {
  /** A member who uses somebody else's address. */
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
    await requestConfirmation(await claiming('somebody.else@mail.example'))
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

  it('gets an address with a comma as one address', async () => {
    const who = await member()
    const email = 'a,b@mail.example'
    const quoted = '"a,b"@mail.example'
    await sql`update users set email = ${email} where id = ${who.id}`.execute(forum.db)
    await forget(who.username)
    await performJobs()
    expect(server.mails.map(({ to }) => to)).toEqual([[quoted]])
  })
})

describe('a site', () => {
  it('states whether it sends mail, and refuses both calls otherwise', async () => {
    expect((await (await forum.guest()).get('/api/_initial')).json().mail).toBe(true)
    const silent = await startForum()
    try {
      const guest = await silent.guest()
      const somebody = await silent.member('somebody_1')
      expect((await guest.get('/api/_initial')).json().mail).toBe(false)
      expect((await guest.post('/api/_password_reset', { username: 'x' })).json()).toEqual(
        errors.mailNotConfigured,
      )
      expect((await somebody.post('/api/_email_confirmation')).json()).toEqual(errors.mailNotConfigured)
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
