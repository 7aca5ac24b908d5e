import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import { redressSentence } from '../../../contract/noticeTexts.ts'
import type { Member } from '../../../tests/support/forum.ts'
import { type MailServer, startMailServer } from '../../../tests/support/mailServer.ts'
import { given } from '../../../tests/support/notices.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'
import { suspensionMailTask } from '../../core/users/suspensionMail.ts'
import { mailSuspension } from './suspensionMail.ts'

let server: MailServer
let scene: Scene
let member: Member
let members = 0
beforeAll(async () => {
  server = await startMailServer()
  scene = await startScene(server.environment)
})
beforeEach(async () => {
  server.mails.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(scene.forum.db)
  member = await scene.forum.member(`owl_${++members}`)
  await sql`update users set email = ${`${member.username}@mail.example`}, email_confirmed_at = now()
    where id = ${member.id}`.execute(scene.forum.db)
})
afterAll(async () => {
  await scene.forum.close()
  await server.close()
})

/** Runs the jobs in the queue. @returns the mails. */
async function sendMails(): Promise<string[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${suspensionMailTask}`.execute(
    scene.forum.db,
  )
  for (const { payload } of rows) await mailSuspension(scene.forum, payload)
  return server.mails.map(({ to, source }) => `To: ${to.join()}\n${source}`)
}
const ban = (more: object = {}) =>
  scene.admin.post('/api/_admin', { action: 'ban_user', username: member.username, ...more })

describe('a suspended member', () => {
  it('is mailed why, until when, what was removed, and how to appeal', async () => {
    const post = await scene.post()
    await member.post(`/api/posts/${post.publicId}/comments`, { body: 'Buy my feeders.' })
    await ban({ reason: 'Advertises <b>feeders</b>.', expires: '2999-01-01T00:00:00Z', deleteContentDays: 0 })
    const [mail, ...others] = await sendMails()
    expect(others).toEqual([])
    expect(mail).toContain(`To: ${member.username}@mail.example`)
    expect(mail).toContain(`suspended @${member.username} until 1 January 2999 (UTC).`)
    expect(mail).toContain('Advertises <b>feeders</b>.')
    expect(mail).toContain('Advertises &lt;b&gt;feeders&lt;/b&gt;.')
    expect(mail).toContain('Also removed: 1 comment. A person decided this.')
    expect(mail).toContain('http://forum.example/suspended')
    expect(mail).toContain(redressSentence())
    expect(mail).not.toContain('the_admin')
  })

  it('learns that a notice led to it', async () => {
    const notice = given({ publicId: '' }, { address: `/@${member.username}` })
    const { number } = (await scene.guest.post('/api/notices', notice)).json<OutputOf<'sendNotice'>>()
    await scene.admin.put(`/api/notices/${number}`, { act: 'ban', reasons: 'Fraud.' })
    const [mail] = await sendMails()
    expect(mail).toContain('until they lift the suspension.')
    expect(mail).toContain('Fraud.')
    expect(mail).toContain('A person decided this after a notice.')
  })
})

describe('nobody is mailed', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['of a milder ban, of which they are notified', () => ban({ kind: 'posting' })],
    [
      'at an address that is not confirmed',
      async () => {
        await sql`update users set email_confirmed_at = null where id = ${member.id}`.execute(scene.forum.db)
        await ban()
      },
    ],
    [
      'after the suspension was lifted',
      async () => {
        await ban()
        await scene.admin.post('/api/_admin', { action: 'unban_user', username: member.username })
      },
    ],
    [
      'of the same ban again',
      async () => {
        await ban({ reason: 'Spam.' })
        await sendMails()
        await sql`delete from graphile_worker._private_jobs`.execute(scene.forum.db)
        server.mails.length = 0
        await ban({ reason: 'Spam.' })
      },
    ],
    [
      'of bans of many accounts at once',
      () => scene.admin.post('/api/_admin/members', { action: 'ban', usernames: [member.username] }),
    ],
  ])('%s', async (_what, perform) => {
    await perform()
    expect(await sendMails()).toEqual([])
  })
})
