import { expect, type Locator, type Page, type Response } from '@playwright/test'

/** Opens a page of the site and waits for its hydration, so that no press comes too early. */
export async function open(page: Page, address: string): Promise<Response | null> {
  // Closing a dialog goes back in the history, which would cancel this navigation.
  const isReady = () => !history.state?.isLayer || document.querySelector('dialog[open]') !== null
  await until(page, isReady, 1000).catch(() => {})
  const answer = await page.goto(address)
  await awake(page)
  return answer
}

/**
 * Waits until a dialog has been closed and its entry has left the history. That step back is a navigation, which would
 * cancel one that a test begins at the same time.
 */
export async function untilClosed(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toHaveCount(0)
  await until(page, () => !history.state?.isLayer)
}

/** Waits until keyboard shortcuts work: their code loads after the page. */
export async function keysAwake(page: Page): Promise<void> {
  await page.waitForSelector(':root[data-keys]', { state: 'attached' })
}

/** Waits until a page has all of its HTML, styles and fonts, also while its programs are held back. */
export async function laidOut(page: Page): Promise<void> {
  await until(page, () => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    const isWhole = document.readyState !== 'loading' && styles.every(({ sheet }) => sheet !== null)
    return isWhole && document.fonts.status === 'loaded'
  })
}

/** Waits for the hydration of a page that was loaded without `open`, as after a login. */
export async function awake(page: Page): Promise<void> {
  await until(page, () => history.state !== null)
}

/** Waits until no part of the page says that it is loading. */
export async function loaded(page: Page): Promise<void> {
  await until(page, () =>
    [...document.querySelectorAll('[role=status]')].every(({ textContent }) => textContent !== 'Loading'),
  )
}

/**
 * Waits until a condition holds in the page. `waitForFunction` would first run the 340 kB of Playwright's own script beside the
 * page's, in each document, which takes longer than most pages need to load.
 */
async function until(page: Page, isSo: () => boolean, timeout?: number): Promise<void> {
  // A navigation ends what is evaluated.
  const isSoNow = () => page.evaluate(isSo).catch(() => false)
  await expect.poll(isSoNow, { intervals: [10, 20, 50], ...(timeout && { timeout }) }).toBe(true)
}
