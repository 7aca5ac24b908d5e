import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LawDocuments } from '../../../contract/endpoints/law.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { parseConfig } from '../../config.ts'
import { contentSecurityPolicy } from '../../platform/http/headers.ts'
import { listConnections } from './connections.ts'
import { plain } from './markdown.ts'
import { retentionTable } from './retentionTable.ts'

let forum: Forum
let admin: Member
beforeAll(async () => {
  forum = await startForum({ KEEP_VISITS_DAYS: '10', CAPTCHA: 'pow' })
  admin = await forum.member('keeper', { isAdmin: true })
  await forum.community('birding', admin)
})
afterAll(() => forum.close())

const change = async (changes: Record<string, unknown>) => {
  const answer = await admin.put('/api/_admin/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })
  expect(answer.statusCode, answer.body).toBe(200)
}
const documents = async () => (await admin.get('/api/_admin/law/documents')).json<LawDocuments>()
const file = async (name: string) => (await admin.get(`/api/_admin/law/${name}.md`)).body
const mailing = { SITE_URL: 'https://forum.example.org', MAIL_FROM: 'forum@example.org' }
const none = {
  settings: { linkPreviews: false, newestVersionUrl: '', contactEmail: '' },
  isTorBlocked: false,
}
const hostsOf = (environment: Record<string, string>, from: 'browsers' | 'server', facts = none) =>
  listConnections(parseConfig(environment), facts)
    .filter((one) => one.from === from)
    .map(({ host }) => host)

describe('what the site loads from elsewhere', () => {
  it.each(['pow', 'off'] as const)('is what the header of pages allows, with CAPTCHA=%s', (captcha) => {
    const allowed = contentSecurityPolicy({ captcha }, []).match(/https?:\/\/[^\s;]+/g)
    expect(hostsOf({ CAPTCHA: captcha }, 'browsers')).toEqual(
      allowed?.map((source) => source.replace('https://', '')),
    )
  })

  it('is said for each host that a captcha of others needs', async () => {
    const other = await startForum({ CAPTCHA: 'hcaptcha', HCAPTCHA_SITE_KEY: 'k', HCAPTCHA_SECRET: 's' })
    const allowed = contentSecurityPolicy(other.config, []).match(/https?:\/\/[^\s;]+/g) ?? []
    const listed = listConnections(other.config, none).filter(({ from }) => from === 'browsers')
    expect(listed.map(({ host }) => `https://${host}`).sort()).toEqual([...new Set(allowed)].sort())
    expect(listed.filter(({ purpose }) => purpose.startsWith('Allowed by'))).toEqual([])
    await other.close()
  })

  it('is contacted by the server only where it is configured', () => {
    expect(hostsOf({}, 'server')).toEqual([])
    expect(
      hostsOf(
        {
          ...mailing,
          SMTP_URL: 'smtps://user:p%40ss@mail.example.org:465',
          S3_ACCESS_KEY_ID: 'id',
          S3_SECRET_ACCESS_KEY: 'key',
          S3_BUCKET: 'b',
          S3_ENDPOINT: 'https://store.example.org:9000',
          DATABASE_URL: 'postgres://forum:secret@one.example.org:5432,two.example.org/forum',
          VALKEY_URL: 'valkey://:secret@cache.example.org:6379/0',
          PURGE_URL: 'https://cdn.example.org/purge',
        },
        'server',
        {
          settings: { ...none.settings, newestVersionUrl: 'https://forge.example.org/releases' },
          isTorBlocked: true,
        },
      ),
    ).toEqual([
      'mail.example.org',
      'store.example.org',
      'one.example.org,two.example.org',
      'cache.example.org',
      'check.torproject.org',
      'forge.example.org',
      'cdn.example.org',
    ])
  })

  it('names no secrets, whatever the URLs have', () => {
    const facts = JSON.stringify(
      listConnections(
        parseConfig({
          ...mailing,
          SMTP_URL: 'smtps://secretuser:secretpass@mail.example.org',
          DATABASE_URL: 'postgres://secretuser:secretpass@/forum?host=/run/postgresql',
          VALKEY_URL: 'rediss://secretuser:secretpass@cache.example.org',
        }),
        none,
      ),
    )
    expect(facts).not.toContain('secret')
    expect(facts).toContain('this machine')
  })
})

describe('the table of retention periods', () => {
  it('says how long, by which setting, and which task deletes', () => {
    const rows = retentionTable(parseConfig({ KEEP_VISITS_DAYS: '10', KEEP_LOGS_DAYS: '0' }))
    expect(rows).toContainEqual({
      data: 'When a member last opened a post',
      kept: '10 days after the visit',
      setting: 'KEEP_VISITS_DAYS',
      task: 'delete_old_rows',
    })
    expect(rows).toContainEqual({
      data: 'Entries of the moderation log',
      kept: 'For ever',
      setting: 'KEEP_LOGS_DAYS',
      task: 'delete_old_rows',
    })
    expect(rows).toContainEqual(
      expect.objectContaining({
        data: 'Links to confirm an address or choose a new password',
        kept: '1 day after the mail',
      }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({ data: 'Daily backups', setting: 'dailyBackupsKept' }),
    )
    expect(new Set(rows.map(({ data }) => data)).size).toBe(rows.length)
  })

  it('is what admins see', async () => {
    expect((await documents()).retention).toEqual(retentionTable(forum.config))
  })
})

describe('the risk assessment', () => {
  it('has the 17 kinds of priority illegal content, each with lines to fill in', async () => {
    const text = await file('risk-assessment')
    const headings = text.match(/^### .*/gm) ?? []
    expect(headings).toHaveLength(17)
    expect(headings[0]).toBe('### 1. Terrorism')
    expect(headings.at(-1)).toBe('### 17. Animal cruelty')
    // And one for other illegal content.
    expect(text.match(/^Likelihood: /gm)).toHaveLength(18)
    expect(text).toContain('no legal advice')
  })

  it('has the facts of the site as they are now', async () => {
    await change({ imagePosts: true, joining: 'open', privateForum: false })
    const before = await file('risk-assessment')
    expect(before).toContain('| Images | on, 10 in a post |')
    expect(before).toContain('| Who can join | anyone can create an account |')
    expect(before).toContain('| Communities | 1 |')
    expect(before).toContain('| Age | not asked, not verified |')
    await change({ imagePosts: false, joining: 'invitation', privateForum: true, minimumAge: 16 })
    const after = await file('risk-assessment')
    expect(after).toContain('| Age | members declare to be 16 or older; not verified |')
    expect(after).toContain('| Images | off |')
    expect(after).toContain('Members cannot post images.')
    expect(after).toContain('| Who can join | only with an invitation |')
    expect(after).toContain('| Who can read | members only |')
    expect(await file('records-of-processing')).toContain('| Terms and minimum age |')
    await change({ imagePosts: true, joining: 'open', privateForum: false, minimumAge: 0 })
  })
})

describe('the records of processing', () => {
  it('name the provider, or leave a line to fill in', async () => {
    expect(await file('records-of-processing')).toContain('| Name | \\_\\_')
    await change({ providerName: 'Bird | Club', providerAddress: 'Mill Lane 1\nWillow Town' })
    const text = await file('records-of-processing')
    expect(text).toContain('| Name | Bird \\| Club |')
    expect(text).toContain('| Address | Mill Lane 1, Willow Town |')
  })

  it('have applications only where admins approve who joins, and every retention period', async () => {
    expect(await file('records-of-processing')).not.toContain('Applicants')
    await change({ joining: 'approval' })
    const text = await file('records-of-processing')
    expect(text).toContain('Applicants')
    for (const { data, kept } of retentionTable(forum.config)) expect(text).toContain(`| ${data} | ${kept} |`)
    await change({ joining: 'open' })
  })

  it('are a page for admins, in which nothing that was typed is markup', async () => {
    await change({ providerName: '<b>Bold</b> [link](https://example.org) **stars**' })
    const { recordsHtml } = await documents()
    expect(recordsHtml).toContain('&lt;b&gt;Bold&lt;/b&gt; [link](')
    expect(recordsHtml).not.toContain('<strong>stars')
    expect(recordsHtml).toContain('<table')
    expect(plain('')).toMatch(/^(?:\\_)+$/)
  })

  it('are a file', async () => {
    const { headers } = await admin.get('/api/_admin/law/records-of-processing.md')
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="records-of-processing.md"')
  })
})
