import type { Page } from '@playwright/test'

/** Holds back the answers of a URL. @returns a function that releases them. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return letGo
}
