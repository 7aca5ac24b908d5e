import type { Page, Route } from '@playwright/test'
import { painted } from './support/feed.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { drag } from './support/touch.ts'

/** As many as are fetched at once. */
const pageOfPosts = 10

/** A community with posts of very different heights. */
async function variedCommunity(site: Site, count: number): Promise<string> {
  const { name } = await site.createCommunity('moss')
  for (let number = count; number > 0; number -= 1) {
    const title = `Post ${number}${' and what grows beside it'.repeat((number * 7) % 5)}`
    const body = 'Moss grows where it is damp and nobody is in a hurry. '.repeat((number * 5) % 9)
    const fields = number % 6 === 0 ? { type: 'image' as const, images: 1 } : { body }
    await site.createPost(site.keeper, name, { title, ...fields })
  }
  return name
}

/** Adds up how far what is on the screen is moved without anyone scrolling. @see https://wicg.github.io/layout-instability */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifted: () => sum })
  })
  return () => page.evaluate(() => (window as unknown as { shifted: () => number }).shifted())
}

/** Keeps the answers with more posts back, until they are let go one by one. */
async function holdAnswers(page: Page) {
  const held: Route[] = []
  let asked = 0
  await page.route('**/api/posts?*', (route) => {
    asked += 1
    held.push(route)
  })
  return {
    get asked() {
      return asked
    },
    async letOneGo() {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      await held.shift()?.continue()
    },
  }
}

const scrolled = (page: Page) => page.evaluate(() => scrollY)
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const skeletons = (page: Page) => page.locator('[data-feed] [aria-busy=true] > [aria-hidden=true]')

/** How many posts the feed has, drawn or not. */
const countOf = (page: Page) => page.locator('[data-feed] > div').count()

/** How many of them are below the window. */
const below = (page: Page) =>
  page
    .locator('[data-feed] > div')
    .evaluateAll((all) => all.filter((place) => place.getBoundingClientRect().top > innerHeight).length - 1)

/** A turn of the wheel beyond the end of the feed. */
const turnWheel = (page: Page) => page.mouse.wheel(0, 3000)

/** A finger that throws the page upwards. */
async function swipe(page: Page) {
  const lift = await drag(page, { x: 195, y: 760 }, { x: 195, y: 60 })
  await lift()
}

test.describe('on a phone a feed', { tag: '@phone' }, () => {
  for (const [way, scroll] of [
    ['the wheel', turnWheel],
    ['a finger', swipe],
  ] as const)
    test(
      `stays where ${way} has left it when more posts come`,
      longUnless(way === 'the wheel'),
      async ({ page, site }) => {
        const name = await variedCommunity(site, 60)
        await page.mouse.move(195, 400)
        await open(page, `/${name}?sort=latest`)
        const answers = await holdAnswers(page)
        for (let round = 1; round < 5; round += 1) {
          const height = await heightOf(page)
          // To the very end, beyond all posts.
          await expect
            .poll(async () => {
              const before = await scrolled(page)
              await scroll(page)
              await painted(page)
              return before === (await scrolled(page)) && answers.asked === round
            })
            .toBe(true)
          await expect(skeletons(page)).toHaveCount(7)
          expect(await heightOf(page)).toBe(height)
          const where = await scrolled(page)
          const before = await countOf(page)
          await answers.letOneGo()
          await expect.poll(() => countOf(page)).toBe(before + pageOfPosts)
          await painted(page)
          expect(await scrolled(page)).toBe(where)
          // Nobody has gone on.
          expect(answers.asked).toBe(round)
        }
        // What was passed too fast to be drawn has its right height all the same.
        const height = await heightOf(page)
        while ((await scrolled(page)) > 0) {
          await page.mouse.wheel(0, -500)
          await painted(page)
        }
        expect(await heightOf(page)).toBe(height)
      },
    )

  test('moves nothing on the screen while someone reads on over a slow network', { tag: '@long' }, async ({
    page,
    site,
  }) => {
    const name = await variedCommunity(site, 80)
    const shifted = await watchShifts(page)
    const browser = await page.context().newCDPSession(page)
    await page.mouse.move(195, 400)
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/posts?')) calls += 1
    })
    await open(page, `/${name}?sort=latest`)
    // As the "slow 4G" of Chromium's tools.
    await browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562,
      downloadThroughput: 180_000,
      uploadThroughput: 84_000,
    })
    const step = 350
    let where = await scrolled(page)
    while (where < 14_000) {
      await page.mouse.wheel(0, step)
      await painted(page)
      const now = await scrolled(page)
      expect(now - where).toBeLessThanOrEqual(step)
      expect(await below(page)).toBeLessThanOrEqual(2 * pageOfPosts)
      where = now
    }
    expect(await shifted()).toBe(0)
    expect(calls).toBeLessThanOrEqual(where / (await page.evaluate(() => innerHeight)))
  })
})
