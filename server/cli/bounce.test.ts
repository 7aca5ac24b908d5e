import { expect, it } from 'vitest'
import { startCommandLine } from '../../tests/support/commandLine.ts'

const { database, folkmoot, newMember } = await startCommandLine()

const notification = (recipient: string, action: string) =>
  [
    'From: MAILER-DAEMON@mail.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>:`,
    '    no such user',
    '',
    '--b--',
  ].join('\r\n')

it('marks the address of a mail that came back, counts it, and keeps no address', async () => {
  const { id } = await newMember()
  await database.db.updateTable('users').set({ email: 'Lost@mail.example' }).where('id', '=', id).execute()
  const { exitCode, said } = await folkmoot('bounce', {
    input: [notification('lost@mail.example', 'failed')],
    environment: { LOG_LEVEL: 'silent' },
  })
  expect([exitCode, said]).toEqual([0, 'Marked the address of @member1.'])
  const user = await database.db
    .selectFrom('users')
    .where('id', '=', id)
    .select('email_refused_at')
    .executeTakeFirstOrThrow()
  expect(user.email_refused_at).not.toBeNull()
  expect(
    await database.db.selectFrom('mail_outcomes').select(['outcome', 'count', 'answer']).execute(),
  ).toEqual([{ outcome: 'bounced', count: 1, answer: '550 5.1.1 <(email)>: no such user' }])
})

it.each([
  ['another mail', 'Subject: Hello\r\n\r\nHow are you?'],
  ['a mail that is only late', notification('late@mail.example', 'delayed')],
])('refuses %s', async (_which, mail) => {
  const { exitCode, reported } = await folkmoot('bounce', { input: [mail] })
  expect([exitCode, reported]).toEqual([1, 'This is not a notification of undelivered mail.'])
})
