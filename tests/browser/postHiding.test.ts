import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { communityWithPosts, titles, titlesTo } from './support/feed.ts'
import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import { article, card, choose } from './support/posts.ts'
import { expect, test } from './support/test.ts'

const hide = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Hide' }).click()
const undo = (page: Page, title: string) => page.getByRole('button', { name: `Undo hiding “${title}”` })
const hiddenIn = (page: Page) => page.getByRole('main').getByText('Hidden post')

test.describe('hiding a post', () => {
  test('[CORE-1-012] [CORE-0-003] [CORE-2-117] [CORE-2-119] [CORE-4-016] [CORE-4-017] removes it from the feed, with an undo that keeps the height of the card for a moment', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await communityWithPosts(site, 4)
    await signIn(await site.signUp('reader'))
    await open(page, `/${moss.name}?sort=latest`)
    const before = await card(page, 'Post 2').evaluate((element) => element.getBoundingClientRect().height)
    const heightAtFirst = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const feed = document.querySelector('main')
          if (!feed) throw new Error('There is no feed.')
          new MutationObserver((_changes, observer) => {
            const hidden = [...feed.querySelectorAll('span')].find(
              ({ textContent }) => textContent === 'Hidden post',
            )
            if (!hidden) return
            observer.disconnect()
            resolve(hidden.parentElement?.getBoundingClientRect().height ?? 0)
          }).observe(feed, { childList: true, subtree: true })
        }),
    )
    const sent = page.waitForRequest('**/api/hidden_posts')
    await hide(page, 'Post 2')
    expect(await heightAtFirst).toBeCloseTo(before, 0)
    expect((await sent).method()).toBe('POST')
    await expect(hiddenIn(page)).toBeVisible()
    await expect(titles(page)).toHaveText(['Post 1', 'Post 3', 'Post 4'])
    await expect(undo(page, 'Post 2')).toBeFocused()
    await expect
      .poll(() =>
        hiddenIn(page)
          .locator('..')
          .evaluate((place) => place.getBoundingClientRect().height),
      )
      .toBeLessThan(before / 2)
    await expectAccessible(page)
    await page.reload()
    await expect(titles(page)).toHaveText(['Post 1', 'Post 3', 'Post 4'])
    await expect(hiddenIn(page)).toHaveCount(0)
  })

  test('[CORE-4-018] is undone, however quickly that follows, and with a message when it fails', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    const moss = await communityWithPosts(site, 3)
    await signIn(await site.signUp('reader'))
    await open(page, `/${moss.name}?sort=latest`)
    await page.route('**/api/hidden_posts', (route) => route.fulfill({ status: 500, body: '{}' }))
    await hide(page, 'Post 2')
    await expect(page.getByRole('alert')).toContainText('Something went wrong.')
    await expect(titles(page)).toHaveText(titlesTo(3))
    await page.unroute('**/api/hidden_posts')
    const letGo = await hold(page, '**/api/hidden_posts')
    await hide(page, 'Post 2')
    const answered = page.waitForResponse('**/api/hidden_posts/*')
    await undo(page, 'Post 2').press('Enter')
    await expect(titles(page)).toHaveText(titlesTo(3))
    letGo()
    await answered
    await expect(titles(page)).toHaveText(titlesTo(3))
    await expect(card(page, 'Post 2').getByRole('button', { name: 'Hide' })).toBeFocused()
    await page.reload()
    await expect(titles(page)).toHaveText(titlesTo(3))
  })

  test('[CORE-3-017] is remembered by its window, also when it was hidden on its page', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await communityWithPosts(site, 3)
    const heading = page.getByRole('heading', { level: 1 })
    await signIn(await site.signUp('reader'))
    await open(page, `/${moss.name}?sort=latest`)
    await hide(page, 'Post 2')
    await expect(hiddenIn(page)).toBeVisible()
    await card(page, 'Post 1').getByRole('link', { name: 'Post 1' }).click()
    await expect(heading).toHaveText('Post 1')
    await page.goBack()
    await expect(hiddenIn(page)).toBeVisible()
    await undo(page, 'Post 2').click()
    await expect(titles(page)).toHaveText(titlesTo(3))

    await card(page, 'Post 2').getByRole('link', { name: 'Post 2' }).click()
    await expect(heading).toHaveText('Post 2')
    await choose(page, article(page), 'Hide')
    await expect(article(page).getByText('Hidden post')).toBeVisible()
    await page.goBack()
    await expect(hiddenIn(page)).toBeVisible()
    await expect(heading).toHaveText(moss.name)
    await page.goForward()
    await article(page).getByRole('button', { name: 'Undo' }).click()
    await expect(article(page).getByText('Hidden post')).toHaveCount(0)
    await page.goBack()
    await expect(titles(page)).toHaveText(titlesTo(3))
  })

  test('[CORE-2-117] [CORE-2-118] is in the menu of compact rows, like sharing', async ({
    page,
    site,
    signIn,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const moss = await communityWithPosts(site, 2)
    await signIn(await site.signUp('reader'))
    await open(page, `/${moss.name}?sort=latest`)
    await page.getByRole('button', { name: 'Compact view' }).click()
    for (const name of ['Hide', 'Share'])
      await expect(card(page, 'Post 2').getByRole('button', { name })).toHaveCount(0)
    await choose(page, card(page, 'Post 2'), 'Share')
    await expect(page.getByText('Link copied to clipboard.')).toBeVisible()
    await choose(page, card(page, 'Post 2'), 'Hide')
    await expect(undo(page, 'Post 2')).toBeFocused()
    await undo(page, 'Post 2').click()
    await expect(titles(page)).toHaveText(titlesTo(2))
  })
})
