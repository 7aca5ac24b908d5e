import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { posts } from './support/feed.ts'
import { longUnless } from './support/long.ts'
import { open, untilClosed } from './support/open.ts'
import { loaded, paintedSize, pictureOf, postPictures, type Size, watchFiles } from './support/pictures.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const gallery = (page: Page | Locator) => page.getByRole('group', { name: /^\d+ images$/ })
const next = (page: Page) => page.getByRole('button', { name: 'Next image' })
const previous = (page: Page) => page.getByRole('button', { name: 'Previous image' })
const large = (page: Page) => page.getByRole('dialog', { name: /^Image/ })

/** Whether a picture is in the middle of its gallery, and its neighbours are hidden. */
const expectShown = async (within: Page | Locator, letter: string, count: string) => {
  await expect(gallery(within).getByText(count, { exact: true })).toBeVisible()
  await expect(pictureOf(within, letter)).toBeInViewport({ ratio: 0.7 })
}

async function scene(
  site: Site,
  sizes: readonly Size[] = [
    [800, 600],
    [600, 800],
    [300, 200],
  ],
) {
  const moss = await site.createCommunity('moss')
  const post = await postPictures(site.keeper, moss.name, sizes)
  return { moss, post, feed: `/${moss.name}`, page: `/${moss.name}/post/${post.publicId}` }
}

test.describe('a gallery', () => {
  test('[CORE-2-120] [CORE-2-130] shows its pictures with arrows, in feed and page', async ({
    page,
    site,
  }) => {
    const places = await scene(site)
    for (const place of ['feed', 'page'] as const) {
      await open(page, places[place])
      await expectShown(page, 'A', '1 / 3')
      await expect(previous(page)).toHaveAttribute('aria-disabled', 'true')
      const box = await gallery(page).boundingBox()
      for (const [letter, count] of [
        ['B', '2 / 3'],
        ['C', '3 / 3'],
      ] as const) {
        await next(page).click()
        await expectShown(page, letter, count)
        // Whatever the height of each of them.
        expect(await gallery(page).boundingBox()).toEqual(box)
      }
      expect(box?.height).toBeLessThanOrEqual(place === 'feed' ? 520 : 540)
      await expect(next(page)).toHaveAttribute('aria-disabled', 'true')
      // It is not really disabled, so a press at the end must do nothing.
      await next(page).click({ force: true })
      await expectShown(page, 'C', '3 / 3')
      await previous(page).click()
      await expectShown(page, 'B', '2 / 3')
    }
    await expectAccessible(page)
    await test.step('it is operated with the arrow keys, and only the visible picture can be focused', async () => {
      await previous(page).click()
      await expectShown(page, 'A', '1 / 3')
      await gallery(page).getByRole('link').first().focus()
      await page.keyboard.press('ArrowRight')
      await expectShown(page, 'B', '2 / 3')
      await expect(gallery(page).getByRole('link', { name: 'Picture B' })).toBeFocused()
      await expect(gallery(page).getByText('Image 2 of 3')).toHaveAttribute('aria-live', 'polite')
      await page.keyboard.press('Tab')
      await expect(previous(page)).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expectShown(page, 'A', '1 / 3')
      await expect(previous(page)).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expectShown(page, 'A', '1 / 3')
    })
  })

  test('[CORE-3-017] starts with its first picture, and is restored at the last visible one', async ({
    page,
    site,
  }) => {
    const { feed, page: address, post } = await scene(site)
    await open(page, feed)
    await expectShown(page, 'A', '1 / 3')
    await next(page).click()
    await expectShown(page, 'B', '2 / 3')
    await posts(page).getByRole('link', { name: post.title }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
    await expectShown(page, 'B', '2 / 3')
    await next(page).click()
    await expectShown(page, 'C', '3 / 3')
    await page.goBack()
    await expect(page).toHaveURL(feed)
    await expectShown(page, 'C', '3 / 3')
    await page.getByRole('button', { name: 'Compact view' }).click()
    await expect(gallery(page)).toBeHidden()
    await page.getByRole('button', { name: 'Card view' }).click()
    await expectShown(page, 'C', '3 / 3')
  })

  test('loads the neighbours of the visible picture after it', async ({ page, site }) => {
    const many = Array.from({ length: 10 }, () => [800, 600] as const)
    await open(page, (await scene(site, many)).feed)
    const isEager = () =>
      gallery(page)
        .locator('img')
        .evaluateAll((all) => all.map((picture) => (picture as HTMLImageElement).loading === 'eager'))
    const eager = (...which: number[]) => many.map((_, at) => which.includes(at))
    await loaded(pictureOf(page, 'A'))
    await expect.poll(isEager).toEqual(eager(0, 1))
    await loaded(pictureOf(page, 'B'))
    await next(page).click()
    await expect.poll(isEager).toEqual(eager(0, 1, 2))
    await loaded(pictureOf(page, 'C'))
  })

  test('is swiped with a finger @phone', async ({ page, site }) => {
    await open(page, (await scene(site)).feed)
    await loaded(pictureOf(page, 'A'))
    const { y, height } = (await gallery(page).boundingBox()) ?? { y: 0, height: 0 }
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: y + height / 2 }],
      })
    const swipe = async (distance: number) => {
      await touch('touchStart', 195 - distance / 2)
      for (let step = 1; step <= 10; step += 1)
        await touch('touchMove', 195 - distance / 2 + (distance * step) / 10)
      await touch('touchEnd')
    }
    await swipe(-250)
    await expectShown(page, 'B', '2 / 3')
    await swipe(250)
    await expectShown(page, 'A', '1 / 3')
    for (const button of [next(page), previous(page)]) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page)
  })
})

