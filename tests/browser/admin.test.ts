import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Admin dashboard' })

// [CORE-1-015]
test('[ACC-1-012] [ACC-2-074] admins find the dashboard in their profile menu', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/404/)
  await signIn(site.keeper)
  await open(page, '/')
  await page.getByRole('button', { name: site.keeper.username }).click()
  await page.getByRole('menuitem', { name: 'Admin dashboard' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin dashboard')
  await expect(tabs(page).getByRole('link', { name: 'Site', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const screens = page.getByRole('navigation', { name: 'Site', exact: true })
  await expect(screens.getByRole('link', { name: 'Identity' })).toHaveAttribute('aria-current')
  await tabs(page).getByRole('link', { name: 'Server' }).click()
  await expect(page).toHaveURL('/admin/system')
  await page
    .getByRole('navigation', { name: 'Server', exact: true })
    .getByRole('link', { name: 'Backups' })
    .click()
  await expect(page).toHaveURL('/admin/backups')
  await expect(tabs(page).getByRole('link', { name: 'Server' })).toHaveAttribute('aria-current', 'page')

  // [ACC-2-075]
  await page.goto('/admin/nothing-of-the-kind')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not found')
})

test('former admins lose the dashboard', { tag: '@long' }, async ({ page, site, signIn }) => {
  const former = await site.signUp('former', { isAdmin: true })
  await signIn(former)
  await open(page, '/admin/users')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await site.db.updateTable('users').set({ is_admin: false }).where('id', '=', former.id).execute()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forbidden!')
})

// [ACC-2-077] [ACC-6-005]
test('[ACC-2-076] [ACC-2-078] sign-ups and community creation are turned off after a confirmation', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  await signIn(site.keeper)
  await open(page, '/admin')
  const toggle = page.getByRole('switch', { name: 'Allow sign-ups' })
  const save = page.getByRole('region', { name: 'Sign-ups' }).getByRole('button', { name: 'Save' })
  const question = page.getByRole('dialog', { name: /Turn (off|on) sign-ups/ })
  await expect(save).toBeDisabled()
  await toggle.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(toggle).toBeChecked()
  await toggle.click()
  await question.getByRole('button', { name: 'Turn off sign-ups' }).click()
  await expect(toggle).not.toBeChecked()
  await save.click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(save).toBeDisabled()
  const guest = await openWindow()
  const initial = await guest.request.get('/api/_initial')
  expect(await initial.json()).toMatchObject({ signupsDisabled: true })

  await page.reload()
  await expect(toggle).not.toBeChecked()
  await site.keeper.put('/api/site_settings', { signupsDisabled: false })

  // The widest name.
  await site.signUp('W'.repeat(20))
  await page.setViewportSize({ width: 320, height: 700 })
  for (const screen of ['', '/content', '/limits', '/changes', '/users', '/comments', '/communities']) {
    await page.goto(`/admin${screen}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await open(page, '/admin')
  await page.getByRole('button', { name: 'Create community' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create community' })
  const name = site.newName('lichen')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create community' }).click()
  await expect(page).toHaveURL(`/${name}`)
})

test('the text of a page and who may join are changed once the password was given', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const admin = await site.signUp('keeper', { isAdmin: true })
  await signIn(admin)
  const forgetPassword = () =>
    site.db.updateTable('sessions').set({ password_given_at: null }).where('user_id', '=', admin.id).execute()
  const confirm = async () => {
    const form = page.getByRole('dialog', { name: 'Confirm your password' })
    await form.getByLabel('Password', { exact: true }).fill(admin.password)
    await form.getByRole('button', { name: 'Continue' }).click()
  }
  await open(page, '/admin/pages?page=terms')
  await forgetPassword()
  await page.getByRole('textbox', { name: /^Text of the/ }).fill('# Terms\n\nBe kind.')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await confirm()
  await expect(page.getByRole('status').filter({ hasText: 'Page saved.' })).toBeVisible()
  await forgetPassword()
  await page.getByRole('button', { name: 'Restore default' }).click()
  const question = page.getByRole('dialog', { name: 'Restore the default text?' })
  await question.getByRole('button', { name: 'Restore default' }).click()
  await confirm()
  await expect(page.getByRole('status').filter({ hasText: 'Default text restored.' })).toBeVisible()

  await open(page, '/admin')
  await forgetPassword()
  const section = page.getByRole('region', { name: 'Sign-ups' })
  await section.getByLabel('Allow sign-ups').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off sign-ups' }).click()
  await section.getByRole('button', { name: 'Save' }).click()
  await confirm()
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved.' })).toBeVisible()
})
