import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { startMailing } from '../../../tests/support/mailing.ts'
import { accountNoticeTask, enqueueAccountNotice, mailAccountNotice } from './accountNotice.ts'

const { forum, member, resetMail, server } = await startMailing()
// Otherwise the first account would be theirs.
await forum.member('the_admin', { isAdmin: true })

it.each([
  ['that of the browser', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, 'de'],
  ['the one that was chosen before', { cookie: 'language=ar', 'accept-language': 'de' }, 'ar'],
  ['none where it is the default of the site', { 'accept-language': 'en' }, null],
  ['none where the site does not offer it', { 'accept-language': 'fr' }, null],
])('a new account has the language of the page: %s', async (_which, headers, language) => {
  const guest = await forum.guest()
  const username = `reader_${language}_${Object.keys(headers).length}${headers['accept-language']?.slice(0, 2)}`
  const { cookie } = guest.headers()
  const response = await forum.app.inject({
    method: 'POST',
    url: '/api/_signup',
    headers: {
      ...guest.headers(),
      ...headers,
      cookie: [cookie, 'cookie' in headers ? headers.cookie : ''].filter(Boolean).join('; '),
    },
    payload: { username, email: '', password: 'a long password' },
  })
  expect([response.statusCode, response.json().language]).toEqual([201, language])
})

const speaking = async (language: string | null) => {
  const who = await member()
  await sql`update users set language = ${language} where id = ${who.id}`.execute(forum.db)
  return who
}

it.each([
  ['de', 'de', '<html lang="de">'],
  ['ar', 'ar', '<html lang="ar" dir="rtl">'],
  [null, 'en', '<html lang="en">'],
])('a member whose language is %s gets mails in %s', async (chosen, language, html) => {
  const who = await speaking(chosen)
  const { source } = await resetMail(who)
  expect(source).toContain(html)
  const after = inLanguage(language, () =>
    t(
      "The link works once, for {hours, plural, one {one hour} other {# hours}}. Didn't request this? Ignore this email. Your password won't change.",
      { hours: 1 },
    ),
  )
  expect(source).toContain(after)
})

it('times in mails are in their language', async () => {
  const who = await speaking('de')
  await enqueueAccountNotice(forum.db, 'password', who.id)
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = ${accountNoticeTask}`.execute(
    forum.db,
  )
  await mailAccountNotice(forum, { ...rows[0]?.payload, at: '2027-03-05T12:00:00Z' })
  expect(server.mails.at(-1)?.source).toContain('5. März 2027')
})
