import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

/**
 * All calls are made of the same components; checking each of them would take a minute. Those that are left are laid out
 * wherever they are: axe would measure what the browser has skipped at a guessed place.
 */
const leaveFewCalls = (page: Page) =>
  page.evaluate(() => {
    for (const [index, article] of document.querySelectorAll('article').entries())
      if (index % 40 > 0 && !['createPost', 'listComments', 'uploadImage'].includes(article.id))
        article.remove()
      else article.style.contentVisibility = 'visible'
  })

test.describe('the page about the API', () => {
  test('is linked from every page, links to each call, and is accessible', { tag: '@long' }, async ({
    page,
    context,
  }) => {
    test.slow()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/about')
    await page.getByRole('main').getByRole('link', { name: 'API' }).click()
    await expect(page).toHaveURL('/api/docs')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Folkmoot API')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByText('Posts', { exact: true }).click()
    await contents.getByRole('link', { name: 'POST /posts', exact: true }).click()
    await expect(page).toHaveURL('/api/docs#createPost')
    const call = page.getByRole('article', { name: 'POST /api/posts', exact: true })
    await expect(call.getByRole('heading', { level: 3 })).toBeInViewport()
    await call.getByText('Example: A text post').click()
    await call.getByRole('button', { name: 'Copy' }).first().click()
    await expect(call.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^curl -s -b cookies\.txt .*"\$FORUM\/api\/posts"$/s,
    )
    await leaveFewCalls(page)
    await expectAccessible(page)
  })

  test('fits the narrowest window, with its contents on top @phone', { tag: '@long' }, async ({ page }) => {
    test.slow()
    await page.goto('/api/docs')
    await page.setViewportSize({ width: 320, height: 640 })
    // Opens every disclosure, because content that is too wide could be inside.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByText('Contents', { exact: true }).click()
    await page.getByText('Contents', { exact: true }).click()
    await page.getByRole('link', { name: 'Rate limits' }).click()
    await expect(page.getByRole('heading', { name: 'Rate limits' })).toBeInViewport()
    await leaveFewCalls(page)
    await expectAccessible(page)
  })
})
