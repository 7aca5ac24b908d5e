import { test as base, expect, type Page } from '@playwright/test'
import { awake, open } from './support/open.ts'
import { type Server, startServer } from './support/server.ts'
import { watch } from './support/watch.ts'

/** A new site: nobody has signed up yet, and sign-ups need a proof of work. */
const test = base.extend<{ newSite: Server; visitor: Page }>({
  newSite: async ({ browserName: _any }, use) => {
    const server = await startServer({ CAPTCHA: 'pow' })
    await use(server)
    await server.stop()
  },
  visitor: async ({ browser, newSite }, use) => {
    const context = await browser.newContext({ baseURL: newSite.url })
    const watched = await watch(context, newSite.url)
    // Chromium logs the expected 404: nobody has the name yet.
    watched.forgive(/404.*\/api\/users\//)
    await use(await context.newPage())
    await context.close()
    expect(watched.problems()).toEqual([])
  },
})

test('[ACC-5-012] [ACC-5-013] the first account solves the proof of work and becomes the admin', async ({
  visitor: page,
}) => {
  await open(page, '/')
  const aside = page.getByRole('complementary')
  await expect(aside).toContainText('Nobody has signed up yet: the first account becomes the admin.')
  await aside.getByRole('button', { name: 'Create account' }).click()
  const form = page.getByRole('dialog', { name: 'Create account' })
  await expect(form).toContainText('this account becomes the admin of the site')
  await form.getByLabel('Username').fill('keeper')
  await form.getByLabel('Password', { exact: true }).fill('long enough')
  await form.getByLabel('Repeat password').fill('long enough')
  const sent = page.waitForRequest('**/api/_signup')
  await form.getByRole('button', { name: 'Create account' }).click()
  const { captchaToken } = (await sent).postDataJSON()
  expect(captchaToken).toMatch(/^[\w+/]{100,}=*$/)
  await expect(aside).toContainText('Welcome back, keeper')
  // [CORE-1-025]
  await expect(aside.getByRole('button', { name: 'Create community' })).toBeVisible()

  await awake(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /keeper/ })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(aside).toContainText('Create an account to post, comment and vote.')
})
