import type { Page } from '@playwright/test'
import { longUnless } from './support/long.ts'
import { awake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const everyCall = '**/api/**'
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a page that cannot be loaded', () => {
  test('[CORE-8-020] shows an error inside the layout, and loads on a retry', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/500/)
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name)
    await open(page, '/communities')
    await page.route(everyCall, (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).click()
    await expect(heading(page)).toHaveText('Something went wrong')
    await expect(page).toHaveURL(`/${moss.name}`)
    await expect(mainNavigation(page)).toBeVisible()
    await page.unroute(everyCall)
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText(moss.name)
  })

  test('[CORE-8-002] mentions the connection when there is none', async ({
    page,
    site,
    context,
    forgive,
  }) => {
    forgive(/ERR_INTERNET_DISCONNECTED/)
    const moss = await site.createCommunity('moss')
    // An earlier visit to such a page has loaded its chunk.
    await open(page, `/${moss.name}`)
    await mainNavigation(page).getByRole('link', { name: 'Communities' }).click()
    await expect(heading(page)).toHaveText('Communities')
    const other = await site.createCommunity('fern')
    await context.setOffline(true)
    await page.getByRole('searchbox').fill(other.name)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      "Make sure you're connected to the internet",
    )
    await context.setOffline(false)
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('main').getByRole('link', { name: other.name, exact: true }).click()
    await expect(heading(page)).toHaveText(other.name)
  })

  test('keeps the previous page until the next one is loaded, with a progress bar after 80 ms', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    await open(page, '/communities')
    let letGo = () => {}
    const released = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**/api/communities/${moss.name}*`, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).click()
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    await expect(heading(page)).toHaveText('Communities')
    letGo()
    await expect(heading(page)).toHaveText(moss.name)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})

test.describe('what moderators and admins work with', () => {
  const pages = [
    ['the queue', '/communities', 'a[href="/modqueue"]', 'Moderation queue'],
    ['what waits for review', '/modqueue', 'main a[href*="kind=waiting"]', 'Moderation queue'],
    ['unusual votes', '/admin/votes', 'main a[href*="period=day"]', 'Admin dashboard'],
  ] as const
  for (const [what, from, link, title] of pages)
    test(
      `${what} can be loaded again after a failure`,
      longUnless(what === 'the queue'),
      async ({ page, site, signIn, forgive }) => {
        forgive(/503/)
        await site.createCommunity('moss')
        await signIn(site.keeper)
        await open(page, from)
        await page.route(everyCall, (route) => route.fulfill({ status: 503, body: '' }))
        await page.locator(link).first().click()
        await expect(heading(page)).toHaveText('Something went wrong')
        await page.unroute(everyCall)
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
        await expect(heading(page)).toHaveText(title)
      },
    )

  test('stays selected when a decision fails', async ({ page, site, signIn, forgive }) => {
    forgive(/503/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(await site.signUp('author'), moss.name)
    await (await site.signUp('reporter')).post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/reports`)
    await page.getByRole('main').getByRole('article').getByRole('checkbox').check()
    const selection = page.getByRole('region', { name: 'Selected' })
    await page.route(everyCall, (route) => route.fulfill({ status: 503, body: '' }))
    await selection.getByRole('button', { name: 'Approve selected' }).click()
    await expect(page.getByRole('alert')).toHaveText('Something went wrong.')
    await expect(selection.getByRole('status')).toHaveText('1 selected')
    await page.unroute(everyCall)
    await selection.getByRole('button', { name: 'Approve selected' }).click()
    await expect(selection).toBeHidden()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0)
  })

  test('lists posts with the same image after a failure', async ({ page, site, signIn, forgive }) => {
    forgive(/503/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(await site.signUp('author'), moss.name, { type: 'image', images: 1 })
    await signIn(site.keeper)
    await open(page, `/${moss.name}/post/${post.publicId}`)
    const look = page.getByRole('button', { name: 'Same image elsewhere' })
    await expect(look).toBeVisible()
    await page.route(everyCall, (route) => route.fulfill({ status: 503, body: '' }))
    await look.click()
    const dialog = page.getByRole('dialog', { name: 'Same image elsewhere' })
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute(everyCall)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog).toContainText('No other post has an image like this.')
  })
})

test('[CORE-2-230] a page that throws offers a reload', async ({ page, site, forgive }) => {
  forgive(/./)
  const moss = await site.createCommunity('moss')
  await open(page, '/communities')
  // Not an answer of our server; a proxy may send it.
  await page.route('**/api/posts?*', (route) => route.fulfill({ json: { posts: [null], next: null } }))
  await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.unroute('**/api/posts?*')
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Try reloading page' }).click()
  await loaded
  await awake(page)
  await expect(heading(page)).toHaveText(moss.name)
})

test.describe('a toast', () => {
  async function failToVote(page: Page) {
    await page.route('**/api/_postVote*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Upvote' }).click()
  }
  const notice = (page: Page) => page.getByRole('alert')

  test('is above a dialog, where it can be read and closed, and moves back with it', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/503/)
    const rowan = await site.signUp('rowan')
    await signIn(site.keeper)
    await open(page, `/@${rowan.username}`)
    const opener = page.getByRole('button', { name: 'Set level' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: `Set @${rowan.username}'s level` })
    await page.route(everyCall, (route) => route.fulfill({ status: 503, body: '' }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Something went wrong.')
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.unroute(everyCall)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator('#page > * > #toasts')).toHaveCount(1)
  })

  test('[CORE-4-059] [CORE-4-060] disappears after 3000 ms, and can be closed at once', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name)
    await signIn(await site.signUp('rowan'))
    await page.clock.install()
    await open(page, `/${moss.name}`)
    await page.clock.pauseAt(Date.now() + 10_000)
    await failToVote(page)
    // The toast appears by the mocked clock, too; from then on the clock has moved less than 50 ms.
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return notice(page).count()
      })
      .toBe(1)
    await page.clock.runFor(2950)
    await expect(notice(page)).toHaveText('Something went wrong.')
    await page.clock.runFor(60)
    await expect(notice(page)).toHaveCount(0)
    await page.clock.resume()
    await page.getByRole('button', { name: 'Upvote' }).click()
    await notice(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice(page)).toHaveCount(0)
  })
})
