import type { Locator, Page } from '@playwright/test'
import { writeMany } from './support/discussion.ts'
import { posts } from './support/feed.ts'
import { keysAwake, open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN

async function newPost(site: Site, body = 'Its text.') {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name, { body })
  return { post, address: `/${moss.name}/post/${post.publicId}` }
}

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a feed begins within the first 130 px', async ({ page, site, signIn }) => {
    await newPost(site)
    for (const who of ['guest', 'member']) {
      if (who === 'member') await signIn(await site.signUp('rowan'))
      await open(page, '/?sort=latest')
      expect(await topOf(posts(page).first())).toBeLessThan(130)
    }
  })

  test('the name of the site is whole, and there is one bell', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/?sort=latest')
    const bar = page.getByRole('banner')
    await bar.getByText('Folkmoot').evaluate((name) => {
      name.textContent = 'Riverside Allotments'
    })
    const isCut = await bar
      .getByText('Riverside Allotments')
      .evaluate((name) => name.scrollWidth > name.clientWidth)
    expect(isCut).toBe(false)
    await expect(page.getByRole('link', { name: 'Notifications' })).toHaveCount(1)
  })

  test('windows as low as by an enlargement of 400 % show content between no bars', async ({
    page,
    site,
    signIn,
  }) => {
    await newPost(site)
    await signIn(await site.signUp('rowan'))
    await page.setViewportSize({ width: 330, height: 262 })
    await open(page, '/?sort=latest')
    await expect(posts(page).first().getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
    await expect(page.getByRole('navigation', { name: 'Bottom' })).not.toBeInViewport()
  })

  test('the arrows of votes are larger than they look', async ({ page, site }) => {
    await newPost(site)
    await open(page, '/?sort=latest')
    const arrow = posts(page).first().getByRole('button', { name: 'Upvote' })
    const box = await arrow.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    const pill = await arrow.locator('..').evaluate((element) => {
      const { paddingTop, backgroundClip } = getComputedStyle(element)
      return { height: element.clientHeight - 2 * Number.parseFloat(paddingTop), backgroundClip }
    })
    expect(pill).toEqual({ height: 34, backgroundClip: 'content-box' })
  })

  test('a thread has one button, which goes away while it is read, and a long press shows the others', async ({
    page,
    site,
  }) => {
    const { post, address } = await newPost(site)
    await writeMany(site, site.keeper, { post }, 30)
    await open(page, address)
    await keysAwake(page)
    const tool = (name: string) => page.getByRole('button', { name, exact: true })
    const scrollBy = (px: number) => page.evaluate((by) => window.scrollBy(0, by), px)
    await scrollBy(900)
    await expect(page.locator('html')).toHaveAttribute('data-navbar', 'away')
    await expect(tool('Next thread')).toBeHidden()
    await scrollBy(-100)
    await expect(tool('Next thread')).toBeVisible()
    await expect(tool('Previous thread')).toBeHidden()
    const box = await tool('Next thread').boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    // Its own steps do not send it away.
    await tool('Next thread').tap()
    await expect(tool('Next thread')).toBeVisible()
    await tool('Next thread').dispatchEvent('contextmenu')
    await expect(tool('Previous thread')).toBeVisible()
    await expect(tool('Collapse all')).toBeVisible()
  })
})

test('buttons without words show their label, and the key', async ({ page, site }) => {
  await newPost(site)
  await open(page, '/?sort=latest')
  const shown = (button: Locator) =>
    button.evaluate((element) => getComputedStyle(element, '::after').content)
  const share = posts(page).first().getByRole('button', { name: 'Share' })
  expect(await shown(share)).toBe('none')
  await share.hover()
  expect(await shown(share)).toMatch(/^"Share"/)
  const up = posts(page).first().getByRole('button', { name: 'Upvote' })
  await up.hover()
  expect(await shown(up)).toMatch(/^"Upvote +a"/)
})

/** How much of the end of a box fades, in pixels. */
const fade = (box: Locator) =>
  box.evaluate((element) => Number.parseFloat(getComputedStyle(element).getPropertyValue('--faded')))

test('a wide table fades at its end until it is scrolled there', async ({ page, site }) => {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const columns = Array.from({ length: 14 }, (_, at) => `Column ${at}`)
  const wide = [row(columns), row(columns.map(() => '--')), row(columns)].join('\n')
  const narrow = '| a |\n| -- |\n| b |'
  const { address } = await newPost(site, `${wide}\n\n${narrow}`)
  await open(page, address)
  const tables = page.locator('.md-table')
  expect(await fade(tables.first())).toBe(36)
  expect(await fade(tables.last())).toBe(0)
  await tables.first().evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
  await expect.poll(() => fade(tables.first())).toBe(0)
})

const widthOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().width)

test('windows of 769 to 1170 px have whole cards beside a rail', async ({ page, site }) => {
  await newPost(site)
  for (const [width, column] of [
    [1170, 680],
    [1024, 680],
    [820, 680],
    [769, 649],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/?sort=latest')
    expect(await widthOf(page, 'main')).toBe(column)
    await expect(posts(page).first()).toHaveCSS('border-left-width', '1px')
    await expect(posts(page).first()).toHaveCSS('border-top-left-radius', '14px')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
