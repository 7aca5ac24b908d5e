import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { rateLimits } from '../../contract/rateLimits.ts'
import { securityEventKinds } from '../../contract/securityEvents.ts'
import type { StaticPageName } from '../../contract/staticPages.ts'
import { parseConfig } from '../../server/config.ts'
import { hashPassword } from '../../server/core/accounts/password.ts'
import { deletedData } from '../../server/core/retention/periods.ts'
import { fixedSettings } from '../../server/core/settings/live.ts'
import { fillIn } from '../../server/core/staticPages/fillIn.ts'
import { originalText } from '../../server/core/staticPages/read.ts'
import { tasks } from '../../server/tasks.ts'
import { routes } from '../../web/routes.ts'
import { type Forum, passwordOf, startForum } from '../support/forum.ts'
import { checked, tests } from './proofs.ts'
import { sentences } from './sentences.ts'

const root = new URL('../../', import.meta.url)
const sourceOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The sentences of a page with their conditions, without headings. */
const sentencesOf = (page: string): string[] =>
  originalText(page as StaticPageName)
    .split(/\n{2,}/)
    .filter((block) => !block.startsWith('#'))
    .flatMap((block) => block.split(/\n(?=- )/))
    .flatMap((item) =>
      item
        .replace(/^- /, '')
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.?!:;])\s+(?=[^a-z])/),
    )

/** The privacy policy as a site with these settings shows it. */
const policyWith = (
  environment: Record<string, string>,
  settings: object = {},
  page: StaticPageName = 'privacy-policy',
) =>
  fillIn(originalText(page), {
    config: parseConfig(environment),
    settings: fixedSettings({}).values && { ...fixedSettings({}).values, ...settings },
    communities: [],
  }).replace(/\s+/g, ' ')

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.close())

/** Until when a browser keeps a cookie, in days from now. */
const daysOf = (cookie = '') =>
  Math.round((Date.parse(/Expires=([^;]*)/.exec(cookie)?.[1] ?? '') - Date.now()) / 86_400_000)
const setCookies = (answer: { headers: Record<string, unknown> }): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().map(String)

