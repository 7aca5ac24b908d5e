import type { Page } from '@playwright/test'
import { animation } from '../support/pictures.ts'
import { stored } from '../support/wireIds.ts'
import { expectAccessible } from './support/axe.ts'
import { posts } from './support/feed.ts'
import { open } from './support/open.ts'
import {
  loaded,
  paintedSize,
  pictureOf,
  postLinkWithPicture,
  postPictures,
  watchFiles,
} from './support/pictures.ts'
import type { Fact, PostFacts, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const pageOf = (community: { name: string }, post: PostFacts) => `/${community.name}/post/${post.publicId}`
const showCompactRows = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('preferences', '{"feed_layout":"compact"}'))

test.describe('the picture of a post', () => {
  test('[CORE-2-120] [CORE-2-130] [CORE-2-121] is uncropped in the feed and on the page, within 520 and 540 px', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await postPictures(site.keeper, moss.name, [[900, 1800]])
    for (const [address, height] of [
      [`/${moss.name}`, 520],
      [pageOf(moss, post), 540],
    ] as const) {
      await open(page, address)
      const picture = pictureOf(page, 'A')
      await loaded(picture)
      const size = await paintedSize(picture)
      expect(size.height).toBeCloseTo(height, 0)
      expect(size.width).toBeCloseTo(height / 2, 0)
    }
  })

  test('[CORE-5-048] keeps its proportions', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const pictures = {
      'a wide one fills the card': [
        [2000, 500],
        [646, 161.5],
      ],
      'a small one stays as it is': [
        [200, 100],
        [200, 100],
      ],
      'one that fits stays as it is': [
        [500, 500],
        [500, 500],
      ],
      'one as thin as a hair can be seen': [
        [1292, 4],
        [646, 2],
      ],
    } as const
    for (const [title, [size]] of Object.entries(pictures))
      await postPictures(site.keeper, moss.name, [size], { title })
    await open(page, `/${moss.name}`)
    for (const [title, [, shown]] of Object.entries(pictures)) {
      const card = posts(page).filter({ hasText: title })
      await card.scrollIntoViewIfNeeded()
      const picture = pictureOf(card, 'A')
      await loaded(picture)
      const { width, height } = await paintedSize(picture)
      expect(Math.abs(width - shown[0]), title).toBeLessThan(1.5)
      expect(Math.abs(height - shown[1]), title).toBeLessThan(1.5)
    }
  })

  test('[CORE-2-122] is at most 80 % of the window high @phone', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const post = await postPictures(site.keeper, moss.name, [[900, 2700]])
    for (const address of [`/${moss.name}`, pageOf(moss, post)]) {
      await open(page, address)
      await loaded(pictureOf(page, 'A'))
      expect((await paintedSize(pictureOf(page, 'A'))).height).toBeCloseTo(0.8 * 844, 0)
    }
  })

  test('shifts nothing while it loads, in a feed and while scrolling', async ({ page, site, forgive }) => {
    // A font that arrives late changes how wide words are.
    forgive(/woff2/)
    await page.route('**/*.woff2', (route) => route.abort())
    const moss = await site.createCommunity('moss')
    for (const sizes of [
      [[300, 1200]],
      [[1600, 900]],
      [[80, 60]],
      [
        [800, 600],
        [600, 1200],
      ],
    ] as const) {
      await site.createPost(site.keeper, moss.name)
      await postPictures(site.keeper, moss.name, sizes)
    }
    await postLinkWithPicture(site, moss.name)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.setViewportSize({ width: 1320, height: 700 })
    let isHeld = true
    const held: (() => void)[] = []
    await page.route('/images/**', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await open(page, `/${moss.name}?sort=latest`)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    isHeld = false
    for (const letGo of held) letGo()
    for (const post of await posts(page).all()) {
      await post.scrollIntoViewIfNeeded()
      for (const picture of await post.locator('img:visible').all()) await loaded(picture)
    }
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  })

  test('[CORE-5-050] is the original where a copy is missing, with one console message', async ({
    page,
    site,
    forgive,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await postPictures(site.keeper, moss.name, [[1600, 900]])
    forgive(/404/)
    forgive(/A copy of the picture \d+ is missing; the original is shown\./)
    const said: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('is missing')) said.push(message.text())
    })
    await page.route(/\/images\/.*size=/, (route) => route.fulfill({ status: 404, body: 'Image not found' }))
    const files = watchFiles(page)
    await open(page, `/${moss.name}`)
    await expect.poll(() => files.at(-1)).toBe('original')
    await loaded(pictureOf(page, 'A'))
    await posts(page).getByRole('link', { name: post.title }).click()
    await expect(page).toHaveURL(pageOf(moss, post))
    await loaded(pictureOf(page, 'A'))
    expect(said).toHaveLength(1)
  })

  test('shows an error in its place when it cannot be loaded', async ({ page, site, forgive }) => {
    const moss = await site.createCommunity('moss')
    await postPictures(site.keeper, moss.name, [[1600, 900]])
    forgive(/404|is missing/)
    await page.route('/images/**', (route) => route.fulfill({ status: 404, body: 'Image not found' }))
    await open(page, `/${moss.name}`)
    await expect(page.getByText("Couldn't load the image.")).toBeVisible()
    await expect(page.getByRole('img', { name: 'Picture A' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('an animation', () => {
  const moving = 'img[data-shown]'
  const postAnimation = async (site: Site) => {
    const moss = await site.createCommunity('moss')
    const { id } = await site.keeper.sendImage<Fact>(
      '/api/_uploads',
      await animation(3, { width: 800, height: 600 }),
    )
    const images = [{ imageId: id, caption: 'Picture A' }]
    await site.keeper.post('/api/posts', { type: 'image', title: 'Wind', images, community: moss.name })
    return { id, address: `/${moss.name}` }
  }
  const play = (page: Page) => page.getByRole('button', { name: /^Play animation, [\d.]+ MB$/ })
  const stop = (page: Page) => page.getByRole('button', { name: 'Stop animation' })

  test('plays in the feed and in the full view, and can be stopped', async ({ page, site }) => {
    const { address } = await postAnimation(site)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page, address)
    await expect(page.locator(moving)).toBeVisible()
    await stop(page).click()
    await expect(page.locator(moving)).toHaveCount(0)
    await loaded(pictureOf(page, 'A'))
    await pictureOf(page, 'A').click()
    await expect(page.getByRole('dialog').locator(moving)).toBeVisible()
  })

  test('is its first frame for those who want less motion, until they play it', async ({ page, site }) => {
    const { address } = await postAnimation(site)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const files = watchFiles(page)
    await open(page, address)
    await loaded(pictureOf(page, 'A'))
    await expect(play(page)).toBeVisible()
    expect(files).not.toContain('original')
    await expectAccessible(page)
    await play(page).click()
    await expect(page.locator(moving)).toBeVisible()
    await expectAccessible(page)
  })

  test('of many bytes waits for a press', async ({ page, site }) => {
    const { id, address } = await postAnimation(site)
    await site.db.updateTable('images').set({ size: 2_500_000 }).where('id', '=', stored(id)).execute()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const files = watchFiles(page)
    await open(page, address)
    await loaded(pictureOf(page, 'A'))
    await expect(play(page)).toHaveText('2.5 MB')
    expect(files).not.toContain('original')
    await play(page).click()
    await expect(page.locator(moving)).toBeVisible()
  })
})

test.describe('the picture of a linked page', () => {
  for (const [width, copy] of [
    [1320, '325x250'],
    [769, '325x250'],
    [768, '875x500'],
  ] as const)
    test(`[CORE-5-049] [CORE-2-128] is beside the title, in the copy for ${width} px`, {
      tag: '@long',
    }, async ({ page, site }) => {
      const moss = await site.createCommunity('moss')
      const post = await postLinkWithPicture(site, moss.name)
      await page.setViewportSize({ width, height: 900 })
      const files = watchFiles(page)
      for (const address of [`/${moss.name}`, pageOf(moss, post)]) {
        files.length = 0
        await open(page, address)
        await expect.poll(() => files).toEqual([copy])
        const domain = page.getByRole('link', { name: 'moss.example' })
        await expect(domain).toHaveAttribute('href', 'https://moss.example/where')
        await expect(domain).toHaveAttribute('rel', 'noreferrer nofollow ugc')
        await expect(domain).toHaveAttribute('target', '_blank')
        await expectAccessible(page)
      }
    })
})

test.describe('compact rows', () => {
  test('[CORE-5-049] load only the tiny copy', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    await postPictures(site.keeper, moss.name, [
      [1600, 900],
      [900, 1600],
    ])
    await postLinkWithPicture(site, moss.name)
    await site.createPost(site.keeper, moss.name)
    await showCompactRows(page)
    const files = watchFiles(page)
    await open(page, `/${moss.name}?sort=latest`)
    await expect.poll(() => files).toEqual(['120', '120'])
    for (const post of await posts(page).all()) expect((await post.boundingBox())?.height).toBe(68)
    await expectAccessible(page)
  })

  test('restore all heights when they are turned off', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    for (let count = 0; count < 6; count += 1) {
      await postPictures(site.keeper, moss.name, [[400, 300]])
      await site.createPost(site.keeper, moss.name)
    }
    await page.setViewportSize({ width: 1000, height: 600 })
    await open(page, `/${moss.name}?sort=latest`)
    const heights = () =>
      posts(page).evaluateAll((all) => all.slice(0, 4).map((post) => post.getBoundingClientRect().height))
    const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
    const cards = await heights()
    await page.getByRole('button', { name: 'Compact view' }).click()
    await expect.poll(async () => (await heights())[0]).toBe(68)
    const rowsHigh = await pageHeight()
    // Down and up again, so that distant elements have been measured and skipped.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText("You've reached the end.")).toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Card view' }).click()
    await expect.poll(heights).toEqual(cards)
    await expect.poll(pageHeight).toBeGreaterThan(2 * rowsHigh)
  })
})
