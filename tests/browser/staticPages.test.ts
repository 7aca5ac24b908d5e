import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const pages = {
  '/about': 'About Folkmoot',
  '/guidelines': 'Guidelines',
  '/moderator-guidelines': 'Moderator guidelines',
  '/terms': 'Terms',
  '/privacy-policy': 'Privacy policy',
  '/markdown_guide': 'Markdown guide',
}

test.describe('the static pages', () => {
  // [CORE-2-024] [CORE-2-025] [CORE-2-026] [CORE-2-027] [CORE-2-028] [CORE-2-029] [ACC-2-090]
  test('are readable without JavaScript, each with its own URL and title', async ({ browser, site }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    const page = await context.newPage()
    for (const [address, title] of Object.entries({ ...pages, '/markdown-guide': 'Markdown guide' })) {
      const answer = await page.goto(address)
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(`${title} · Folkmoot`)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        site.url + address.replace('markdown-guide', 'markdown_guide'),
      )
      await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /^\w.{40,}/)
      expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
    }
    await context.close()
  })

  test('link to each other without reloading the program, and are accessible', { tag: '@long' }, async ({
    page,
  }) => {
    await open(page, '/about')
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    const others = page.getByRole('complementary').getByRole('navigation', { name: 'More about this site' })
    for (const [address, title] of Object.entries(pages)) {
      await others.locator(`[href="${address}"]`).click()
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(others.locator('[aria-current=page]')).toHaveAttribute('href', address)
    }
    await expectAccessible(page)
    await open(page, '/guidelines')
    await page.getByRole('main').getByRole('link', { name: 'guidelines of their own' }).click()
    await expect(page).toHaveURL('/moderator-guidelines')
  })

  // [CORE-0-001] [CORE-1-016] [CORE-1-017] [CORE-1-018] [CORE-1-019] [CORE-1-020] [ACC-2-086] [ACC-2-087]
  // [ACC-2-088] [ACC-2-089]
  test('the About page describes the site', async ({ page, site }) => {
    const communities = ['DiscoApp', 'Diskette', 'DiscuitMeta', 'DiscuitSuggestions']
    for (const name of communities) await site.keeper.post('/api/communities', { name })
    await open(page, '/about')
    const about = page.getByRole('main')
    await expect(about).toContainText(
      'a non-profit, open-source community discussion forum in the style of a link aggr',
    )
    await expect(about).toContainText('No ads, no tracking.')
    await expect(about).toContainText('Funded by donations.')
    await expect(about).toContainText('Not federated.')
    await expect(about).toContainText('No native video.')
    await expect(about).toContainText('can be installed as an app')
    for (const name of communities)
      await expect(about.getByRole('link', { name: `/${name}`, exact: true })).toHaveAttribute(
        'href',
        `/${name}`,
      )
  })
})
