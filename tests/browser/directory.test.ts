import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Find a community by name' })

/** Three communities with 1, 3 and 2 members, in order of creation. */
async function meadow(site: Site) {
  const word = site.newName('meadow')
  const made = []
  for (const [name, joining] of [
    ['b', 0],
    ['c', 2],
    ['a', 1],
  ] as const) {
    const community = await site.createCommunity(`${word}${name}`)
    for (const number of [...Array(joining).keys()])
      await site.join(await site.signUp(`member${number}_`), community)
    made.push(community.name)
  }
  const [oldest = '', middle = '', newest = ''] = made
  return { word, oldest, middle, newest }
}

test.describe('the directory', () => {
  test('[ACC-2-029] [ACC-2-030] [ACC-2-031] lists all communities, the largest first by default', async ({
    page,
    site,
  }) => {
    const { word, oldest, middle, newest } = await meadow(site)
    await open(page, '/communities')
    const ours = page.getByRole('main').getByRole('link', { name: word })
    await expect(ours).toHaveText([middle, newest, oldest])
    const sorts = page.getByRole('navigation', { name: 'Sort by' })
    await expect(sorts.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'true')
    for (const [label, sort, order] of [
      ['New', 'new', [newest, middle, oldest]],
      ['Old', 'old', [oldest, middle, newest]],
      ['A–Z', 'name_asc', [newest, oldest, middle]],
      ['Z–A', 'name_dsc', [middle, oldest, newest]],
    ] as const) {
      await sorts.getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(`/communities?sort=${sort}`)
      await expect(ours).toHaveText(order)
    }
    await page.goBack()
    await expect(page).toHaveURL('/communities?sort=name_asc')
    await expect(ours).toHaveText([newest, oldest, middle])
  })

  test('shows description and number of members of each community', { tag: '@long' }, async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss', { about: 'All about **moss**.' })
    await open(page, '/communities')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: moss.name })
    await expect(row).toContainText('1 member')
    await expect(row).toContainText('All about moss.')
    await expectAccessible(page)
  })

  test('opens a community, and a step back restores the scroll position', async ({ page, site }) => {
    for (const _number of Array(16).keys()) await site.createCommunity('hedge')
    await page.setViewportSize({ width: 1320, height: 600 })
    await open(page, '/communities?sort=old')
    // Not the last one: more may come behind it.
    const row = names(page).nth(14)
    await row.scrollIntoViewIfNeeded()
    // `textContent` instead of `innerText`, which is empty for rows that are not painted yet.
    const name = await row.textContent()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(0)
    await row.click()
    await expect(page).toHaveURL(`/${name}`)
    await page.goBack()
    await expect(row).toBeInViewport()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  })
})

test.describe('searching the directory', () => {
  test('[ACC-2-032] shows names that contain the text while it is typed', async ({ page, site }) => {
    const { word, oldest, middle, newest } = await meadow(site)
    await open(page, '/communities')
    await searchBox(page).pressSequentially(word.toUpperCase())
    await expect(names(page)).toHaveText([middle, newest, oldest])
    await expect(page).toHaveURL(`/communities?q=${word.toUpperCase()}`)
    await expect(searchBox(page)).toBeFocused()
    await expect(page.getByRole('status')).toHaveText(`3 communities found for “${word.toUpperCase()}”.`)
    await page.reload()
    await expect(names(page)).toHaveText([middle, newest, oldest])
    await expect(searchBox(page)).toHaveValue(word.toUpperCase())
    await searchBox(page).fill('')
    await expect(page).toHaveURL('/communities')
    await expect.poll(() => names(page).count()).toBeGreaterThanOrEqual(3)
  })

  test('shows a message when nothing matches, and a button that clears the search', { tag: '@long' }, async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    await open(page, '/communities?q=there_is_none_of_this')
    await expect(page.getByText('No communities found')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show all communities' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: moss.name })).toBeVisible()
    await expect(searchBox(page)).toHaveValue('')
  })

  test('shows an error when it fails, and retries', { tag: '@long' }, async ({ page, site, forgive }) => {
    forgive(/ERR_FAILED/)
    const moss = await site.createCommunity('moss')
    await open(page, '/communities')
    await page.route('**/api/communities?*', (route) => route.abort())
    await searchBox(page).fill(moss.name)
    await expect(page.getByRole('alert')).toContainText("Make sure you're connected to the internet")
    await page.unroute('**/api/communities?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(names(page)).toHaveText([moss.name])
  })
})

test.describe('joining from the directory', () => {
  test('a member joins and leaves', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('member'))
    await open(page, `/communities?q=${moss.name}`)
    const row = page.getByRole('listitem').filter({ hasText: moss.name }).filter({ hasText: 'member' })
    await row.getByRole('button', { name: 'Join' }).click()
    await expect(row).toContainText('2 members')
    // It is there after the answer. A press before it would be ignored.
    const own = page.getByRole('navigation', { name: 'My communities' })
    await expect(own.getByText(moss.name)).toBeVisible()
    await row.getByRole('button', { name: `Joined ${moss.name}` }).click()
    await expect(row).toContainText('1 member')
    await expect(page).toHaveURL(`/communities?q=${moss.name}`)
  })
})

test.describe('on a phone', { tag: '@phone' }, () => {
  test('the directory fits, and is sorted with a native select', { tag: '@long' }, async ({ page, site }) => {
    const { word, oldest, middle, newest } = await meadow(site)
    await open(page, '/communities')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('New')
    await expect(page.getByRole('main').getByRole('link', { name: word })).toHaveText([
      newest,
      middle,
      oldest,
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expectAccessible(page)
  })
})
