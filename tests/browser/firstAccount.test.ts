import { test as base, expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
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
    await use(await context.newPage())
    await context.close()
    expect(watched.problems()).toEqual([])
  },
})

test('[ACC-5-012] [ACC-5-013] the first account solves the proof of work and becomes the admin', {
  tag: '@long',
}, async ({ visitor: page }) => {
  await open(page, '/')
  const aside = page.getByRole('complementary')
  await expect(aside).toContainText('The first account becomes the admin.')
  await page.getByRole('banner').getByRole('button', { name: 'Create account' }).click()
  const form = page.getByRole('dialog', { name: 'Create account' })
  await expect(form).toContainText('first account becomes the site admin')
  await form.getByLabel('Username').fill('keeper')
  await form.getByLabel('Password', { exact: true }).fill('long enough')
  await form.getByLabel('Repeat password').fill('long enough')
  const sent = page.waitForRequest('**/api/_signup')
  await form.getByRole('button', { name: 'Create account' }).click()
  const { captchaToken } = (await sent).postDataJSON()
  expect(captchaToken).toMatch(/^[\w+/]{100,}=*$/)

  // [ACC-2-120] [ACC-2-121] the set-up, in the page that was there
  const main = page.getByRole('main')
  await expect(page).toHaveURL('/admin/setup')
  await main.getByLabel('Name').fill('Riverside Allotments')
  await main.getByLabel('Tagline').fill('Plots, seeds and neighbours.')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { name: 'Logo and color' })).toBeFocused()
  await expect(page.getByRole('banner')).toContainText('Riverside Allotments')
  await expect(main.getByRole('button', { name: 'Upload image' })).toBeVisible()
  await expectAccessible(page)
  await main.getByLabel('Accent color', { exact: true }).fill('#8a2be2')
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByRole('heading', { name: 'Who can take part?' })).toBeFocused()
  await expect(page.locator('link[href^="/accent/8a2be2"]')).toHaveCount(1)
  await main.getByRole('button', { name: 'Skip' }).click()
  await main.getByLabel('Contact email').fill('desk@example.org')
  await expect(main.getByLabel('Nonprofit, funded by donations')).not.toBeChecked()
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByLabel('Type of group').selectOption('Club')
  await main.getByLabel('Name of community 1').fill('Seeds')
  await main.getByRole('button', { name: 'Add community' }).click()
  await expect(main.getByLabel(/^Name of community \d+$/).last()).toBeFocused()
  await main.getByRole('checkbox').last().uncheck()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Create 3 communities' }).click()
  await main.getByRole('button', { name: 'Open my forum' }).click()

  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner')).toContainText('Riverside Allotments')
  await expect(aside).toContainText('Welcome, keeper')
  // [CORE-1-025]
  await expect(aside.getByRole('button', { name: 'Create community' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'My communities' }).getByRole('link')).toHaveText([
    /Introductions/,
    /Meetings/,
    /Seeds/,
  ])
  // [ACC-2-122]
  const checklist = main.getByRole('region', { name: 'Your new forum' })
  await expect(checklist.getByText('(done)')).toHaveCount(2)
  await expectAccessible(page)
  await checklist.getByRole('button', { name: 'Dismiss' }).click()
  await expect(checklist).toBeHidden()

  await awake(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /keeper/ })
    .click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(aside).toContainText('Create an account to post, comment and vote.')
})

test('the link for the first admin opens the form to sign up, and closing it leaves the front page', async ({
  visitor: page,
}) => {
  await open(page, '/#create-account')
  const form = page.getByRole('dialog', { name: 'Create account' })
  await expect(form).toContainText('first account becomes the site admin')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByRole('complementary')).toContainText('The first account becomes the admin')
})
