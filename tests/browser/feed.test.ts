import type { Page } from '@playwright/test'
import {
  communityWithPosts,
  painted,
  places,
  posts,
  scrollThrough,
  scrollUntil,
  titles,
  titlesTo,
} from './support/feed.ts'
import { hold } from './support/hold.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const feedCalls = '**/api/posts?*'
const skeletons = (page: Page) =>
  page.locator('main [aria-busy=true] [aria-hidden=true]:has(> [aria-hidden=true])')
const end = (page: Page) => page.getByText("You've reached the end.")

/** Counts the calls of the API that the page makes from now on. */
function countCalls(page: Page, part = '/api/'): { count: number } {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (request.url().includes(part)) calls.count += 1
  })
  return calls
}

test.describe('a feed', () => {
  test('[CORE-2-103] [CORE-2-105] loads more as the reader comes near its end, until there is no more', async ({
    page,
    site,
  }) => {
    const moss = await communityWithPosts(site, 25)
    const calls = countCalls(page)
    await open(page, `/${moss.name}?sort=latest`)
    await expect(titles(page)).toHaveText(titlesTo(10))
    await painted(page)
    // What was rendered with the document is not requested again.
    expect(calls.count).toBe(0)
    await expect(end(page)).toHaveCount(0)
    await scrollUntil(page, 25)
    await expect(end(page)).toBeVisible()
    await scrollThrough(page, 25)
    await expect(titles(page)).toHaveText(titlesTo(25))
    expect(calls.count).toBe(2)
  })

  for (const { height, margin } of [
    { height: 1000, margin: 350 },
    { height: 400, margin: 200 },
  ])
    test(
      `[CORE-9-020] loads more ${margin} px before its end in a window ${height} px high`,
      longUnless(height === 1000),
      async ({ page, site }) => {
        const moss = await communityWithPosts(site, 11)
        await page.setViewportSize({ width: 1320, height })
        await open(page, `/${moss.name}?sort=latest`)
        const calls = countCalls(page, '/api/posts')
        /** Scrolls so that the end of the feed is this many pixels below the viewport. */
        const putEnd = (below: number) =>
          page.getByRole('link', { name: 'Next page' }).evaluate((link, below) => {
            const top = link.closest('[aria-busy] > div')?.getBoundingClientRect().top ?? 0
            scrollBy({ top: top - innerHeight - below, behavior: 'instant' })
          }, below)
        await putEnd(margin + 20)
        await painted(page)
        expect(calls.count).toBe(0)
        await putEnd(margin - 20)
        await expect(places(page)).toHaveCount(11 + 1)
        expect(calls.count).toBe(1)
      },
    )

  test('[CORE-2-106] [CORE-9-021] shows seven skeletons when its next page takes longer than 80 ms', async ({
    page,
    site,
  }) => {
    const moss = await communityWithPosts(site, 11)
    await page.clock.install()
    await open(page, `/${moss.name}?sort=latest`)
    await page.clock.pauseAt(Date.now() + 10_000)
    const letGo = await hold(page, feedCalls)
    const asked = page.waitForRequest(feedCalls)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await asked
    await page.clock.runFor(10)
    await expect(page.locator('main [aria-busy=true]')).toBeVisible()
    await page.clock.runFor(60)
    await expect(skeletons(page)).toHaveCount(0)
    await page.clock.runFor(30)
    await expect(skeletons(page)).toHaveCount(7)
    letGo()
    await page.clock.resume()
    await expect(titles(page)).toHaveText(titlesTo(11))
    await expect(skeletons(page)).toHaveCount(0)
  })

  test('[CORE-2-106] shows skeletons instead of its first page, too', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 3)
    await open(page, `/${moss.name}`)
    const letGo = await hold(page, feedCalls)
    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'New' }).click()
    await expect(skeletons(page)).toHaveCount(7)
    await expect(posts(page)).toHaveCount(0)
    letGo()
    await expect(titles(page)).toHaveText(titlesTo(3))
    await expect(skeletons(page)).toHaveCount(0)
  })

  test('shows an error when its next page fails, and retries on request', async ({ page, site, forgive }) => {
    forgive(/500/)
    const moss = await communityWithPosts(site, 11)
    await open(page, `/${moss.name}?sort=latest`)
    await page.route(feedCalls, (route) => route.fulfill({ status: 500, body: '' }))
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('Something went wrong')
    await expect(titles(page)).toHaveText(titlesTo(10))
    await page.unroute(feedCalls)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(titles(page)).toHaveText(titlesTo(11))
    await expect(end(page)).toBeVisible()
  })

  // [CORE-3-021] [CORE-3-022]: the state stored under the URL is enough to restore the feed.
  for (const width of [1320, 1000])
    test(
      `is restored after a step back, ${width} px wide`,
      longUnless(width === 1000),
      async ({ page, site }) => {
        const moss = await communityWithPosts(site, 25)
        await page.setViewportSize({ width, height: 900 })
        await open(page, `/${moss.name}?sort=latest`)
        await scrollUntil(page, 20)
        const post = posts(page).filter({ has: page.getByRole('heading', { name: 'Post 14', exact: true }) })
        for (const place of (await places(page).all()).slice(10, 14)) await place.scrollIntoViewIfNeeded()
        await expect(post).toBeInViewport()
        await painted(page)
        const where = () => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])
        const before = await where()

        // A link that is not shown here, so that the press scrolls nothing.
        await post.locator(`a[href="/${moss.name}"]`).dispatchEvent('click')
        await expect(page).toHaveURL(`/${moss.name}`)
        await expect(post).toHaveCount(0)
        const calls = countCalls(page, '/api/posts')
        await page.goBack()
        await expect(post).toBeInViewport()
        await expect.poll(where).toEqual(before)
        expect(calls.count).toBe(0)
        await scrollUntil(page, 25)
        await expect(end(page)).toBeVisible()
      },
    )

  for (const width of [1320, 1000])
    test(
      `is restored after a reload, ${width} px wide`,
      longUnless(width === 1000),
      async ({ page, site }) => {
        const moss = await communityWithPosts(site, 65)
        await page.setViewportSize({ width, height: 900 })
        await open(page, `/${moss.name}?sort=latest`)
        await scrollUntil(page, 60)
        const post = posts(page).filter({ has: page.getByRole('heading', { name: 'Post 37', exact: true }) })
        await places(page).nth(36).scrollIntoViewIfNeeded()
        await page.waitForSelector(':root[data-keys]', { state: 'attached' })
        await painted(page)
        const where = async () => (await post.boundingBox())?.y
        const before = await where()
        const calls = countCalls(page, '/api/posts')
        await page.reload()
        await expect(page.locator(':root:not([data-returning])')).toBeAttached()
        await expect(post).toBeInViewport()
        expect(await where()).toBeCloseTo(before ?? 0, 0)
        expect(calls.count).toBeLessThanOrEqual(2)
        await scrollUntil(page, 65)
        await expect(end(page)).toBeVisible()
      },
    )

  test('is restored from where the reader was, when that was far down', { tag: '@long' }, async ({
    page,
    site,
  }) => {
    const moss = await communityWithPosts(site, 235)
    await page.setViewportSize({ width: 1320, height: 900 })
    await open(page, `/${moss.name}?sort=latest`)
    for (const count of [50, 100, 150, 200, 230]) await scrollUntil(page, count)
    const post = posts(page).filter({ has: page.getByRole('heading', { name: 'Post 226', exact: true }) })
    await places(page).nth(225).scrollIntoViewIfNeeded()
    await page.waitForSelector(':root[data-keys]', { state: 'attached' })
    await painted(page)
    const where = async () => (await post.boundingBox())?.y
    const before = await where()
    const calls = countCalls(page, '/api/posts')
    await page.reload()
    await expect(page.locator(':root:not([data-returning])')).toBeAttached()
    await expect(post).toBeInViewport()
    expect(await where()).toBeCloseTo(before ?? 0, 0)
    expect(calls.count).toBeLessThanOrEqual(2)
    await expect(end(page)).toBeAttached()
    await page.getByRole('link', { name: 'Back to the start' }).click()
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
    await expect(titles(page).first()).toHaveText('Post 1')
  })

  test('[CORE-9-016] from 1280 px on keeps everything rendered', { tag: '@long' }, async ({ page, site }) => {
    const moss = await communityWithPosts(site, 25)
    const rendered = async (width: number) => {
      await page.setViewportSize({ width, height: 700 })
      await open(page, `/${moss.name}?sort=latest`)
      await scrollUntil(page, 25)
      await scrollThrough(page, 25)
      await end(page).scrollIntoViewIfNeeded()
      await expect(end(page)).toBeInViewport()
      await painted(page)
      return () =>
        places(page).evaluateAll(
          (all) => all.slice(0, -1).filter(({ firstElementChild }) => firstElementChild).length,
        )
    }
    await expect.poll(await rendered(1279)).toBeLessThan(18)
    await expect.poll(await rendered(1280)).toBe(25)
  })

  test('[CORE-9-018] [CORE-9-019] [CORE-3-024] on narrow windows renders only what is near, and reserves the space of the rest', async ({
    page,
    site,
  }) => {
    const moss = await communityWithPosts(site, 25)
    await page.setViewportSize({ width: 1000, height: 700 })
    await open(page, `/${moss.name}?sort=latest`)
    const boxes = () =>
      places(page).evaluateAll((all) =>
        all.slice(0, -1).map((box) => {
          const { top, bottom, height } = box.getBoundingClientRect()
          return {
            height,
            isThere: box.firstElementChild !== null,
            isNear: bottom >= -200 && top <= innerHeight + 200,
          }
        }),
      )
    await painted(page)
    const atFirst = await boxes()
    await scrollUntil(page, 25)
    await scrollThrough(page, 25)
    await end(page).scrollIntoViewIfNeeded()
    await expect(end(page)).toBeInViewport()
    await expect
      .poll(async () =>
        (await boxes()).every(({ isThere, isNear }, index) => isThere === (index < 6 || isNear)),
      )
      .toBe(true)
    const atTheEnd = await boxes()
    expect(atTheEnd.filter(({ isThere }) => !isThere).length).toBeGreaterThan(8)
    expect(atTheEnd.slice(0, 10).map(({ height }) => height)).toEqual(atFirst.map(({ height }) => height))
  })
})

