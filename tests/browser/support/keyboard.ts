import { expect, type Locator, type Page } from '@playwright/test'

/** More steps than any page of ours has to a button of the shell. */
const mostSteps = 40

/** Moves the focus with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}
