import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { keysAwake, open, untilClosed } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const navbar = (page: Page) => page.getByRole('banner')
const results = (page: Page) => page.getByRole('main').getByRole('article')
const field = (page: Page) => page.getByRole('main').getByRole('combobox')

/** Two posts and a comment with a word that occurs nowhere else. */
async function scene(site: Site) {
  const bird = site.newName('hoopoe')
  const author = await site.signUp('rowan')
  const moss = await site.createCommunity('moss')
  await site.createPost(author, moss.name, {
    title: `A ${bird} in the garden`,
    body: 'It stayed for two days.',
  })
  const second = await site.createPost(author, moss.name, {
    title: 'Rare guests',
    body: `Was it a *${bird}*?`,
  })
  await site.comment(site.keeper, second, `The ${bird} winters in Africa.`)
  return { bird, author, moss }
}

test('[CORE-2-071] [CORE-2-073] the search finds posts, comments, communities and people', async ({
  page,
  site,
}) => {
  const { bird, author, moss } = await scene(site)
  await open(page, '/')
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(`  ${bird} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${bird}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveTitle(`${bird} · Search · Folkmoot`)
  await expect(results(page).getByRole('heading')).toHaveText([`A ${bird} in the garden`, 'Rare guests'])
  await expect(results(page).nth(0).getByRole('heading').locator('mark')).toHaveText(bird)
  await expect(results(page).nth(1).locator('mark')).toHaveText(bird)

  const kind = (name: string) =>
    page.getByRole('navigation', { name: 'Search in' }).getByRole('link', { name })
  await kind('Comments').click()
  await expect(page).toHaveURL(`/search?q=${bird}&in=comments`)
  await expect(results(page)).toHaveCount(1)
  await expect(results(page).getByRole('heading')).toHaveText('Rare guests')
  await expect(results(page)).toContainText(`The ${bird} winters in Africa`)
  await results(page).getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(`The ${bird} winters in Africa.`)
  await page.goBack()
  await expect(results(page)).toHaveCount(1)

  const askedFor = (words: string) =>
    expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === words)
  await field(page).fill(moss.name)
  await page.keyboard.press('Enter')
  await askedFor(moss.name)
  await expect(kind('Communities')).toHaveAttribute('href', new RegExp(moss.name))
  await kind('Communities').click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(moss.name)
  await field(page).fill(`@${author.username}`)
  await page.keyboard.press('Enter')
  await askedFor(`@${author.username}`)
  await expect(kind('People')).toHaveAttribute('href', new RegExp(author.username))
  await kind('People').click()
  await page
    .getByRole('main')
    .getByRole('link', { name: `@${author.username}` })
    .first()
    .click()
  await expect(page).toHaveURL(`/@${author.username}`)
})

test('the newest come first on request, and a filter narrows the results', async ({ page, site }) => {
  const { bird, moss } = await scene(site)
  await open(page, `/search?q=${bird}`)
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'New' }).click()
  await expect(page).toHaveURL(`/search?q=${bird}&sort=new`)
  await expect(results(page).getByRole('heading')).toHaveText(['Rare guests', `A ${bird} in the garden`])
  await field(page).fill(`${bird} garden community:${moss.name}`)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(results(page).getByRole('heading')).toHaveText([`A ${bird} in the garden`])
  const filters = page.getByRole('navigation', { name: 'Filters' })
  await filters.getByRole('link', { name: 'Links' }).click()
  await expect(page.getByRole('main')).toContainText('No results for')
  const noLinks = filters.getByRole('link', { name: 'Remove filter: Links' })
  await noLinks.click()
  await expect(noLinks).toHaveCount(0)
  await filters.getByRole('link', { name: `Remove filter: in ${moss.name}` }).click()
  await expect(field(page)).toHaveValue(`${bird} garden`)
  await expect(
    page.getByRole('navigation', { name: 'Search in' }).getByRole('link', { name: 'Posts' }),
  ).toHaveText('Posts1')
})

test('the box suggests while someone types, and works with the keyboard', async ({ page, site }) => {
  const { bird, author, moss } = await scene(site)
  await open(page, `/${moss.name}`)
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const box = dialog.getByRole('combobox')
  const option = (name: string | RegExp) => dialog.getByRole('option', { name })
  await expect(box).toBeFocused()
  await box.fill(moss.name)
  await expect(option(new RegExp(`^${moss.name} .*member`))).toHaveAttribute('href', `/${moss.name}`)
  await box.fill(author.username)
  await expect(option(`@${author.username}`)).toHaveAttribute('href', `/@${author.username}`)
  await box.fill(bird)
  await expect(option(/in the garden/)).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('2 suggestions.')
  await expect(option(`Only in ${moss.name}`)).toHaveCount(1)
  await expectAccessible(page)
  // The web search is the last line, one step up from the box.
  await page.keyboard.press('ArrowUp')
  await expect(dialog.locator('[aria-selected=true]')).toContainText('Search this site with DuckDuckGo')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const chosen = dialog.locator('[aria-selected=true]')
  await expect(chosen).toContainText('in the garden')
  await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A ${bird} in the garden`)

  await keysAwake(page)
  await page.keyboard.press('/')
  await box.fill(bird)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${bird}`)
  await expect(results(page)).toHaveCount(2)
  await open(page, `/${moss.name}`)
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  await expect(option(bird)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(option(bird)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await untilClosed(page, dialog)
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rare guests')
})

test('the list opens under the field itself, with the community of this name first', async ({
  page,
  site,
}) => {
  const { moss } = await scene(site)
  for (const width of [820, 1320]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/')
    const box = navbar(page).getByRole('link', { name: 'Search' })
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const input = dialog.getByRole('combobox')
    const placeOf = async (part: Locator) => {
      const { x, y, height } = (await part.boundingBox()) ?? { x: 0, y: 0, height: 0 }
      return { x: Math.round(x), middle: Math.round(y + height / 2) }
    }
    const before = await placeOf(box.locator('.icon'))
    await box.click()
    await input.fill(moss.name)
    await expect(dialog.getByRole('option').first()).toHaveAttribute('href', `/${moss.name}`)
    const after = await placeOf(dialog.locator('form .icon').first())
    expect(Math.abs(after.middle - before.middle)).toBeLessThanOrEqual(1)
    if (width > 1170) expect(Math.abs(after.x - before.x)).toBeLessThanOrEqual(1)
    await page.keyboard.press('Escape')
    await untilClosed(page, dialog)
    await expect(box).toBeFocused()
  }
})

test('the page of results has the only field, which / selects', async ({ page }) => {
  await open(page, '/search?q=herons')
  await keysAwake(page)
  await expect(page.locator('[data-search]')).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('owls')
  await expect(field(page)).toHaveValue('owls')
})

test.describe('on phones', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('filters are behind a button that says how many there are', async ({ page, site }) => {
    const { bird, moss } = await scene(site)
    await open(page, `/search?q=${bird}+community:${moss.name}`)
    const button = page.getByRole('main').getByRole('button', { name: 'Filters (1)' })
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await expect(filters).toBeHidden()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expectAccessible(page)
    await filters.getByRole('link', { name: 'Text posts' }).click()
    await expect(page.getByRole('main').getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  })
})

test('the field of the page suggests, too', { tag: '@long' }, async ({ page, site }) => {
  const { bird } = await scene(site)
  await open(page, '/search?q=herons&in=comments&sort=new')
  const option = (name: string | RegExp) => page.getByRole('main').getByRole('option', { name })
  await field(page).focus()
  await expect(option(/./)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Search' })).toBeFocused()
  await field(page).fill(bird)
  await expect(option(/in the garden/)).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(option(/./)).toHaveCount(0)
  await expect(field(page)).toHaveValue(bird)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${bird}&in=comments&sort=new`)
  // The URL changes before the page does, and a new page fills the field.
  await expect(results(page)).toHaveCount(1)

  await field(page).fill('')
  await expect(option(bird)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(option(bird)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(option(bird)).toHaveCount(0)
  await field(page).fill(bird)
  await expect(option(/in the garden/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A ${bird} in the garden`)
})

test('what is typed while results load stays, and typing continues', async ({ page, site }) => {
  const { bird } = await scene(site)
  await open(page, '/search?q=herons')
  let letGo = await hold(page, '**/api/search?*')
  await field(page).fill(bird)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' gar')
  letGo()
  await expect(page).toHaveURL(`/search?q=${bird}`)
  await expect(results(page)).toHaveCount(2)
  await expect(field(page)).toHaveValue(`${bird} gar`)
  await page.keyboard.type('den')
  await expect(field(page)).toHaveValue(`${bird} garden`)
  await page.keyboard.press('Enter')
  await expect(results(page)).toHaveCount(1)
  await page.goBack()
  await expect(field(page)).toHaveValue(bird)

  // The page comes before slow results do. These get the focus only if nothing was typed.
  for (const { query, typed } of [
    { query: `${bird} guests`, typed: ' rare' },
    { query: `${bird} stayed`, typed: '' },
  ]) {
    letGo = await hold(page, '**/api/search?*')
    await field(page).fill(query)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === query)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(typed)
    letGo()
    await expect(results(page)).toHaveCount(1)
    await expect(field(page)).toHaveValue(query + typed)
    await expect(typed ? field(page) : page.getByRole('main')).toBeFocused()
  }

  await open(page, '/')
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill(bird)
  letGo = await hold(page, '**/api/search?*')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' garden')
  letGo()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field(page)).toHaveValue(`${bird} garden`)
  await page.keyboard.press('Enter')
  await expect(results(page)).toHaveCount(1)
})

test('the box says when there are no suggestions, and Enter still searches', async ({
  page,
  context,
  forgive,
}) => {
  forgive(/ERR_FAILED|500/)
  await context.route('**/api/search/suggestions**', (route) => route.fulfill({ status: 500, json: {} }))
  await open(page, '/')
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('herons')
  await expect(dialog.getByRole('status')).toHaveText("Couldn't load suggestions.")
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=herons')
})

test('[CORE-2-072] a query can be passed to a web search, in a new tab', { tag: '@long' }, async ({
  page,
  context,
  site,
  forgive,
}) => {
  forgive(/duckduckgo/)
  await context.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'found' }))
  const expectHandedOver = async (press: () => Promise<void>) => {
    const opened = context.waitForEvent('page')
    await press()
    const { searchParams } = new URL((await opened).url())
    expect(searchParams.get('q')).toBe(`site:${new URL(site.url).host} greenest mosses`)
  }
  await open(page, '/')
  await navbar(page).getByRole('link', { name: 'Search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox').fill('greenest mosses')
  const last = dialog.getByRole('option').last()
  await expect(last).toContainText('Search this site with DuckDuckGo')
  await expectHandedOver(() => last.click())

  await open(page, '/search?q=greenest+mosses')
  await expect(page.getByRole('main')).toContainText('No results for “greenest mosses”')
  await expect(page.getByRole('main')).toContainText('author:name')
  await expectAccessible(page)
  await expectHandedOver(() =>
    page
      .getByRole('main')
      .getByRole('link', { name: /Search this site with/ })
      .click(),
  )
})

test('an empty query shows the syntax', async ({ page }) => {
  await open(page, '/search')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('What are you looking for?')
})

test('results that end before all were shown say so, and lead to all by time', async ({ page, site }) => {
  const { bird } = await scene(site)
  await page.route(/\/api\/search\?/, async (route) => {
    const answer = await route.fetch()
    const isByTime = new URL(route.request().url()).searchParams.get('sort') === 'new'
    await route.fulfill({ response: answer, json: { ...(await answer.json()), endsEarly: !isByTime } })
  })
  await open(page, '/search')
  await field(page).fill(bird)
  await page.keyboard.press('Enter')
  await expect(results(page)).toHaveCount(2)
  await expect(page.getByText('These are the best results.')).toBeVisible()
  await page.getByRole('link', { name: 'sort by New' }).click()
  await expect(page).toHaveURL(`/search?q=${bird}&sort=new`)
  await expect(page.getByText('These are the best results.')).toHaveCount(0)
  await expect(results(page)).toHaveCount(2)
})
