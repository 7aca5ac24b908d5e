import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const navbar = (page: Page) => page.getByRole('banner')
const results = (page: Page) => page.getByRole('main').getByRole('article')
const field = (page: Page) => page.getByRole('main').getByRole('searchbox')

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
  await page.getByRole('dialog').getByRole('searchbox').fill(`  ${bird} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/search?q=${bird}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveTitle(`${bird} – search · Folkmoot`)
  await expect(results(page).getByRole('heading')).toHaveText([`A ${bird} in the garden`, 'Rare guests'])
  await expect(results(page).nth(1).locator('mark')).toHaveText(bird)
  await expectAccessible(page)

  const kind = (name: string) =>
    page.getByRole('navigation', { name: 'Look for' }).getByRole('link', { name })
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
  await kind('Communities').click()
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(moss.name)
  await field(page).fill(`@${author.username}`)
  await page.keyboard.press('Enter')
  await askedFor(`@${author.username}`)
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
  await expect(dialog.getByRole('button', { name: 'Search the web' })).toBeDisabled()
  await dialog.getByRole('searchbox').fill('greenest mosses')
  await expectHandedOver(() => dialog.getByRole('button', { name: 'Search the web' }).click())
  await expect(dialog).toHaveCount(0)

  await open(page, '/search?q=greenest+mosses')
  await expect(page.getByRole('main')).toContainText('Nothing found for “greenest mosses”')
  await expect(page.getByRole('main')).toContainText('author:name')
  await expectAccessible(page)
  await expectHandedOver(() =>
    page
      .getByRole('main')
      .getByRole('link', { name: /Search the web/ })
      .click(),
  )
})

test('an empty query shows the syntax', async ({ page }) => {
  await open(page, '/search')
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('What are you looking for?')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the form finds', async ({ page, site }) => {
    const { bird } = await scene(site)
    await page.goto('/search')
    await field(page).fill(bird)
    await page.keyboard.press('Enter')
    await expect(results(page).getByRole('heading')).toHaveText([`A ${bird} in the garden`, 'Rare guests'])
  })
})