/** All files of the browser's program. */
const browserSource = () =>
  readdirSync(new URL('web', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => sourceOf(join('web', name)))

const facts: Record<(typeof checked)[number], () => void | Promise<void>> = {
  addressesKept() {
    expect(deletedData.addresses.kept).toEqual({ config: 'keepAddressesDays' })
    expect(policyWith({ KEEP_ADDRESSES_DAYS: '7' })).toContain('They are deleted 7 days after their last use')
    expect(policyWith({ KEEP_ADDRESSES_DAYS: '0' })).toContain('They are deleted with your account.')
  },
  appUseDays: () => expect(deletedData.appUseOfGuests.kept.days).toBe(30),
  async browserCookie() {
    const member = await forum.member('rowan')
    const answer = await forum.app.inject({
      method: 'POST',
      url: '/api/_login',
      headers: { ...(await forum.guest()).headers(), 'sec-fetch-site': 'same-origin' },
      payload: { username: member.username, password: passwordOf(member.username) },
    })
    const [cookie = ''] = setCookies(answer).filter((one) => one.startsWith('known='))
    expect(cookie).toContain(`Max-Age=${360 * 86_400}`)
    // It opens nothing: with it alone, the sender is a guest.
    const [pair = ''] = cookie.split(';')
    const opened = await forum.app.inject({ url: '/api/_initial', headers: { cookie: pair } })
    expect(opened.json().user).toBeNull()
  },
  bucket() {
    const sentence = 'Images are stored with a storage provider'
    expect(policyWith({})).not.toContain(sentence)
    expect(policyWith({ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })).toContain(
      sentence,
    )
  },
  donations() {
    expect(policyWith({}, { donationFunded: true }, 'about')).toMatch(/non-profit.*Funded by donations/)
    expect(policyWith({}, {}, 'about')).not.toMatch(/non-profit|donat/i)
    expect(policyWith({}, { donationUrl: 'https://give.example/' }, 'about')).toContain('give')
  },
  draftDays: () => expect(deletedData.drafts.kept.days).toBe(90),
  async guestCookies() {
    const answer = await forum.app.inject({ url: '/api/_initial', headers: { 'sec-fetch-site': 'none' } })
    const names = setCookies(answer).map((cookie) => cookie.split('=')[0])
    expect(names.sort()).toEqual(['SID', 'csrftoken'])
    expect(daysOf(setCookies(answer).find((one) => one.startsWith('SID=')))).toBe(360)
    expect(await forum.db.selectFrom('sessions').where('user_id', 'is', null).selectAll().execute()).toEqual(
      [],
    )
  },
  hcaptcha() {
    const keys = { HCAPTCHA_SITE_KEY: 'a', HCAPTCHA_SECRET: 'b' }
    expect(policyWith({ CAPTCHA: 'hcaptcha', ...keys })).toMatch(/two exceptions.*hCaptcha/)
    expect(policyWith({})).not.toContain('hCaptcha')
  },
  mails() {
    // Each of them is in the sentence, or goes to admins.
    const mails = tasks
      .map(({ name }) => name)
      .filter((name) => name.startsWith('mail_') || /mail/.test(name))
    expect(mails.filter((name) => !name.startsWith('delete_')).sort()).toEqual([
      'mail_address_notice',
      'mail_application_news',
      'mail_backup_failure',
      'mail_link',
      'mail_notice',
      'mail_suspension',
    ])
    expect(policyWith({})).not.toContain('We send you emails')
  },
  noAds: () => expect(browserSource().join('\n')).not.toMatch(/googletag|doubleclick|analytics\.js|gtag\(/),
  noFederation: () =>
    expect(routes.map(({ pattern }) => pattern).join()).not.toMatch(/webfinger|inbox|activitypub/),
  noticeDays: () => expect(deletedData.noticeSenders.kept.days).toBe(limits.noticeComplaintDays),
  notifications() {
    expect(deletedData.notifications.kept).toEqual({ config: 'keepNotificationsDays' })
    expect(policyWith({ KEEP_NOTIFICATIONS_DAYS: '30' })).toContain('deleted 30 days after their last change')
  },
  notificationsKept: () =>
    expect(policyWith({ KEEP_NOTIFICATIONS_DAYS: '0' })).toContain(
      'Notifications are stored until you delete',
    ),
  openSource: () => expect(sourceOf('package.json')).toContain('"license": "AGPL-3.0-only"'),
  page() {
    const served = [...routes.map(({ pattern }) => pattern), '/api/docs', '/licences']
    for (const page of Object.keys(sentences))
      for (const [, path] of originalText(page as StaticPageName).matchAll(/\]\((\/[^)]*)\)/g))
        expect(served, page).toContain(path)
  },
  passwords: async () => expect(await hashPassword('a long enough one')).toMatch(/^\$argon2id\$/),
  push() {
    const sentence = 'through the push service of its browser'
    expect(policyWith({})).not.toContain(sentence)
    expect(policyWith({ PUSH_CONTACT: 'keeper@forum.example' })).toContain(sentence)
  },
  rateLimits() {
    const seconds = Object.values(rateLimits).flatMap((buckets) => buckets.map((bucket) => bucket.seconds))
    expect(Math.max(...seconds)).toBeLessThanOrEqual(86_400)
    expect(sourceOf('server/platform/http/rateLimits.ts')).toContain("createHash('sha256').update(key)")
  },
  securityEvents() {
    expect(deletedData.securityEvents.kept.days).toBe(90)
    // Each kind is in the sentence, or is about admins and moderators.
    expect([...securityEventKinds].sort()).toEqual([
      'admin_refused',
      'backup_downloaded',
      'email_changed',
      'export_downloaded',
      'export_requested',
      'keys_rotated',
      'login_failed',
      'login_new_browser',
      'password_changed',
      'password_confirmed',
      'password_refused',
      'password_reset',
      'queue_feed_created',
      'sessions_ended',
    ])
  },
  storage: () => expect(browserSource().join('\n')).not.toMatch(/document\.cookie\s*=|cookieStore\.set/),
  visits() {
    expect(deletedData.visits.kept).toEqual({ config: 'keepVisitsDays' })
    expect(policyWith({ KEEP_VISITS_DAYS: '14' })).toContain(
      'When you last opened a post is stored for 14 days',
    )
  },
  visitsKept: () =>
    expect(policyWith({ KEEP_VISITS_DAYS: '0' })).toContain(
      'opened a post is stored until you delete your account',
    ),
}

describe('the policies that come with the program', () => {
  it.each(Object.entries(sentences))('%s has only sentences with a proof', (page, proofs) => {
    expect(sentencesOf(page)).toEqual(Object.keys(proofs))
  })

  it.each(Object.entries(tests))('%s is proved by a test', (_proof, [file, title]) => {
    expect(sourceOf(file)).toContain(title)
  })

  it.each(Object.entries(facts))('%s is as the code has it', (_fact, check) => check())

  it('has no proof without a sentence', () => {
    const used = new Set<string>(Object.values(sentences).flatMap((proofs) => Object.values(proofs)))
    expect([...Object.keys(tests), ...checked].filter((name) => !used.has(name))).toEqual([])
  })

  it.each([
    ['privateForum', { privateForum: true }, 'but not to guests', 'are public, including to search engines'],
    ['editHistory', { editHistory: 'nobody' }, 'are not stored', 'Everyone who can read your posts'],
    [
      'editHistory',
      { editHistory: 'moderators' },
      "the community's moderators and admins.",
      'are not stored',
    ],
    ['linkPreviews', { linkPreviews: true }, 'the server fetches the title', 'never there'],
    ['dailyBackups', { dailyBackups: true, dailyBackupsKept: 3 }, 'The last 3 are kept', 'Backups may keep'],
    ['acceptTerms', { acceptTerms: true }, 'which version of the terms you accepted', 'never there'],
    ['minimumAge', { minimumAge: 16 }, 'at least 16 years old', 'never there'],
    ['providerName', { providerName: 'Moss Society' }, '[Contact](/contact-us)', 'never there'],
  ])('say only what the setting %s makes true', (_name, settings, present, absent) => {
    const policy = policyWith({}, settings)
    expect(policy).toContain(present)
    expect(policy).not.toContain(absent)
    const otherwise = policyWith({}, { linkPreviews: false })
    expect(otherwise).not.toContain(present)
  })
})
