import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.describe('the page of a community', () => {
  test('[CORE-2-009] [CORE-1-004] guests find it under its name', async ({ page, site }) => {
    const moss = await site.createCommunity('moss', { about: 'All about **moss**.' })
    await page.goto(`/${moss.name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(moss.name)
    await expect(page).toHaveTitle(`${moss.name} · Folkmoot`)
    await expectAccessible(page)
  })
})