test.describe('the lightbox', () => {
  test('is opened by a press, shows the alt text, and has arrows', async ({ page, site }) => {
    await open(page, (await scene(site)).feed)
    const files = watchFiles(page)
    await pictureOf(page, 'A').click()
    await expect(large(page)).toHaveAccessibleName('Image 1 of 3')
    await expect(large(page).getByText('Picture A', { exact: true })).toBeVisible()
    await loaded(pictureOf(large(page), 'A'))
    expect(files).not.toContain('original')
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expectShown(large(page), 'B', '2 / 3')
    await expect(large(page).getByText('Picture B', { exact: true })).toBeVisible()
    await large(page).getByRole('button', { name: 'Next image' }).click()
    await expectShown(large(page), 'C', '3 / 3')
    const original = large(page).getByRole('link', { name: 'Open original in a new tab' })
    await expect(original).toHaveAttribute('href', /^\/images\/\d+\.jpeg\?sig=\w+$/)
    await original.focus()
    await page.keyboard.press('ArrowLeft')
    await expectShown(large(page), 'B', '2 / 3')
    await page.keyboard.press('Escape')
    await expect(large(page)).toHaveCount(0)
    await expectShown(page, 'B', '2 / 3')
  })

  const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
    'its button': (page) => large(page).getByRole('button', { name: 'Close' }).click(),
    Escape: (page) => page.keyboard.press('Escape'),
    'a press beside it': (page) => page.mouse.click(100, 500),
    'a step back': (page) => page.goBack(),
  }
  test('is closed in four ways, and the focus is restored', async ({ page, site }) => {
    const { page: address } = await scene(site, [[300, 800]])
    await open(page, address)
    const link = page.getByRole('article').first().getByRole('link', { name: 'Picture A' })
    for (const [way, leave] of Object.entries(waysOut))
      await test.step(way, async () => {
        await link.focus()
        await page.keyboard.press('Enter')
        await expect(large(page)).toHaveAccessibleName('Image')
        await loaded(pictureOf(large(page), 'A'))
        await pictureOf(large(page), 'A').click()
        await expect(large(page)).toBeVisible()
        await leave(page)
        await untilClosed(page, large(page))
        await expect(page).toHaveURL(address)
        await expect(link).toBeFocused()
      })
  })
})

test.describe('a very tall picture in the lightbox', () => {
  const cases: Record<string, readonly Size[]> = {
    alone: [[1000, 8000]],
    'among others': [
      [1000, 8000],
      [800, 600],
    ],
  }
  for (const [where, sizes] of Object.entries(cases))
    test(
      `${where} is as wide as the window and scrolls`,
      longUnless(where !== 'alone'),
      async ({ page, site }) => {
        await open(page, (await scene(site, sizes)).page)
        await pictureOf(page.getByRole('article').first(), 'A').click()
        const picture = pictureOf(large(page), 'A')
        await loaded(picture)
        const width = Math.min(1000, page.viewportSize()?.width ?? 0)
        const box = await picture.boundingBox()
        // A scrollbar may take some of it.
        expect(box?.width).toBeGreaterThan(width - 20)
        expect(box?.height).toBeCloseTo((box?.width ?? 0) * 8, -1)
        // A copy would be too narrow.
        expect(await picture.evaluate((element: HTMLImageElement) => element.currentSrc)).not.toContain(
          'size=',
        )
        await expectAccessible(page)
        const scroll = large(page).getByRole('region', { name: 'Tall image' })
        await scroll.focus()
        await page.keyboard.press('End')
        await expect
          .poll(() =>
            scroll.evaluate((element) => element.scrollTop + element.clientHeight - element.scrollHeight),
          )
          .toBeGreaterThan(-2)
        await page.mouse.click(60, 500)
        await untilClosed(page, large(page))
      },
    )
})

test.describe('a very tall picture among texts', () => {
  const cases: Record<string, readonly Size[]> = {
    alone: [[1000, 8000]],
    'among others': [
      [1000, 8000],
      [800, 600],
    ],
  }
  for (const [where, sizes] of Object.entries(cases))
    for (const place of ['feed', 'page'] as const)
      test(
        `${where} shows its top, and the whole in the lightbox, in the ${place}`,
        longUnless(place === 'feed' && where === 'alone'),
        async ({ page, site }) => {
          await open(page, (await scene(site, sizes))[place])
          const article = page.getByRole('article').first()
          const picture = pictureOf(article, 'A')
          await loaded(picture)
          const shown = await paintedSize(picture)
          const column = (await article.boundingBox())?.width ?? 0
          expect(shown.width).toBeGreaterThan(0.8 * column)
          expect(shown.height).toBeLessThanOrEqual(540)
          expect(await picture.evaluate((element: HTMLImageElement) => element.currentSrc)).toContain(
            '1080x900',
          )
          await expectAccessible(page)
          await article.getByText('Show whole image').click()
          await expect(large(page).getByRole('region', { name: 'Tall image' })).toBeVisible()
        },
      )
})

test.describe('a gallery without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows all its pictures, each linked to its file', async ({ page, site }) => {
    await page.goto((await scene(site)).feed)
    await expect(next(page)).toHaveCount(0)
    for (const letter of ['A', 'B', 'C']) {
      const link = gallery(page).getByRole('link', { name: `Picture ${letter}` })
      await link.scrollIntoViewIfNeeded()
      await expect(pictureOf(page, letter)).toBeInViewport()
      await expect(link).toHaveAttribute('href', /^\/images\/\d+\.jpeg\?sig=\w+$/)
    }
  })
})
