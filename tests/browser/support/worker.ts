import type { Page } from '@playwright/test'
import { open } from './open.ts'

/** Opens a page and waits until the service worker controls it. */
export async function openWithWorker(page: Page, address: string): Promise<void> {
  await open(page, address)
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/**
 * Ends all workers; they start again with the next request. Browsers do it themselves with one that is to be replaced, as soon as it has
 * nothing to do, but not while DevTools watch it, as Playwright always does.
 */
export async function endWorkers(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('ServiceWorker.enable')
  await devTools.send('ServiceWorker.stopAllWorkers')
  await devTools.detach()
}
