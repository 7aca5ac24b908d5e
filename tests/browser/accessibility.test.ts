import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const navbar = (page: Page) => page.getByRole('banner')
const dialog = (page: Page) => page.getByRole('dialog')

/** A community with posts of all kinds, and a member who has voted on them. */
async function scene(site: Site) {
  const moss = await site.createCommunity('moss', { about: 'Soft and green.' })
  const reader = await site.signUp('reader')
  for (const title of [
    'Spores',
    'ريش الطيور',
    '🌱 A title with many words in it, so that it needs two lines',
  ]) {
    const post = await site.createPost(site.keeper, moss.name, { title, body: 'Some *text*.' })
    await site.upvote(reader, post)
  }
  return { moss, reader }
}

test.describe('axe finds no violations', () => {
  test('about the front page of a guest', { tag: '@long' }, async ({ page, site }) => {
    await scene(site)
    await open(page, '/?sort=latest')
    await expectAccessible(page)
  })

  test('about the front page of a member, and the menu', { tag: '@long' }, async ({ page, site, signIn }) => {
    const { reader } = await scene(site)
    await signIn(reader)
    await open(page, '/?sort=latest')
    await expect(page.locator('[aria-pressed=true]').first()).toBeVisible()
    await expectAccessible(page)
    await navbar(page)
      .getByRole('button', { name: /reader/ })
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    // Axe does not see the relation between a menu and its button elsewhere in the document.
    await expectAccessible(page, { except: ['region'] })
  })

  test('about compact rows', { tag: '@long' }, async ({ page, site }) => {
    await scene(site)
    await open(page, '/?sort=latest')
    await page.getByRole('button', { name: 'Compact view' }).click()
    await expectAccessible(page)
  })

  test('about /login and its mistakes', async ({ page }) => {
    await open(page, '/login')
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })

  test('about signing up and its mistakes', async ({ page }) => {
    await open(page, '/all')
    await navbar(page).getByRole('button', { name: 'Create account' }).click()
    await expect(dialog(page)).toBeVisible()
    // Autocomplete attributes let password managers fill in the fields (WCAG 3.3.8).
    for (const [field, autocomplete] of [
      ['Username', 'username'],
      ['Email (optional)', 'email'],
      ['Password', 'new-password'],
      ['Repeat password', 'new-password'],
    ] as const)
      await expect(dialog(page).getByLabel(field, { exact: true })).toHaveAttribute(
        'autocomplete',
        autocomplete,
      )
    await dialog(page).getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page)
  })

  test('about the login prompt, the login and the search', { tag: '@long' }, async ({ page, site }) => {
    const { moss } = await scene(site)
    await open(page, `/${moss.name}`)
    await page.getByRole('button', { name: 'Upvote' }).first().click()
    await expect(dialog(page)).toHaveAccessibleName('Login to continue')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Login' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Login')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await navbar(page).getByRole('link', { name: 'Search' }).click()
    await expect(dialog(page)).toHaveAccessibleName('Search')
    await expectAccessible(page)
  })

  test('about the not-found page', { tag: '@long' }, async ({ page, forgive }) => {
    forgive(/404/)
    await open(page, '/no/such/page')
    await expectAccessible(page)
  })

  test('about a feed that fails to load, and its toast', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    const { moss, reader } = await scene(site)
    await signIn(reader)
    await page.clock.install()
    await open(page, `/${moss.name}`)
    await page.clock.pauseAt(Date.now() + 10_000)
    await page.route('**/api/_postVote*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Upvote' }).first().click()
    const notice = page.getByRole('alert')
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return notice.count()
      })
      .toBe(1)
    await page.clock.resume()
    await expectAccessible(page)
  })
})
