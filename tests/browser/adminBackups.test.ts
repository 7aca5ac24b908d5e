import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const fill = async (form: Locator, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
}

// A site of its own: its settings change.
test.use({ environment: { DAILY_BACKUPS_KEPT: '5' } })

test('[ACC-7-100] an admin makes, downloads and deletes a backup, and sets the schedule', {
  tag: '@long',
}, async ({ page, site, signIn, forgive }) => {
  forgive(/403/)
  const forgetPassword = () =>
    site.db
      .updateTable('sessions')
      .set({ password_given_at: null })
      .where('user_id', '=', site.keeper.id)
      .execute()
  const question = dialog(page, 'Confirm your password')
  const givePassword = async () => {
    await fill(question, { Password: site.keeper.password })
    await page.keyboard.press('Enter')
  }
  await signIn(site.keeper)
  await forgetPassword()
  await open(page, '/admin/backups')
  await expect(page.getByText('No backups yet')).toBeVisible()
  await expect(page.getByText('Backups contain email addresses and secret keys.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Back up now' }).click()
  await givePassword()
  const table = page.getByRole('table', { name: 'Backups' })
  await expect(table.getByRole('cell', { name: 'Done', exact: true })).toBeVisible()
  const started = page.waitForEvent('download')
  await table.getByRole('button', { name: /^Download/ }).click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(/^folkmoot-.*-manual\.tar\.gz$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString('hex')).toBe('1f8b')
  await expectAccessible(page)

  await table.getByRole('button', { name: /^Delete/ }).click()
  await forgetPassword()
  await page.getByRole('button', { name: 'Delete backup' }).click()
  await givePassword()
  await expect(page.getByText('No backups yet')).toBeVisible()

  await expect(page.getByRole('textbox', { name: 'Daily backups to keep' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Hour' }).fill('25')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Hour' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Hour' }).fill('4')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()

  await open(page, '/admin/access')
  await forgetPassword()
  await page.getByLabel('Private forum').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await givePassword()
  await expect(page.getByText('Settings saved.')).toBeVisible()
})
