import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { communityWithPosts } from './support/feed.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const bottomBar = (page: Page) => page.getByRole('navigation', { name: 'Bottom' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openDrawer = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the bar at the bottom leads everywhere, and back to the top', async ({ page, site, signIn }) => {
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
    await bottomBar(page).getByRole('button', { name: 'Search' }).tap()
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    for (const link of await bottomBar(page).locator('a, button').all()) {
      const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
  })

  test('[ACC-2-004] the front page shows members a Create post button, and guests the way in', async ({
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
  for (const [way, leave] of Object.entries(waysOut))
    test(`the drawer is closed by ${way}`, async ({ page }) => {
      await open(page, '/all')
      await openDrawer(page)
      await expect(drawer(page)).toBeVisible()
      await expect(drawer(page).getByRole('link', { name: 'Communities' })).toBeVisible()
      await leave(page)
      await expect(drawer(page)).toHaveCount(0)
      await expect(page).toHaveURL('/all')
    })

  test('the drawer goes when one of its links is followed, and is no place to come back to', async ({
    page,
  }) => {
    await open(page, '/all')
    await openDrawer(page)
    await expectAccessible(page)
    await drawer(page).getByRole('link', { name: 'Communities' }).tap()
    await expect(page).toHaveURL('/communities')
    await expect(drawer(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/all')
    await expect(drawer(page)).toHaveCount(0)
  })

  test('the order of a feed is chosen with the device’s own list', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 2)
    await open(page, `/${moss.name}`)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('New')
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
  })

  test('nothing of the front page is too much for axe', async ({ page, site }) => {
    await communityWithPosts(site, 2)
    await open(page, '/?sort=latest')
    await expectAccessible(page)
  })

  for (const width of [390, 320])
    test(`no page is wider than a window of ${width} px`, async ({ page, site, signIn, forgive }) => {
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
        for (const address of addresses) {
          await open(page, address)
          if ((await overflow()) > 0) tooWide.push(`${who} ${address}`)
        }
      }
      expect(tooWide).toEqual([])
    })
})
