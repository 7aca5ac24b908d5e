import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { openWithWorker } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const banner = (page: Page) => page.getByRole('region', { name: 'Install' })

test.describe('the installable application', () => {
  test('[CORE-1-021] meets the criteria of browsers', async ({ page, context }) => {
    await openWithWorker(page, '/')
    const browser = await context.newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Windows of tests are private, and browsers do not install from private windows.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const { errors } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
  })

  test('[CORE-7-007] reports its use to the server once a window', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => {
      const { matchMedia } = window
      window.matchMedia = (query) =>
        query.includes('display-mode: standalone') ? ({ matches: true } as MediaQueryList) : matchMedia(query)
    })
    let reports = 0
    await page.route('**/api/analytics', async (route) => {
      reports += 1
      expect(route.request().method()).toBe('POST')
      expect(route.request().postDataJSON()).toEqual({ event: 'pwa_use' })
      await route.fulfill({ json: { success: true } })
    })
    await Promise.all([page.waitForRequest('**/api/analytics'), open(page, '/')])
    await openWithWorker(page, '/communities')
    expect(reports).toBe(1)
  })
})

test.describe('without a connection', () => {
  test('[CORE-2-228] [CORE-2-229] [CORE-4-048] [CORE-4-049] a page load shows the offline page, with a Retry', async ({
    page,
    context,
    forgive,
  }) => {
    forgive(/ERR_INTERNET_DISCONNECTED/)
    await openWithWorker(page, '/')
    await context.setOffline(true)
    await page.goto('/communities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await expect(page.getByText('Check your internet connection.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Communities')
  })

  test('[CORE-4-050] the offline page loads the requested page when the connection has been back for two seconds', {
    tag: '@long',
  }, async ({ page, context, forgive }) => {
    forgive(/ERR_INTERNET_DISCONNECTED/)
    await openWithWorker(page, '/')
    await page.clock.install()
    await context.setOffline(true)
    await page.goto('/communities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await page.clock.pauseAt(Date.now() + 60_000)
    const online = await page.evaluateHandle(() => ({
      event: new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true })),
    }))
    await context.setOffline(false)
    await online.evaluate(({ event }) => event)
    await page.clock.runFor(1900)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await page.clock.runFor(100)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Communities')
    await expect(page).toHaveURL('/communities')
  })

  test('a link shows the same message in the page, which continues automatically', { tag: '@long' }, async ({
    page,
    context,
    site,
    forgive,
  }) => {
    forgive(/ERR_INTERNET_DISCONNECTED/)
    const moss = await site.createCommunity('moss')
    await openWithWorker(page, '/communities')
    await context.setOffline(true)
    // The content stays, with a message about the connection.
    await expect(page.getByRole('status').filter({ hasText: "You're offline" })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
    await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(moss.name)
    await expect(page.getByText("You're offline")).toHaveCount(0)
  })

  test('[CORE-8-019] a page whose data arrives too late counts as offline', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/408/)
    const moss = await site.createCommunity('moss')
    await open(page, '/communities')
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 408, json: { status: 408, message: '' } }),
    )
    await page.getByRole('main').getByRole('link', { name: moss.name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're offline")
  })

  test('images that were seen are still there, and answers of the API are never cached', async ({
    page,
    context,
    site,
    forgive,
  }) => {
    forgive(/ERR_INTERNET_DISCONNECTED/)
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name, { type: 'image', images: 1 })
    await openWithWorker(page, '/communities')
    await open(page, `/${moss.name}`)
    const address = await page
      .getByRole('article')
      .locator('img[src^="/images/"]:visible')
      .first()
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        return image.currentSrc
      })
    await expect
      .poll(() => page.evaluate((url) => caches.match(url, { ignoreVary: true }).then(Boolean), address))
      .toBe(true)
    await context.setOffline(true)
    const answers = await page.evaluate(async () => ({
      stored: (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
        .flat()
        .map(({ url }) => new URL(url).pathname),
      api: await fetch('/api/_initial').then(
        () => 'came',
        () => 'failed',
      ),
    }))
    expect(answers.api).toBe('failed')
    // Only files with a hash in their name, images, and the offline page.
    expect(answers.stored.filter((path) => !/^\/(assets|images)\//.test(path))).toEqual(['/offline'])
  })
})

/** Devices that have been here twice. */
const comeBack = (page: Page) => page.addInitScript(() => localStorage.setItem('visits', '5'))

test.describe('the install banner @phone', () => {
  const offer = (page: Page) =>
    page.evaluate(() => {
      const prompt = async () => {
        document.documentElement.dataset.prompted = 'yes'
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })

  test('[CORE-2-093] [ACC-2-093] is on the home page and opens the prompt of the browser', async ({
    page,
  }) => {
    await comeBack(page)
    await open(page, '/communities')
    await offer(page)
    await expect(banner(page)).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: 'Home' }).click()
    await expect(banner(page)).toBeVisible()
    await expectAccessible(page)
    await banner(page).getByRole('button', { name: 'Install' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes')
    // The install prompt can be used once.
    await expect(banner(page)).toHaveCount(0)
  })

  test('is not offered before the third visit', async ({ openWindow }) => {
    const page = await openWindow()
    for (const visit of [1, 2, 3]) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => {})
      await open(page, '/')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toBe(String(visit))
      await offer(page)
      await expect(banner(page)).toHaveCount(visit < 3 ? 0 : 1)
    }
  })

  // [CORE-3-033]
  test('[ACC-2-091] never comes back after it was closed', { tag: '@long' }, async ({ page }) => {
    await comeBack(page)
    await openWithWorker(page, '/')
    await offer(page)
    await banner(page).getByRole('button', { name: "Don't show again" }).click()
    await expect(banner(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('neverShowInstallBanner'))).toBe('true')
    await openWithWorker(page, '/')
    await offer(page)
    // The component that would show the banner also registers the worker.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(banner(page)).toHaveCount(0)
  })
})

test.describe('the install banner on an iPhone @phone', () => {
  test.use({ userAgent: iPhone })

  test('[CORE-2-094] [ACC-2-092] shows the steps', { tag: '@long' }, async ({ page }) => {
    await comeBack(page)
    await open(page, '/')
    await banner(page).getByRole('button', { name: 'Install' }).click()
    const steps = page.getByRole('dialog', { name: 'Install Folkmoot' })
    await expect(steps.getByRole('listitem')).toHaveCount(3)
    await expect(steps).toContainText('Add to Home Screen')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(steps).toHaveCount(0)
  })
})

test('wide windows have no install banner', { tag: '@long' }, async ({ page }) => {
  await openWithWorker(page, '/')
  await page.evaluate(() =>
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: () => {} }),
    ),
  )
  await expect(banner(page)).toBeHidden()
})
