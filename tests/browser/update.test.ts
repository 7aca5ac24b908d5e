import type { Page } from '@playwright/test'
import { makeNextBuild } from './support/nextBuild.ts'
import { awake, keysAwake, open } from './support/open.ts'
import { startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { endWorkers, openWithWorker } from './support/worker.ts'

const updateCheckMs = 2 * 60_000

test.use({ serviceWorkers: 'allow' })

const prompt = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is available.' })
const lookAtWindow = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))
/** The scripts and style sheets that this document and its later imports come from. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.(js|css)$/.test(path)),
  )
const isNext = (path: string) => path.includes('-Next')

test('a release never gives a window a mixture of old and new files', { tag: '@long' }, async ({
  context,
  forgive,
}) => {
  test.setTimeout(300_000)
  // The test's servers have origins of their own, and for a while none of them runs.
  forgive(/^foreign: http:\/\/127\.0\.0\.1|ERR_CONNECTION_REFUSED|net::ERR/)
  const next = await makeNextBuild()
  const first = await startServer()
  const { url } = first
  const page = await context.newPage()
  const other = await context.newPage()
  await openWithWorker(page, `${url}/`)
  await openWithWorker(other, `${url}/communities`)
  await first.stop()
  const second = await startServer({ PORT: new URL(url).port }, next.programs)
  try {
    // The first look may meet a connection that ended with the first server.
    await expect
      .poll(async () => {
        await lookAtWindow(page)
        return prompt(page).isVisible()
      })
      .toBe(true)

    // The window still runs the old version, and gets its files from the cache.
    await keysAwake(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect((await loadedFiles(page)).filter(isNext)).toEqual([])

    await prompt(page).getByRole('button', { name: 'Reload' }).click()
    await expect(page.locator('script[src*="-Next"]')).toBeAttached()
    await awake(page)
    // The new worker sees that this window is of its own version, and takes over.
    await expect
      .poll(
        async () => {
          await endWorkers(page)
          return page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready
            return registration.waiting === null && registration.active?.state === 'activated'
          })
        },
        // Time to finish what they do.
        { intervals: [5_000], timeout: 60_000 },
      )
      .toBe(true)
    await keysAwake(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    expect((await loadedFiles(page)).filter((path) => !isNext(path))).toEqual([])
    await expect(prompt(page)).toHaveCount(0)

    // Other windows continue with the old files alone …
    await other.keyboard.press('/')
    await expect(other.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await other.keyboard.press('Escape')
    expect((await loadedFiles(other)).filter(isNext)).toEqual([])
    // … until a navigation loads the new version as a whole.
    await lookAtWindow(other)
    await other.getByRole('banner').getByRole('link', { name: 'Folkmoot' }).click()
    await expect(other.locator('script[src*="-Next"]')).toBeAttached()
    await awake(other)
    expect((await loadedFiles(other)).filter((path) => !isNext(path))).toEqual([])
  } finally {
    await second.stop()
    await next.remove()
  }
})

test('[CORE-4-065] [CORE-4-066] newer versions are checked for every two minutes, and when the window gets the focus', async ({
  page,
}) => {
  await page.addInitScript(() => {
    ServiceWorkerRegistration.prototype.update = async function update() {
      const { dataset } = document.documentElement
      dataset.updates = String(Number(dataset.updates ?? 0) + 1)
      return this
    }
  })
  await page.clock.install()
  await openWithWorker(page, '/')
  const html = page.locator('html')
  // An installed clock also advances in real time.
  await page.clock.runFor(updateCheckMs / 2)
  await expect(html).not.toHaveAttribute('data-updates')
  await page.clock.runFor(updateCheckMs / 2)
  await expect(html).toHaveAttribute('data-updates', '1')
  await lookAtWindow(page)
  await expect(html).toHaveAttribute('data-updates', '2')
  await page.clock.runFor(updateCheckMs)
  await expect(html).toHaveAttribute('data-updates', '3')
})

test.describe('the prompt to update @phone', () => {
  // [CORE-3-033]
  test('[CORE-4-067] [CORE-4-068] comes back after 20 minutes at the earliest, which phones check every 10 seconds', async ({
    page,
  }) => {
    // A worker of another version waits.
    await page.addInitScript(() => {
      const waiting = { postMessage: (_message: unknown, [port]: MessagePort[]) => port?.postMessage(false) }
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'waiting', { get: () => waiting })
      Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) })
    })
    await page.clock.install()
    await open(page, '/')
    await expect(prompt(page)).toBeVisible()
    await prompt(page).getByRole('button', { name: 'Dismiss' }).click()
    await page.clock.runFor(19 * 60_000)
    await expect(prompt(page)).toHaveCount(0)
    // Due soon, long before the next check for a newer version.
    await page.evaluate(
      (promptedAt) => {
        localStorage.setItem('updatePromptAt', String(Date.now() - promptedAt))
      },
      20 * 60_000 - 10_000,
    )
    await page.clock.runFor(20_000)
    await expect(prompt(page)).toBeVisible()
  })
})

test.describe('a window in German', () => {
  test.use({ locale: 'de-DE' })

  test('keeps the scripts of its language, and is of the version of its worker', { tag: '@long' }, async ({
    page,
  }) => {
    await openWithWorker(page, '/')
    const { entry, kept, isSame } = await page.evaluate(async () => {
      const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
      const entry = new URL(script?.src ?? '').pathname
      const name = (await caches.keys()).find((one) => one.startsWith('shell ')) ?? ''
      const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      const { port1, port2 } = new MessageChannel()
      const isSame = new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
      })
      navigator.serviceWorker.controller?.postMessage({ runs: entry }, [port2])
      return { entry, kept, isSame: await isSame }
    })
    expect(kept).toContain(entry)
    for (const path of kept.filter((one) => one.endsWith('.js') && !one.includes('.worker-')))
      expect(path).toMatch(/^\/assets\/de-\w{8}\//)
    expect(isSame).toBe(true)
  })
})
