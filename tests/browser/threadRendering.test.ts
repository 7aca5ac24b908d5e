import type { Page } from '@playwright/test'
import { comment, discussion, writeMany } from './support/discussion.ts'
import { awake, open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** The rendered ones; hidden elements have no role. */
const comments = (page: Page) => discussion(page).getByRole('article')
const more = (page: Page) => discussion(page).getByRole('link', { name: /more comments?$/ })

async function scene(site: Site, count: number) {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('author')
  const post = await site.createPost(author, moss.name)
  await writeMany(site, author, { post }, count)
  return { moss, author, post, address: `/${moss.name}/post/${post.publicId}` }
}

for (const { device, first, delayMs, tag, ids } of [
  { device: 'desktop', first: 20, delayMs: 100, tag: '', ids: '[CORE-4-039] [CORE-9-002]' },
  { device: 'phone', first: 5, delayMs: 250, tag: ' @phone', ids: '[CORE-4-040] [CORE-9-003]' },
] as const)
  test(`[CORE-2-147] [CORE-4-041] ${ids} a discussion is rendered in batches, ${first} comments first${tag}`, async ({
    page,
    site,
  }) => {
    const { address } = await scene(site, 101)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await open(page, address)
    const batch = device === 'phone' ? 20 : 40
    await expect(comments(page)).toHaveCount(first)
    await page.clock.runFor(delayMs - 1)
    await expect(comments(page)).toHaveCount(first)
    await page.clock.runFor(1)
    await expect(comments(page)).toHaveCount(first + batch)
    await expect(more(page)).toHaveCount(0)
    await page.clock.runFor(delayMs - 1)
    await expect(comments(page)).toHaveCount(first + batch)
    await page.clock.runFor(1)
    await expect(comments(page)).toHaveCount(first + 2 * batch)
    while ((await comments(page).count()) < 100) await page.clock.runFor(delayMs)
    await expect(more(page)).toHaveText('1 more comment')
  })

test('incremental rendering shifts nothing @phone', async ({ page, site, forgive }) => {
  const { address } = await scene(site, 101)
  // A font that arrives late changes how wide words are.
  forgive(/woff2/)
  await page.route('**/*.woff2', (route) => route.abort())
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    interface LayoutShift {
      value: number
      startTime: number
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, startTime, sources } = entry as unknown as LayoutShift
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const [before, after] = [previousRect, currentRect].map(
            ({ x, y, width }) => `${x},${y} (${width} wide)`,
          )
          return `${element?.outerHTML.slice(0, 120)} from ${before} to ${after}`
        })
        shifts.push(`${value} after ${startTime} ms: ${moved.join('; ')}`)
      }
    })
    // A browser that is busy may paint half of the HTML, such as a row of buttons before its last one has been read.
    const observe = () => observer.observe({ type: 'layout-shift' })
    document.addEventListener(
      'readystatechange',
      () => requestAnimationFrame(() => requestAnimationFrame(observe)),
      { once: true },
    )
  })
  await open(page, address)
  await expect(more(page)).toBeVisible()
  await expect(comments(page)).toHaveCount(100)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
})

test('incremental rendering also applies after a navigation', { tag: '@long' }, async ({ page, site }) => {
  const { moss, post, address } = await scene(site, 60)
  await page.clock.install()
  await open(page, `/${moss.name}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: post.title }).click()
  // The others are rendered after 80 ms; that timer has started once these are visible.
  await expect(page).toHaveURL(address)
  await expect(comments(page)).toHaveCount(20)
  await page.clock.runFor(100)
  await expect(comments(page)).toHaveCount(60)
})

test('a reload restores the scroll position', async ({ page, site }) => {
  const { address } = await scene(site, 100)
  await open(page, address)
  await expect(comments(page)).toHaveCount(100)
  await comments(page).last().scrollIntoViewIfNeeded()
  await expect(comments(page).last()).toBeInViewport()
  await page.reload()
  await awake(page)
  await expect(comments(page).last()).toBeInViewport()
})

test('hundreds of comments are rendered in the viewport, and restored after a step back', {
  tag: '@long',
}, async ({ page, site }) => {
  const { author, address } = await scene(site, 300)
  await open(page, address)
  await more(page).click()
  await expect(comments(page)).toHaveCount(300)
  const isRendered = (text: string) =>
    comment(page, text)
      .locator('.md')
      .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  const seen = comment(page, 'Remark 151')
  await seen.scrollIntoViewIfNeeded()
  await expect.poll(() => isRendered('Remark 151')).toBe(true)
  await expect.poll(() => isRendered('Remark 300')).toBe(false)
  const place = async () => Math.round((await seen.boundingBox())?.y ?? Number.NaN)
  const before = await place()
  await seen.getByRole('link', { name: author.username }).click()
  await expect(page).toHaveURL(`/@${author.username}`)
  await page.goBack()
  await expect(seen).toBeInViewport()
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(2)
})
