import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { mailLink, mailTask } from '../../server/features/mailedLinks/link.ts'
import { type Forum, type Member, startForum } from './forum.ts'
import { type MailServer, startMailServer } from './mailServer.ts'

export let server: MailServer
export let forum: Forum
let made = 0

/** Starts a forum with a mail server. */
export function startMailing(): void {
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
}

/** Runs the jobs in the queue. */
export async function performJobs(): Promise<void> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${mailTask}`.execute(
    forum.db,
  )
  await sql`delete from graphile_worker._private_jobs`.execute(forum.db)
  for (const { payload } of rows) await mailLink(forum, payload)
}

/** A member with an address, which is confirmed unless said otherwise. */
export async function member({ confirmed = true } = {}): Promise<Member & { email: string }> {
  const username = `member_${++made}`
  const somebody = await forum.member(username)
  const email = `${username}@mail.example`
  await sql`update users set email = ${email}, email_confirmed_at = case when ${confirmed} then now() end
    where id = ${somebody.id}`.execute(forum.db)
  return { ...somebody, email }
}

export const isConfirmed = async (who: Member) =>
  (await who.get('/api/_user')).json().emailConfirmedAt !== null
export const requestConfirmation = (who: Member) => who.post('/api/_email_confirmation')
export const confirm = async (token: string) =>
  (await forum.guest()).post('/api/_email_confirmation', { token })
export const forget = async (username: string) =>
  (await forum.guest()).post('/api/_password_reset', { username })
export const reset = async (token: string, newPassword = 'a new password') =>
  (await forum.guest()).put('/api/_password_reset', { token, newPassword })
export const logIn = async (username: string, password: string) =>
  (await (await forum.guest()).post('/api/_login', { username, password })).statusCode

/** The mail for a forgotten password. */
export async function resetMail(who: Member) {
  await forget(who.username)
  await performJobs()
  const mail = server.mails.at(-1)
  if (!mail) throw new Error('no mail came')
  return mail
}
