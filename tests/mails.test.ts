import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MailPurpose } from '../contract/mailLinks.ts'
import type { NoticeStep } from '../contract/words.ts'
import type { Notice } from '../server/features/accounts/accountNotice.ts'
import type { ApplicationMail } from '../server/features/applications/applicationMail.ts'

const root = join(import.meta.dirname, '..')

/** The mails that each file sends, as the table in docs/operations.md names them. */
const mails: Record<string, string | Record<string, string>> = {
  'features/mailedLinks/link.ts': {
    confirm_email: 'link to confirm the address, valid for a day',
    reset_password: 'link to set a new password, valid for an hour',
  } satisfies Record<MailPurpose, string>,
  'features/accounts/accountNotice.ts': {
    address: 'notice that the address was changed',
    password: 'notice that the password was changed',
    browser: 'notice of a login',
    archive: 'notice of a data archive',
  } satisfies Record<Notice, string>,
  'features/applications/applicationMail.ts': {
    approved: 'approval, refusal, or a question',
    declined: 'approval, refusal, or a question',
    asked: 'approval, refusal, or a question',
  } satisfies Record<ApplicationMail['kind'], string>,
  'features/notices/mail.ts': {
    received: 'receipt of a notice',
    decided: 'decision on a notice',
    answered: 'decision on a complaint',
  } satisfies Record<NoticeStep, string>,
  'features/appeals/suspensionMail.ts': 'why and until when the account is suspended, and how to appeal',
  'features/backups/failureMail.ts': 'notice that a backup or its verification failed',
  'features/system/testMail.ts': 'test',
}

it('operators find all emails that the site sends in a table, and no others', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, table = ''] = /^\| email \| to \| when \|\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(operations) ?? []
  const documented = table.split('\n').flatMap((row) => row.split(' | ')[0]?.slice(2) || [])
  expect([...documented].sort()).toEqual(
    [
      ...new Set(
        Object.values(mails).flatMap((kinds) => (typeof kinds === 'string' ? kinds : Object.values(kinds))),
      ),
    ].sort(),
  )
})

it('every file that sends mail is known here', () => {
  const server = join(root, 'server')
  const senders = (readdirSync(server, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /from '.*\/(?:deliverMail|mail\/send)\.ts'/.test(readFileSync(join(server, file), 'utf8')),
    )
    .filter((file) => /\b(?:deliverMail|sendMail)\(/.test(readFileSync(join(server, file), 'utf8')))
  expect(senders.sort()).toEqual(['core/accounts/deliverMail.ts', ...Object.keys(mails)].sort())
})
