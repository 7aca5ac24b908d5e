import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const titles = (page: Page) => page.getByRole('article').getByRole('heading')
/** The button at the top of the page; the card in the right column has another one. */
const joinButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Join/ })
const sidebar = (page: Page) => page.getByRole('navigation', { name: /ommunities$/ })

test.describe('the page of a community', () => {
  test('redirects other spellings of its name to the canonical one', async ({ page, request, site }) => {
    const moss = await site.createCommunity('Moss')
    const address = `/${moss.name.toUpperCase()}?sort=latest`
    const answer = await request.get(address, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, `/${moss.name}?sort=latest`])

    const fern = await site.createCommunity('fern', { about: `See [the others](${address}).` })
    await open(page, `/${fern.name}?tab=about`)
    await page.getByRole('main').getByRole('link', { name: 'the others' }).click()
    await expect(heading(page)).toHaveText(moss.name)
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
  })
})

test.describe('the tabs of a community', () => {
  test('[ACC-2-037] Posts shows only the posts of this community, in the chosen order', async ({
    page,
    site,
  }) => {
    const [moss, fern] = [await site.createCommunity('moss'), await site.createCommunity('fern')]
    const first = await site.createPost(site.keeper, moss.name, { title: 'First' })
    await site.createPost(site.keeper, moss.name, { title: 'Second' })
    await site.createPost(site.keeper, fern.name, { title: 'Elsewhere' })
    await site.upvote(await site.signUp('voter'), first)
    await open(page, '/all')
    const link = page
      .getByRole('article', { name: 'First' })
      .getByRole('link', { name: moss.name, exact: true })
    await expect(link).toBeVisible()
    await open(page, `/${moss.name}`)
    // The page says it once, above its cards.
    await expect(page.getByRole('article', { name: 'First' })).toBeVisible()
    await expect(link).toBeHidden()
    const sorts = page.getByRole('navigation', { name: 'Sort by' })
    await expect(sorts.getByRole('link')).toHaveText(['Hot', 'Activity', 'New'])
    await sorts.getByRole('link', { name: 'New' }).click()
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
    await expect(titles(page)).toHaveText(['Second', 'First'])
    await sorts.getByText('Top').click()
    await expect(sorts.getByRole('link')).toHaveText([
      'Hot',
      'Activity',
      'New',
      'Day',
      'Week',
      'Month',
      'Year',
      'All',
    ])
    await page.keyboard.press('Escape')
    await expect(sorts.getByRole('link')).toHaveCount(3)
    await sorts.getByText('Top').press('Enter')
    await sorts.getByRole('link', { name: 'All' }).click()
    await expect(titles(page)).toHaveText(['First', 'Second'])
    await expect(sorts.getByText('Top of all time')).toBeVisible()
    await expect(sorts.getByRole('link')).toHaveCount(3)
  })

  test('About cuts a long description and expands it on request', async ({ page, site }) => {
    const about = [...Array(40).keys()].map((number) => `Paragraph ${number}.`).join('\n\n')
    const moss = await site.createCommunity('moss', { about })
    await open(page, `/${moss.name}?tab=about`)
    const more = page.getByRole('main').getByRole('button', { name: 'Show more' })
    await expect(more).toBeVisible()
    await expect(page.getByText('Paragraph 39.')).not.toBeInViewport()
    await more.click()
    await page.getByText('Paragraph 39.').scrollIntoViewIfNeeded()
    await expect(page.getByText('Paragraph 39.')).toBeInViewport()
  })
})

test.describe('the join button', () => {
  test('[ACC-2-042] toggles between Join and Joined, and updates the count', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('member'))
    await open(page, `/${moss.name}`)
    await expect(sidebar(page).getByText(moss.name)).toHaveCount(0)

    await joinButton(page).click()
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)
    await expect(page.getByRole('main')).toContainText('2 members')
    await expect(sidebar(page).getByText(moss.name)).toBeVisible()
    await page.reload()
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)

    await joinButton(page).click()
    await expect(joinButton(page)).toHaveText(`Join ${moss.name}`)
    await expect(page.getByRole('main')).toContainText('1 member')
    await expect(sidebar(page).getByText(moss.name)).toHaveCount(0)
    await page.reload()
    await expect(joinButton(page)).toHaveText(`Join ${moss.name}`)
  })

  test('updates at once, takes the number from the answer, and returns to its state when the call fails', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/_joinCommunity|ERR_FAILED/)
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('member'))
    await open(page, `/${moss.name}`)
    await page.route('**/api/_joinCommunity', (route) => route.abort())
    await joinButton(page).click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(joinButton(page)).toHaveText(`Join ${moss.name}`)
    await expect(page.getByRole('main')).toContainText('1 member')
    await page.unroute('**/api/_joinCommunity')

    await site.join(await site.signUp('other'), moss)
    const letGo = await hold(page, '**/api/_joinCommunity')
    await joinButton(page).click()
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)
    await expect(page.getByRole('main')).toContainText('2 members')
    letGo()
    await expect(page.getByRole('main')).toContainText('3 members')
  })

  test('[ACC-4-016] asks moderators for confirmation', { tag: '@long' }, async ({ page, site, signIn }) => {
    const founder = await site.signUp('founder', { isAdmin: true })
    const moss = await site.createCommunity('moss', { creator: founder })
    await signIn(founder)
    await open(page, `/${moss.name}?tab=about`)
    const moderators = page.getByRole('region', { name: 'Moderators' })
    const question = page.getByRole('dialog', { name: `Leave ${moss.name}?` })

    await joinButton(page).click()
    await expect(question).toContainText("you'll stop being a moderator")
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)
    await expect(moderators).toContainText(founder.username)

    await joinButton(page).click()
    await page.goBack()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(`/${moss.name}?tab=about`)

    await joinButton(page).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(joinButton(page)).toHaveText(`Join ${moss.name}`)
    await expect(moderators).toHaveCount(0)
  })

  test('works with the keyboard alone', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('member'))
    await open(page, `/${moss.name}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Create post' }).first()).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(joinButton(page)).toBeFocused()
    await page.keyboard.press('Space')
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)
    await expect(joinButton(page)).toBeFocused()
  })
})

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a community fits, can be joined, and is sorted with a native select', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('m'.repeat(18))
    await site.createPost(site.keeper, moss.name, { title: 'First' })
    await site.createPost(site.keeper, moss.name, { title: 'Second' })
    await signIn(await site.signUp('member'))
    await open(page, `/${moss.name}`)
    await joinButton(page).tap()
    await expect(joinButton(page)).toHaveText(`Joined ${moss.name}`)
    await page.getByLabel('Sort by').getByRole('option', { name: 'New' }).waitFor({ state: 'attached' })
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('New')
    await expect(titles(page)).toHaveText(['Second', 'First'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await expectAccessible(page)
  })
})
