import type { Page } from '@playwright/test'
import { limits } from '../../contract/limits.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { drag } from './support/touch.ts'

const column = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })

/** New communities that every guest sees. */
async function defaultCommunities(site: Site, count: number) {
  const ids: string[] = []
  while (ids.length < count) ids.push((await site.createCommunity('moss')).id)
  await site.db.updateTable('communities').set({ is_default: true }).where('id', 'in', ids).execute()
}

// Members of later tests of this worker would join them.
test.afterEach(async ({ site }) => {
  await site.db.updateTable('communities').set({ is_default: false }).execute()
})

const scrollTopOf = (page: Page) =>
  column(page, 'Main').evaluate((nav) => {
    let box: Element | null = nav
    while (box && getComputedStyle(box).overflowY !== 'auto') box = box.parentElement
    return box?.scrollTop
  })

test.describe('the left column', () => {
  test('[CORE-2-059] [CORE-2-060] [CORE-2-062] shows ten communities and the rest on request, and keeps its scroll position', async ({
    page,
    site,
  }) => {
    const count = 13
    await defaultCommunities(site, count)
    await page.setViewportSize({ width: 1320, height: 600 })
    await open(page, '/communities')
    const entries = column(page, 'Communities').getByRole('link')
    await expect(entries).toHaveCount(limits.sidebarCommunities)
    await page.getByRole('button', { name: `Show ${count - 10} more` }).click()
    await expect(entries).toHaveCount(count)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect(entries).toHaveCount(10)

    await entries.last().scrollIntoViewIfNeeded()
    const top = await scrollTopOf(page)
    expect(top).toBeGreaterThan(50)
    await entries.last().click()
    await expect(page).not.toHaveURL('/communities')
    expect(await scrollTopOf(page)).toBe(top)
    await page.reload()
    expect(await scrollTopOf(page)).toBe(top)
  })

  test('[CORE-9-015] is a rail with a button for the drawer in windows of 1170 px or less, and the button alone on phones', async ({
    page,
  }) => {
    await open(page, '/communities')
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
    await page.setViewportSize({ width: 1171, height: 800 })
    await expect(column(page, 'Main')).toBeVisible()
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 1170, height: 800 })
    await expect(menu).toBeVisible()
    const communities = column(page, 'Main').getByRole('link', { name: 'Communities' })
    await expect(communities).toBeVisible()
    expect((await column(page, 'Main').boundingBox())?.width).toBe(64)
    await communities.hover()
    await expect(communities.getByText('Communities')).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(column(page, 'Main')).toBeHidden()
    await expect(menu).toBeVisible()
  })
})

test.describe('the drawer of a phone', { tag: '@phone' }, () => {
  const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
  const openDrawer = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap()

  // [CORE-2-063] [CORE-2-064] [CORE-2-065] [CORE-2-066] [CORE-9-023]
  test('is 300 px wide over a dimmed page, has the search, and is closed by a swipe', {
    tag: '@long',
  }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page, '/all')
    await openDrawer(page)
    await expect(drawer(page)).toBeVisible()
    const look = await drawer(page).evaluate((dialog) => ({
      width: dialog.getBoundingClientRect().width,
      fade: getComputedStyle(dialog).animationDuration,
      overlay: getComputedStyle(dialog, '::backdrop').backgroundColor,
    }))
    expect(look).toMatchObject({ width: 300, fade: '0.175s' })
    expect(look.overlay).toMatch(/\/ 0\.[3-9]/)

    const lift = await drag(page, { x: 250, y: 500 }, { x: 190, y: 505 })
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBeLessThan(-50)
    // Too short and too slow to count as a swipe.
    await lift()
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(0)
    await (await drag(page, { x: 250, y: 500 }, { x: 100, y: 505 }))()
    await expect(drawer(page)).toHaveCount(0)
    await expect(page).toHaveURL('/all')

    await openDrawer(page)
    await drawer(page).getByRole('button', { name: 'Search' }).tap()
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await expect(drawer(page)).toHaveCount(0)
  })

  test('[CORE-2-062] keeps its scroll position', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 400 })
    await open(page, '/all')
    await openDrawer(page)
    await drawer(page).getByRole('link', { name: 'Source code' }).scrollIntoViewIfNeeded()
    const top = await drawer(page).evaluate((dialog) => dialog.scrollTop)
    expect(top).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toHaveCount(0)
    await openDrawer(page)
    expect(await drawer(page).evaluate((dialog) => dialog.scrollTop)).toBe(top)
  })
})
