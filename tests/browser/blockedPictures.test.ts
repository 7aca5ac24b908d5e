import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('admins import blocked pictures, export them, and unblock one', async ({ page, site, signIn }) => {
  await signIn(site.keeper)
  await open(page, '/admin/blocked-pictures')
  await expect(page.getByRole('heading', { name: 'Blocked images' })).toBeVisible()
  await page.getByLabel('CSV file with image hashes').setInputFiles({
    name: 'pictures.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('hash,note\n0123456789abcdef,"Cheap, watches"\nfedcba9876543210,\n'),
  })
  const table = page.getByRole('table', { name: 'Blocked images' })
  await expect(table).toContainText('Cheap, watches')
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await file).suggestedFilename()).toBe('blocked-pictures.csv')
  const letGo = await hold(page, '**/api/_admin/blocked_pictures')
  const unblock = page.getByRole('button', { name: 'Unblock 0123456789abcdef' })
  await unblock.click()
  await expect(unblock).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('button[aria-busy]')).toHaveCount(1)
  letGo()
  await expect(table).not.toContainText('Cheap, watches')
  await expect(table).toContainText('fedcba9876543210')
})
