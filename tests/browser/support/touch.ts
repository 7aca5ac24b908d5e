import type { Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Touches the window and moves the finger in steps, in half a second by the timestamps of the events.
 *
 * @returns a function that lifts the finger.
 */
export async function drag(page: Page, from: Point, to: Point): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  const steps = 10
  const endsAt = Date.now() / 1000
  const timestamp = (step: number) => endsAt - (0.5 * (steps - step)) / steps
  const at = (step: number): Point => ({
    x: Math.round(from.x + ((to.x - from.x) * step) / steps),
    y: Math.round(from.y + ((to.y - from.y) * step) / steps),
  })
  await browser.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [from],
    timestamp: timestamp(0),
  })
  for (let step = 1; step <= steps; step += 1)
    await browser.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [at(step)],
      timestamp: timestamp(step),
    })
  return async () => {
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await browser.detach()
  }
}
