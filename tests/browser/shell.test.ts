import type { Locator, Page } from '@playwright/test'
import { communityWithPosts, titles } from './support/feed.ts'
import { hold } from './support/hold.ts'
import { tabTo } from './support/keyboard.ts'
import { awake, keysAwake, laidOut, open, untilClosed } from './support/open.ts'
import { expect, test } from './support/test.ts'

const navbar = (page: Page) => page.getByRole('banner')
const isFocusIn = (box: Locator) => box.evaluate((element) => element.contains(document.activeElement))

test.describe('a dialog', () => {
  const signupButton = (page: Page) => navbar(page).getByRole('button', { name: 'Create account' })
  const signup = (page: Page) => page.getByRole('dialog', { name: 'Create account' })

  const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
    '[CORE-2-074] Escape': (page) => page.keyboard.press('Escape'),
    '[CORE-2-075] a press outside': (page) => page.mouse.click(20, 500),
    'its button': (page) => signup(page).getByRole('button', { name: 'Close' }).click(),
    '[CORE-2-076] a step back': (page) => page.goBack(),
  }
  test('is closed in four ways, each of which restores the page', async ({ page }) => {
    await open(page, '/communities')
    await open(page, '/all?sort=latest')
    for (const [way, leave] of Object.entries(waysOut))
      await test.step(way, async () => {
        await signupButton(page).click()
        await expect(signup(page)).toBeVisible()
        await leave(page)
        await untilClosed(page, signup(page))
        await expect(page).toHaveURL('/all?sort=latest')
        await expect(signupButton(page)).toBeFocused()
        // No history entry remains either.
        await page.goBack()
        await expect(page).toHaveURL('/communities')
        await page.goForward()
        await expect(page).toHaveURL('/all?sort=latest')
        await awake(page)
      })

    await test.step('it stays open when text is selected from its inside to its outside', async () => {
      await signupButton(page).click()
      const box = await signup(page).getByLabel('Username').boundingBox()
      await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
      await page.mouse.down()
      await page.mouse.move(20, 500)
      await page.mouse.up()
      await expect(signup(page)).toBeVisible()
    })
  })

  test('takes the focus, traps it and restores it', async ({ page }) => {
    await open(page, '/')
    await tabTo(page, signupButton(page))
    await page.keyboard.press('Enter')
    await expect(signup(page).getByLabel('Username')).toBeFocused()
    const stops = await signup(page).locator('input, button').count()
    for (let step = 0; step <= stops; step += 1) {
      await page.keyboard.press('Tab')
      // The browser's own controls are between the last and the first stop.
      const isOutside = await page.evaluate(() => document.activeElement === document.body)
      expect(isOutside || (await isFocusIn(signup(page)))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(signupButton(page)).toBeFocused()
  })

  test('replaces the dialog that opened it', async ({ page }) => {
    await open(page, '/communities')
    await open(page, '/all')
    await signupButton(page).click()
    await signup(page).getByRole('button', { name: 'I already have an account' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog')).toHaveAccessibleName('Login')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/all')
  })
})

test.describe('the keyboard', () => {
  test('finds the skip link first on every page', async ({ page, site, forgive }) => {
    forgive(/404/)
    const moss = await site.createCommunity('moss')
    for (const address of ['/', '/all', '/communities', '/login', `/${moss.name}`, '/no/such/page']) {
      await open(page, address)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
    }
  })

  test('moves through the menu of a member', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/')
    const button = navbar(page).getByRole('button', { name: /rowan/ })
    await tabTo(page, button)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitemcheckbox', { name: 'Dark mode' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  test('[CORE-2-069] [CORE-2-070] opens the search with /, but not while typing', async ({ page }) => {
    await open(page, '/')
    await keysAwake(page)
    await page.keyboard.press('/')
    const search = page.getByRole('dialog', { name: 'Search' })
    await expect(search.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('a/b')
    await expect(search.getByRole('combobox')).toHaveValue('a/b')
    await page.keyboard.press('Escape')
    await expect(search).toHaveCount(0)
    await page.getByLabel('Username').press('/')
    await expect(page.getByLabel('Username')).toHaveValue('/')
    await expect(search).toHaveCount(0)
  })
})

test.describe('the theme', () => {
  // [CORE-3-033]
  test('[CORE-2-088] [CORE-2-089] [CORE-2-090] [ACC-1-008] follows the system until a theme is chosen, and is stored only then', async ({
    page,
    openWindow,
    site,
  }) => {
    const theme = page.locator('html')
    const stored = () => page.evaluate(() => localStorage.getItem('theme'))
    const button = navbar(page).getByRole('button', { name: 'Dark mode' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/')
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(theme).toHaveAttribute('data-theme', 'light')
    expect(await stored()).toBeNull()
    await button.click()
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    expect(await stored()).toBe('dark')
    await open(page, '/communities')
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    // Equal to the system's theme: nothing is stored.
    await button.click()
    expect(await stored()).toBeNull()
    await button.click()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(stored).toBeNull()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(theme).toHaveAttribute('data-theme', 'light')
    // The same when the system changed to that theme while the site was closed.
    await button.click()
    expect(await stored()).toBe('dark')
    await page.goto('about:blank')
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page, '/')
    await expect.poll(stored).toBeNull()

    const member = await openWindow(await site.signUp('rowan'))
    await open(member, '/communities')
    await navbar(member)
      .getByRole('button', { name: /@rowan/ })
      .click()
    await member.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
    await expect(member.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test.describe('the not-found page', () => {
  test('[CORE-2-030] [CORE-2-031] [CORE-2-032] links to the front page', async ({ page, forgive }) => {
    forgive(/404/)
    const answer = await open(page, '/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Not found!')
    await expect(page.getByText("The page you're looking for does not exist.")).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Go home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  })
})

test.describe('a page whose bundle loads late', () => {
  test('keeps its scroll position', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 10)
    const letGo = await hold(page, '**/assets/entry-browser*.js')
    await page.goto(`/${moss.name}`, { waitUntil: 'commit' })
    await laidOut(page)
    await titles(page).nth(5).scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => scrollY)
    expect(place).toBeGreaterThan(500)
    letGo()
    await keysAwake(page)
    expect(await page.evaluate(() => scrollY)).toBe(place)
  })

  test('answers a press that came before hydration', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(site.keeper, post, 'Pressed early.')
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        if (history.state === null) return
        clearInterval(timer)
        document.querySelector<HTMLElement>('#comments [aria-label=Collapse]')?.click()
      })
    })
    await page.goto(`/${moss.name}/post/${post.publicId}`)
    await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
  })

  test('stays at the fragment of the URL', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name, { body: 'A line.\n\n'.repeat(60) })
    await open(page, `/${moss.name}/post/${post.publicId}#comments`)
    await keysAwake(page)
    await expect(page.getByRole('region', { name: 'Comments' })).toBeInViewport()
  })
})

test('link previews are of the page that the server sent, and go with it', async ({ page }) => {
  const previews = page.locator('head [property^="og:"]')
  await open(page, '/all')
  await expect(previews).not.toHaveCount(0)
  await navbar(page).getByRole('link').first().click()
  await expect(page).toHaveURL('/')
  await expect(previews).toHaveCount(0)
})

test.describe('time', () => {
  test('[CORE-9-004] passes on the page: ages are updated every 60 seconds', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    // The page then goes by this clock from the start, and not by the minute in which the server rendered it.
    const shownAt = Date.now() - 3_600_000
    const madeAt = new Date(shownAt - 5 * 60_000)
    await site.db.updateTable('posts').set({ created_at: madeAt }).where('id', '=', post.id).execute()
    await page.clock.install({ time: shownAt })
    await open(page, `/${moss.name}`)
    const age = page.getByRole('article').getByRole('time').first()
    await expect(age).toHaveText('5 minutes ago')
    await page.clock.runFor(30_000)
    await expect(age).toHaveText('5 minutes ago')
    await page.clock.runFor(31_000)
    await expect(age).toHaveText('6 minutes ago')
    await page.clock.runFor(60_000)
    await expect(age).toHaveText('7 minutes ago')
  })
})