test.describe('the order of a feed', () => {
  const current = (page: Page) =>
    page.getByRole('navigation', { name: 'Sort by' }).locator('[aria-current=true]')

  test('[CORE-2-002] [CORE-2-004] is kept between the feeds', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    const main = page.getByRole('navigation', { name: 'Main' })
    await open(page, '/?sort=latest')
    await main.getByRole('link', { name: 'Subscriptions' }).click()
    await expect(page).toHaveURL('/subscriptions?sort=latest')
    await expect(current(page)).toHaveText('New')
    await main.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/?sort=latest')
    await main.getByRole('link', { name: 'Communities' }).click()
    await expect(page).toHaveURL('/communities')
  })

  test('is remembered for members who turned that on', { tag: '@long' }, async ({ page, site, signIn }) => {
    const member = await site.signUp('rowan')
    await site.db.updateTable('users').set({ remember_feed_sort: true }).where('id', '=', member.id).execute()
    await signIn(member)
    await open(page, '/')
    const sorts = page.getByRole('navigation', { name: 'Sort by' })
    await sorts.getByText('Top').click()
    await sorts.getByRole('link', { name: 'Week' }).click()
    await expect(current(page)).toHaveText('Week')
    await open(page, '/all')
    await expect(page).toHaveURL('/all?sort=week')
    await expect(current(page)).toHaveText('Week')
  })
})

test.describe('the layout of a feed', () => {
  const excerpt = (page: Page) => posts(page).first().getByText('Moss grows')

  test('[CORE-2-091] [CORE-2-092] [CORE-2-100] is cards, or compact rows, remembered on this device', async ({
    page,
    site,
    forgive,
  }) => {
    const moss = await communityWithPosts(site, 3)
    await open(page, `/${moss.name}`)
    await expect(excerpt(page)).toBeVisible()
    const cardHeight = (await posts(page).first().boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'Compact view' }).click()
    await expect(excerpt(page)).toBeHidden()
    expect((await posts(page).first().boundingBox())?.height).toBeLessThan(cardHeight / 2)

    // Visible before any script has run, so nothing can flash.
    forgive(/ERR_FAILED/)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    await expect(posts(page)).toHaveCount(3)
    await expect(excerpt(page)).toBeHidden()
    await page.unroute('**/assets/*.js')
    await open(page, `/${moss.name}`)
    await page.getByRole('button', { name: 'Card view' }).click()
    await expect(excerpt(page)).toBeVisible()
  })
})
