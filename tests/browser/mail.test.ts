import type { Page } from '@playwright/test'
import { freePort } from '../support/freePort.ts'
import { type MailServer, startMailServer } from '../support/mailServer.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test as usual } from './support/test.ts'

usual.describe.configure({ mode: 'default' })

/** The mail server of this file, and the settings of a site that uses it. The links in mails lead to the site. */
const start = async () => {
  const mailServer = await startMailServer()
  const PORT = await freePort()
  return {
    mailServer,
    environment: { ...mailServer.environment, PORT, SITE_URL: `http://127.0.0.1:${PORT}` },
  }
}
let started: ReturnType<typeof start> | null = null
const running = () => {
  started ??= start()
  return started
}
usual.afterAll(async () => {
  await (await started)?.mailServer.close()
  started = null
})

const test = usual.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern for the names of fixtures
  mailServer: async ({}, use) => use((await running()).mailServer),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  environment: async ({}, use) => use((await running()).environment),
})

const main = (page: Page) => page.getByRole('main')
const profile = (page: Page) => page.getByRole('region', { name: 'Profile' })
/** The link in a mail. */
const linkIn = ({ source }: { source: string }) => /http:\/\/\S+\?token=\w+/.exec(source)?.[0] ?? ''

async function giveAddress({ db }: Site, { id, username }: Member, isConfirmed: boolean): Promise<string> {
  const email = `${username}@mail.example`
  const email_confirmed_at = isConfirmed ? new Date() : null
  await db.updateTable('users').set({ email, email_confirmed_at }).where('id', '=', id).execute()
  return email
}

test('a member confirms their email address with a mailed link, which works once', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  openWindow,
  mailServer,
}) => {
  const member = await site.signUp('rowan')
  await signIn(member)
  await open(page, '/settings')
  await profile(page).getByLabel('Email').fill('rowan@mail.example')
  await expect(profile(page)).toContainText('Save it, then confirm')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(profile(page)).toContainText('Not confirmed yet.')
  await expectAccessible(page)
  const first = mailServer.next()
  await profile(page).getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(profile(page)).toContainText('Email sent.')
  await first
  const second = mailServer.next()
  await profile(page).getByRole('button', { name: 'Send again' }).click()
  const mail = await second
  expect(mail.to).toEqual(['rowan@mail.example'])

  // The mailed token is enough, no matter who is logged in; opening the link alone does nothing.
  const elsewhere = await openWindow()
  await open(elsewhere, linkIn(mail))
  await expect(main(elsewhere).getByRole('heading')).toHaveText('Confirm your email address')
  await expectAccessible(elsewhere)
  const isConfirmed = async () =>
    (await member.get<{ emailConfirmedAt: string | null }>('/api/_user')).emailConfirmedAt !== null
  expect(await isConfirmed()).toBe(false)
  await main(elsewhere).getByRole('button', { name: 'Confirm' }).click()
  await expect(main(elsewhere).getByRole('status')).toContainText('Your email address is confirmed.')
  expect(await isConfirmed()).toBe(true)
  await expect(profile(page)).toContainText('Confirmed.')
})

test('a link that was used or is incomplete says what to do', async ({ page, forgive }) => {
  forgive(/400/)
  await open(page, '/confirm_email?token=used')
  await main(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(main(page).getByRole('alert')).toContainText(
    'This link has expired, was already used or is incomplete.',
  )
  await main(page).getByRole('link', { name: 'Go to Settings' }).click()
  await expect(page).toHaveURL('/login?next=%2Fsettings%23profile')
  await open(page, '/confirm_email')
  await expect(main(page).getByRole('alert')).toContainText('incomplete')
  await open(page, '/reset_password?token=used')
  await main(page).getByLabel('New password', { exact: true }).fill('a better one')
  await main(page).getByLabel('Repeat new password').fill('a better one')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('alert')).toContainText('This link has expired or was already used.')
  await main(page).getByRole('link', { name: 'Get a new link' }).click()
  await expect(main(page).getByRole('heading')).toHaveText('Forgot your password?')
})

test('a member who forgot the password sets a new one with a mailed link', async ({
  page,
  site,
  mailServer,
}) => {
  const member = await site.signUp('rowan')
  const email = await giveAddress(site, member, true)
  await open(page, '/login')
  await main(page).getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/reset_password')
  await expectAccessible(page)
  const send = main(page).getByRole('button', { name: 'Send link' })
  await send.click()
  await expect(main(page).getByRole('alert')).toHaveText('Enter your username or email address.')

  // The same message whether the account exists or not.
  const says = async (nameOrAddress: string) => {
    await main(page).getByLabel('Username or email address').fill(nameOrAddress)
    await send.click()
    const answer = (await main(page).getByRole('status').textContent()) ?? ''
    await main(page).getByRole('button', { name: 'Try another username or address' }).click()
    return answer
  }
  const toNobody = await says('nobody_here')
  expect(toNobody).toContain('If the account exists and its email address is confirmed')
  const byName = mailServer.next()
  expect(await says(member.username)).toBe(toNobody)
  expect((await byName).to).toEqual([email])
  const byAddress = mailServer.next()
  expect(await says(email.toUpperCase())).toBe(toNobody)
  const mail = await byAddress

  await open(page, linkIn(mail))
  await expect(main(page).getByRole('heading')).toHaveText('Choose a new password')
  await expectAccessible(page)
  const set = main(page).getByRole('button', { name: 'Set new password' })
  await main(page).getByLabel('New password', { exact: true }).fill('short')
  await set.click()
  await expect(main(page).getByRole('alert')).toHaveText('Password too short.')
  await main(page).getByLabel('New password', { exact: true }).fill('a better one')
  await set.click()
  await expect(main(page).getByRole('alert')).toHaveText('Passwords do not match.')
  await main(page).getByLabel('Repeat new password').fill('a better one')
  await set.click()
  await expect(main(page).getByRole('status')).toContainText('Password changed')
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await main(page).getByLabel('Username').fill(member.username)
  await main(page).getByLabel('Password', { exact: true }).fill('a better one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('banner').getByRole('button', { name: /@|me/ })).toContainText(member.username)
})

test('every mailed link opens a page, also on a phone @phone', { tag: '@long' }, async ({
  page,
  site,
  mailServer,
}) => {
  const [newcomer, member] = [await site.signUp('rowan'), await site.signUp('rowan')]
  const before = mailServer.mails.length
  await giveAddress(site, newcomer, false)
  await giveAddress(site, member, true)
  await newcomer.post('/api/_email_confirmation', {})
  await member.post('/api/_password_reset', { username: member.username })
  await expect.poll(() => mailServer.mails.length - before).toBe(2)
  for (const mail of mailServer.mails.slice(before)) {
    const answer = await open(page, linkIn(mail))
    expect(answer?.status()).toBe(200)
    await expectAccessible(page)
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBeLessThanOrEqual(0)
  }
})
