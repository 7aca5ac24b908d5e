import type { Page } from '@playwright/test'
import { communityWithPosts } from './support/feed.ts'
import { keysAwake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const navbar = (page: Page) => page.getByRole('banner')
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)
const openProfileMenu = async (page: Page) => {
  await navbar(page).getByRole('button', { name: /@/ }).click()
  return page.getByRole('menu')
}

test.describe('the bar at the top', () => {
  test('[CORE-2-033] [CORE-2-034] links to the front page, and shows guests login and sign-up', async ({
    page,
  }) => {
    await open(page, '/communities')
    await expect(navbar(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(navbar(page).getByRole('button', { name: 'Create account' })).toBeVisible()
    await navbar(page).getByRole('link', { name: 'Folkmoot' }).click()
    await expect(page).toHaveURL('/')
  })

  // [CORE-2-035] [CORE-2-036] [CORE-2-037] [CORE-2-038] [CORE-2-039]
  test('shows members new notifications, their points and their menu', async ({ openWindow, site }) => {
    const member = await site.signUp('rowan', { points: 1234 })
    const admin = await site.signUp('admin', { isAdmin: true })
    await site.db
      .updateTable('users')
      .set({ notifications_new_count: 3 })
      .where('id', '=', member.id)
      .execute()
    const page = await openWindow(member)
    await open(page, '/communities')
    await expect(navbar(page).getByRole('link', { name: 'Notifications, 3 new' })).toContainText('3')
    await expect(navbar(page).getByRole('link', { name: 'Login' })).toHaveCount(0)
    const profile = navbar(page).getByRole('button', { name: `1.2k @${member.username}` })
    await expect(profile).toBeVisible()
    const menu = await openProfileMenu(page)
    await expect(menu.locator('[role^=menuitem]')).toHaveText([
      'Settings',
      'Profile',
      'Appeals',
      'Messages to moderators',
      'Dark mode',
      'Logout',
    ])
    await expect(menu.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    await expect(menu.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute(
      'href',
      `/@${member.username}`,
    )
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(navbar(page).getByRole('button', { name: `@${member.username}` })).toBeVisible()

    const office = await openWindow(admin)
    await open(office, '/communities')
    const dashboard = (await openProfileMenu(office)).getByRole('menuitem', { name: 'Admin dashboard' })
    await expect(dashboard).toHaveAttribute('href', '/admin')
  })

  test('[CORE-2-043] is blurred once the page is scrolled by more than 50 px', async ({ page, site }) => {
    await communityWithPosts(site, 10)
    await open(page, '/?sort=latest')
    await keysAwake(page)
    const blur = () => navbar(page).evaluate((bar) => getComputedStyle(bar).backdropFilter)
    await scrollTo(page, 50)
    await expect.poll(blur).toBe('none')
    await scrollTo(page, 51)
    await expect.poll(blur).toContain('blur')
    await scrollTo(page, 0)
    await expect.poll(blur).toBe('none')
    // Only phones have too little space.
    await scrollTo(page, 400)
    await expect.poll(blur).toContain('blur')
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })
  })
})

test.describe('the bar at the top of a phone', { tag: '@phone' }, () => {
  test('[CORE-2-041] [CORE-9-022] [CORE-2-042] hides while scrolling down, and comes back after 20 px, unless the device turns that off', async ({
    page,
    site,
  }) => {
    await communityWithPosts(site, 10)
    await open(page, '/?sort=latest')
    await keysAwake(page)
    await scrollTo(page, 19)
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 300)
    await expect(navbar(page)).not.toBeInViewport()
    await scrollTo(page, 281)
    await expect(navbar(page)).not.toBeInViewport()
    await scrollTo(page, 280)
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 299)
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })
    await scrollTo(page, 300)
    await expect(navbar(page)).not.toBeInViewport()
    // The navbar comes back when something in it gets the focus.
    await navbar(page).getByRole('button', { name: 'Menu' }).focus()
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })

    await page.evaluate(() =>
      localStorage.setItem('preferences', JSON.stringify({ top_navbar_autohide_disabled: true })),
    )
    await open(page, '/?sort=latest')
    await keysAwake(page)
    await scrollTo(page, 300)
    await expect(page.locator(':root[data-scrolled]')).toBeAttached()
    await expect(navbar(page)).toBeInViewport({ ratio: 1 })
  })

  test('[CORE-2-040] has a back button after a navigation inside the site', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const back = navbar(page).getByRole('button', { name: 'Back' })
    await open(page, '/communities')
    await expect(back).toBeHidden()
    // A dialog does not change the page.
    await navbar(page).getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Close menu' }).tap()
    await expect(back).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).tap()
    await expect(page).toHaveURL(`/${moss.name}`)
    await expect(back).toBeVisible()
    await page.reload()
    await expect(back).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // [CORE-2-250] Home is where all ways begin.
    await page.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: 'Home' }).tap()
    await expect(page).toHaveURL('/')
    await expect(back).toBeHidden()
    await page.goBack()
    await expect(back).toBeVisible()
    await back.tap()
    await expect(page).toHaveURL('/communities')
    await expect(back).toBeHidden()
    await page.setViewportSize({ width: 769, height: 700 })
    await page.goForward()
    await expect(page).toHaveURL(`/${moss.name}`)
    await expect(back).toBeHidden()
  })
})
