import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const pages = {
  '/about': 'About Folkmoot',
  '/guidelines': 'Guidelines',
  '/moderator-guidelines': 'Moderator guidelines',
  '/terms': 'Terms',
  '/privacy-policy': 'Privacy policy',
  '/contact-us': 'Contact',
  '/markdown_guide': 'Markdown guide',
}

test.describe('the static pages', () => {
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
    await page.getByRole('main').getByRole('link', { name: 'their own guidelines' }).click()
    await expect(page).toHaveURL('/moderator-guidelines')
  })
})
