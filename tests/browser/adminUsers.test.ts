import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('[ACC-2-299] admins act on several users at once, and on one by its menu', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const [wren, robin] = [await site.signUp('wren'), await site.signUp('robin')]
  await signIn(site.keeper)
  await open(page, '/admin/users')
  const row = ({ username }: { username: string }) =>
    page
      .getByRole('table', { name: 'Users' })
      .getByRole('row')
      .filter({ hasText: `@${username}` })
  for (const user of [wren, robin])
    await page.getByRole('checkbox', { name: `Select @${user.username}` }).check()
  const selected = page.getByRole('region', { name: 'Selected users' })
  await expect(selected).toContainText('2 selected')
  await expectAccessible(page)
  await selected.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByText('2 of 2 changed.')).toBeVisible()
  await expect(row(wren)).toContainText('Suspended')
  await expect(selected).toHaveCount(0)

  await page.getByRole('combobox', { name: 'State' }).selectOption('Banned')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/state=banned/)
  await row(robin)
    .getByRole('button', { name: `Actions for @${robin.username}` })
    .click()
  await page.getByRole('menuitem', { name: 'Unban' }).click()
  await expect(row(robin)).toHaveCount(0)
  await expect(row(wren)).toHaveCount(1)
})

test('[ACC-7-078] admins see how the server is', async ({ page, site, signIn }) => {
  await signIn(site.keeper)
  await open(page, '/admin/system')
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('free')
  await expect(page.getByRole('region', { name: 'Mail' })).toContainText('This site sends no mail.')
  await expect(page.getByRole('table', { name: 'Largest tables' }).getByRole('row')).toHaveCount(11)
})

test('admins erase a member for good, and read the report', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const wren = await site.signUp('wren')
  await signIn(site.keeper)
  await open(page, '/admin/users')
  await page.getByRole('button', { name: `Actions for @${wren.username}` }).click()
  await page.getByRole('menuitem', { name: 'Erase this member' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase @${wren.username} for good?` })
  await dialog.getByRole('radio', { name: 'Erase them and hide the posts' }).check()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('a wrong one')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog).toContainText('Invalid password')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(site.keeper.password)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Erasures' }).click()
  const report = page.getByRole('region', { name: /^Erasure of @erased_/ }).first()
  await expect(report).toContainText('Finished')
  await expect(report).toContainText('texts erased, posts hidden')
  await expect(report).toContainText('What remains, and why')
  await expect(report).not.toContainText(wren.username)
  await expectAccessible(page)
})
