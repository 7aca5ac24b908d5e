import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import { mailLink, mailTask } from '../../server/features/mailedLinks/link.ts'
import { type Member, startForum } from './forum.ts'
import { startMailServer } from './mailServer.ts'

export const isConfirmed = async (who: Member) =>
  (await who.get('/api/_user')).json().emailConfirmedAt !== null
export const requestConfirmation = (who: Member) => who.post('/api/_email_confirmation')

/** Starts a forum with a mail server. */
export async function startMailing() {
  const server = await startMailServer()
  const forum = await startForum(server.environment)
  beforeEach(async () => {
    server.refuse(null)
    server.mails.length = 0
    await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  })
  afterAll(async () => {
    await forum.close()
    await server.close()
  })

  let made = 0
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
  /** A member with an address, which is confirmed unless said otherwise. */
  async function member({ confirmed = true } = {}): Promise<Member & { email: string }> {
    const username = `member_${++made}`
    const someone = await forum.member(username)
    const email = `${username}@mail.example`
    await sql`update users set email = ${email}, email_confirmed_at = case when ${confirmed} then now() end
      where id = ${someone.id}`.execute(forum.db)
    return { ...someone, email }
  }
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
  return { server, forum, performJobs, member, confirm, forget, reset, logIn, resetMail }
}
