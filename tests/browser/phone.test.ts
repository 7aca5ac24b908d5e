import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { communityWithPosts } from './support/feed.ts'
import { longUnless } from './support/long.ts'
import { keysAwake, open, untilClosed } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { drag } from './support/touch.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Bottom' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openDrawer = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()

test.describe('on a phone', { tag: '@phone' }, () => {
  test('[CORE-2-045] [CORE-2-048] the bottom bar links to the main pages, and scrolls to the top', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await communityWithPosts(site, 5)
    await signIn(await site.signUp('rowan'))
    await open(page, '/')
    const entry = (name: string) => bottomBar(page).getByRole('link', { name })
    await expect(entry('Home')).toHaveAttribute('aria-current', 'page')
    await page.evaluate(() => scrollTo(0, 400))
    await entry('Home').tap()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await entry('Communities').tap()
    await expect(page).toHaveURL('/communities')
    await expect(entry('Communities')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main')).toContainText(moss.name)
    await entry('New post').tap()
    await expect(page).toHaveURL('/new')
    await entry('Search').tap()
    await expect(page).toHaveURL('/search')
    await expect(entry('Search')).toHaveAttribute('aria-current', 'page')
    await page.getByRole('main').getByRole('combobox').fill(moss.name)
    await expect(page.getByRole('option', { name: new RegExp(`^${moss.name} `) })).toBeVisible()
    const { x, width: listWidth } = (await page.getByRole('listbox').boundingBox()) ?? { x: 0, width: 0 }
    expect(x * 2 + listWidth).toBe(page.viewportSize()?.width)
    expect(x).toBeLessThan(8)
    for (const link of await bottomBar(page).locator('a, button').all()) {
      const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })

  test('[CORE-2-044] [CORE-2-046] [CORE-2-047] the bottom bar counts new notifications, and restores earlier pages', async ({
    page,
    site,
    signIn,
  }) => {
    await communityWithPosts(site, 10)
    const member = await site.signUp('rowan')
    await site.db
      .updateTable('users')
      .set({ notifications_new_count: 7 })
      .where('id', '=', member.id)
      .execute()
    await signIn(member)
    await open(page, '/all')
    const entry = (name: string) => bottomBar(page).getByRole('link', { name })
    await expect(entry('Notifications, 7 new')).toContainText('7')
    const links = bottomBar(page).getByRole('link')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/communities',
      '/new',
      '/search',
      '/notifications',
    ])
    const scrollY = () => page.evaluate(() => window.scrollY)
    // The URL changes before the page does, and a new page sets its scroll position.
    const goTo = async (name: string, url: string) => {
      await entry(name).tap()
      await expect(page).toHaveURL(url)
      await expect(entry(name)).toHaveAttribute('aria-current', 'page')
    }
    await goTo('Home', '/')
    expect(await scrollY()).toBe(0)
    await page.evaluate(() => scrollTo(0, 620))
    await goTo('Communities', '/communities')
    expect(await scrollY()).toBe(0)
    await goTo('Home', '/')
    await expect.poll(scrollY).toBe(620)
    // The same for search results.
    await open(page, '/search?q=moss')
    await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 240))
    await goTo('Home', '/')
    await goTo('Search', '/search?q=moss')
    await expect.poll(scrollY).toBe(240)
    // All other links start at the top.
    await goTo('Communities', '/communities')
    await page.getByRole('banner').getByRole('link', { name: 'Folkmoot' }).tap()
    await expect(page).toHaveURL('/')
    await expect.poll(scrollY).toBe(0)
  })

  test('[CORE-9-014] the bottom bar is for windows of 768 px and less', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 800 })
    await open(page, '/communities')
    await expect(bottomBar(page)).toBeVisible()
    await page.setViewportSize({ width: 769, height: 800 })
    await expect(bottomBar(page)).toBeHidden()
  })

  test('[CORE-2-101] [CORE-2-102] a feed that is pulled down by 120 px is reloaded', async ({
    page,
    site,
  }) => {
    // So many that the page can be scrolled, and so few that there is no second page.
    const moss = await communityWithPosts(site, 8)
    await open(page, `/${moss.name}?sort=latest`)
    await keysAwake(page)
    await site.createPost(site.keeper, moss.name, { title: 'Just now' })
    const first = page.getByRole('main').getByRole('article').first()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/posts')) asked += 1
    })
    const pull = (px: number) => drag(page, { x: 200, y: 400 }, { x: 205, y: 400 + px })
    await (await pull(119))()
    await expect(first).not.toContainText('Just now')
    expect(asked).toBe(0)
    const lift = await pull(120)
    await expect(page.locator('[data-enough]')).toBeVisible()
    await lift()
    await expect(first).toContainText('Just now')
    await expect(page.locator('[data-enough]')).toHaveCount(0)
    // From further down it is an ordinary scroll, and other pages are left to the browser.
    expect(asked).toBe(1)
    await page.evaluate(() => scrollTo(0, 300))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await (await pull(200))()
    await open(page, '/about')
    await keysAwake(page)
    await (await pull(200))()
    expect(asked).toBe(1)
  })

  test('[ACC-2-004] the front page shows members a Create post button, and guests the login', async ({
    openWindow,
    page,
    site,
    signIn,
  }) => {
    await communityWithPosts(site, 1)
    await open(page, '/')
    await expect(page.getByRole('main').getByRole('link', { name: 'Create post' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible()
    await signIn(await site.signUp('rowan'))
    await open(page, '/')
    const create = page.getByRole('main').getByRole('link', { name: 'Create post' })
    await expect(create).toBeVisible()
    await expect(create).toHaveAttribute('href', '/new')
    const wide = await openWindow()
    await wide.setViewportSize({ width: 1320, height: 900 })
    await open(wide, '/')
    await expect(wide.getByRole('main').getByRole('button', { name: 'Create account' })).toBeHidden()
  })

  const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
    'its button': (page) => drawer(page).getByRole('button', { name: 'Close menu' }).tap(),
    'a tap beside it': (page) => page.touchscreen.tap(370, 420),
    Escape: (page) => page.keyboard.press('Escape'),
    'a step back': (page) => page.goBack(),
  }
  test('the drawer is closed in four ways, and by a link, and has no history entry', async ({ page }) => {
    await open(page, '/all')
    for (const [way, leave] of Object.entries(waysOut))
      await test.step(way, async () => {
        await openDrawer(page)
        await expect(drawer(page)).toBeVisible()
        await expect(drawer(page).getByRole('link', { name: 'Communities' })).toBeVisible()
        await leave(page)
        await untilClosed(page, drawer(page))
        await expect(page).toHaveURL('/all')
      })

    await test.step('a link', async () => {
      await openDrawer(page)
      await expectAccessible(page)
      await drawer(page).getByRole('link', { name: 'Communities' }).tap()
      await expect(page).toHaveURL('/communities')
      await expect(drawer(page)).toHaveCount(0)
      await page.goBack()
      await expect(page).toHaveURL('/all')
      await expect(drawer(page)).toHaveCount(0)
    })
  })

  test('the order of a feed is chosen with a native select', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 2)
    await open(page, `/${moss.name}`)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('New')
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
  })

  test('axe finds no violations on the front page', { tag: '@long' }, async ({ page, site }) => {
    await communityWithPosts(site, 2)
    await open(page, '/?sort=latest')
    await expectAccessible(page)
  })

  for (const width of [390, 320])
    test(
      `no page is wider than a window of ${width} px`,
      longUnless(width === 320),
      async ({ page, site, signIn, forgive }) => {
        forgive(/404/)
        const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)
        const moss = await site.createCommunity('a_name_with_21_lett', {
          about: `${long} https://a.example/${long}`,
        })
        const body = `${long} \n\n\`\`\`\n${long}\n\`\`\``
        const post = await site.createPost(site.keeper, moss.name, { title: long, body })
        const member = await site.signUp('a_name_with_21_lett')
        await site.db.updateTable('users').set({ points: 1234567 }).where('id', '=', member.id).execute()
        await page.setViewportSize({ width, height: 844 })
        const overflow = () =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        const addresses = [
          '/?sort=latest',
          '/all?sort=latest',
          '/communities?sort=new',
          `/${moss.name}`,
          `/${moss.name}?tab=about`,
          `/${moss.name}/post/${post.publicId}`,
          '/login',
          '/no/such/page',
        ]
        const tooWide: string[] = []
        for (const who of ['guest', 'member']) {
          if (who === 'member') await signIn(member)
          // Members have more than guests on each of the others.
          for (const address of who === 'guest' ? ['/?sort=latest', '/login'] : addresses) {
            await open(page, address)
            if ((await overflow()) > 0) tooWide.push(`${who} ${address}`)
          }
        }
        expect(tooWide).toEqual([])
      },
    )
})
