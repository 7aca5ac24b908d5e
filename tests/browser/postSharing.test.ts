import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { article, card, choose, openMenu, postScene } from './support/posts.ts'
import { expect, test } from './support/test.ts'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const share = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Share' }).click()

/** Replaces the browser's share sheet by one that records its input. @returns the recorded input. */
async function withShareSheet(page: Page) {
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(navigator, {
      share: async (what: unknown) => {
        shared.push(what)
      },
    })
    Object.assign(window, { shared })
  })
  return () => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)
}

test.describe('sharing a post', () => {
  test('[CORE-2-118] [CORE-8-024] from its card copies its URL', async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { moss, address } = await postScene(site, { title: 'Spores' })
    const copied = page.getByRole('status').getByText('Link copied to clipboard.')
    await open(page, `/${moss.name}`)
    await share(page, 'Spores')
    await expect(copied).toBeVisible()
    expect(await clipboard(page)).toBe(site.url + address)
    await test.step('[CORE-8-025] an error is shown when copying fails', async () => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('Not now.'))
      })
      await share(page, 'Spores')
      await expect(page.getByRole('alert')).toContainText('Failed to copy link to clipboard.')
    })
    await test.step('[CORE-2-136] on its page there is a menu', async () => {
      await open(page, address)
      await page.evaluate(() => navigator.clipboard.writeText(''))
      const button = article(page).getByRole('button', { name: 'Share' })
      await button.press('Enter')
      await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(copied).toBeVisible()
      await expect(button).toBeFocused()
      expect(await clipboard(page)).toBe(site.url + address)
    })
  })

  test('[CORE-2-137] uses the share sheet of the device below 1171 px, and otherwise copies', async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const shared = await withShareSheet(page)
    const { moss, address } = await postScene(site, { title: 'Spores' })
    const expected = { title: 'Spores', url: site.url + address }

    await page.setViewportSize({ width: 1170, height: 900 })
    await open(page, `/${moss.name}`)
    await share(page, 'Spores')
    await expect.poll(shared).toEqual([expected])
    await open(page, address)
    await choose(page, article(page), 'Share with…', 'Share')
    await expect.poll(shared).toEqual([expected])

    await page.setViewportSize({ width: 1171, height: 900 })
    const menu = await openMenu(page, article(page), 'Share')
    await expect(menu.getByRole('menuitem')).toHaveText(['Copy link'])
    await open(page, `/${moss.name}`)
    await share(page, 'Spores')
    await expect(page.getByText('Link copied to clipboard.')).toBeVisible()
    expect(await shared()).toEqual([])
  })

  test('copies when the share sheet fails', async ({ page, site, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.assign(navigator, { share: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) })
    })
    const { moss } = await postScene(site, { title: 'Spores' })
    await page.setViewportSize({ width: 800, height: 900 })
    await open(page, `/${moss.name}`)
    await share(page, 'Spores')
    await expect(page.getByText('Link copied to clipboard.')).toBeVisible()
  })
})
