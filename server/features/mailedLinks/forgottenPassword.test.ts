import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Member, passwordOf } from '../../../tests/support/forum.ts'
import { requestConfirmation, startMailing } from '../../../tests/support/mailing.ts'
import { deleteOldTokens } from './token.ts'

const { forget, forum, logIn, member, performJobs, reset, resetMail, server } = await startMailing()

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

  it('also takes the confirmed address instead of the name, for everyone who has it', async () => {
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
