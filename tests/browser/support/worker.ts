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
