import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { communityWithPosts } from './support/feed.ts'
import { keysAwake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page, number: number) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: `Post ${number}`, exact: true }) })
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

test.describe('keyboard shortcuts', () => {
  test('move through a feed, vote, save and open', async ({ page, site, signIn }) => {
    const moss = await communityWithPosts(site, 4)
    await signIn(await site.signUp('rowan'))
    await open(page, `/${moss.name}?sort=latest`)
    await keysAwake(page)
    const press = (key: string) => page.keyboard.press(key)
    await press('j')
    await expect(card(page, 1)).toBeFocused()
    await press('j')
    await press('j')
    await expect(card(page, 3)).toBeFocused()
    await expect(card(page, 3)).toBeInViewport({ ratio: 1 })
    await press('k')
    await expect(card(page, 2)).toBeFocused()
    await press('a')
    await expect(card(page, 2).getByRole('button', { name: 'Upvote' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    // On another post, because further presses on this one are ignored while the request is running.
    await press('k')
    await expect(card(page, 1)).toBeFocused()
    await press('z')
    await expect(card(page, 1).getByRole('button', { name: 'Downvote' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await press('j')
    await expect(card(page, 2)).toBeFocused()
    await press('s')
    await expect(page.getByText('Saved to “Bookmarks”')).toBeVisible()
    await press('s')
    await expect(page.getByRole('dialog', { name: 'Save to list' })).toBeVisible()
    // Shortcuts are off while a dialog is open.
    await press('?')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // With modifier keys they belong to the browser.
    await press('Control+j')
    await expect(card(page, 2)).toBeFocused()
    await press('o')
    await expect(page).toHaveURL(/\/post\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 2')
    await press('c')
    await expect(page.getByRole('textbox', { name: /comment/i })).toBeFocused()
    await page.keyboard.type('jaz?')
    await expect(page.getByRole('textbox', { name: /comment/i })).toHaveText('jaz?')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post 2')
  })

  test('are listed with ?, and can be turned off on the device', { tag: '@long' }, async ({ page }) => {
    await open(page, '/communities')
    await keysAwake(page)
    await page.keyboard.press('?')
    await expect(help(page)).toContainText('Next post or comment')
    await expectAccessible(page)
    await help(page).getByRole('switch', { name: 'Use shortcuts on this device' }).click()
    await page.keyboard.press('Escape')
    await expect(help(page)).toHaveCount(0)
    await page.reload()
    await expect(page.locator(':root[data-keys]')).toHaveCount(0)
    await page.keyboard.press('/')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await help(page).getByRole('switch').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  })
})
