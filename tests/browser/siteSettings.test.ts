import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

// Also for a site of its own: other tests would see the changed settings.
test.use({ environment: { DOCS_URL: 'https://docs.example.org' } })

test('[ACC-2-094] [ACC-2-096] [ACC-2-097] an admin changes settings of the site and finds them in the log', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(site.keeper)
  await open(page, '/admin')
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('Documentation')).toBeDisabled()
  await expect(page.getByText('DOCS_URL')).toBeVisible()

  const name = page.getByLabel('Name', { exact: true })
  const contact = page.getByLabel('Contact email', { exact: true })
  await name.fill('Riverside Allotments')
  await contact.fill('nobody')
  await save.click()
  await expect(contact).toBeFocused()
  await expect(page.getByText('Enter an email address.')).toBeVisible()
  await expectAccessible(page)
  await contact.fill('')

  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await save.click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(page).toHaveTitle(/Riverside Allotments/)

  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('button', { name: 'Move reason 3 up' }).click()
  await page.getByLabel('Reason 4', { exact: true }).fill('Off topic')
  await page.getByRole('button', { name: 'Save reasons' }).click()
  await expect(page.getByText('Reasons saved.')).toBeVisible()

  await page.getByRole('link', { name: 'Limits' }).click()
  const limit = (name: string) => page.getByRole('group', { name }).getByRole('textbox', { name: 'per day' })
  await expect(limit('New comments')).toBeVisible()
  await expect(limit('Changes to alt text')).toBeHidden()
  await page.locator('details', { hasText: 'Changes to alt text' }).locator('summary').click()
  await expect(limit('Changes to alt text')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter' }).fill('edits')
  await expect(limit('Edits to posts')).toBeVisible()
  await expect(limit('New comments')).toHaveCount(0)
  // A mistake that the filter hides is shown.
  await limit('Edits to posts').fill('none')
  await page.getByRole('searchbox', { name: 'Filter' }).fill('nothing like this')
  await expect(page.getByText('No settings match “nothing like this”.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(limit('Edits to posts')).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()

  await page
    .getByRole('navigation', { name: 'Admin dashboard' })
    .getByRole('link', { name: 'Server' })
    .click()
  await page.getByRole('link', { name: 'Changes' }).click()
  const rows = page.getByRole('table', { name: 'Settings changes' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Off topic')
  await expect(rows.nth(2)).toContainText('Riverside Allotments')
  await expect(rows.nth(2)).toContainText(`@${site.keeper.username}`)
})

test('an admin chooses the languages by their names, and which one is the default', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const { keeper } = site
  const stored = async () =>
    (
      await keeper.get<{ settings: { name: string; value: unknown }[] }>('/api/_admin/settings?group=site')
    ).settings.find(({ name }) => name === 'languages')?.value
  await signIn(keeper)
  await open(page, '/admin')
  const languages = page.getByRole('group', { name: 'Languages' })
  const choice = languages.getByRole('combobox', { name: 'Default language' })
  await expect(languages.getByRole('checkbox')).toHaveCount(3)
  await expect(choice).toHaveValue('en')
  await languages.getByRole('checkbox', { name: 'العربية' }).uncheck()
  await choice.selectOption('Deutsch')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  expect(await stored()).toEqual(['de', 'en'])
  // One has to be left.
  await languages.getByRole('checkbox', { name: 'Deutsch' }).uncheck()
  await expect(languages.getByRole('checkbox', { name: 'English' })).toBeDisabled()
  await expect(choice).toBeHidden()
  await page.getByRole('button', { name: 'Reset Languages' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect.poll(stored).toEqual(['en', 'de', 'ar'])
})
