import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('an admin reads what concerns the security of accounts, filtered and page by page', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const rowan = await site.signUp('rowan')
  await sql`delete from security_events`.execute(site.db)
  await signIn(site.keeper)
  await sql`delete from security_events`.execute(site.db)
  await open(page, '/admin/security')
  await expect(page.getByText('No events yet')).toBeVisible()
  await expectAccessible(page)

  await sql`insert into security_events (kind, user_id, ip, hour)
    select case when n = 70 then 'password_changed' else 'login_failed' end, ${rowan.id}, '192.0.2.9', n
    from generate_series(1, 70) as n`.execute(site.db)
  await page.reload()
  const rows = page.getByRole('table', { name: 'Security events' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Password changed')
  await expect(rows.first()).toContainText(`@${rowan.username}`)
  await expectAccessible(page)
  await page.getByText('Load more').click()
  await expect(rows).not.toHaveCount(50)

  await page.getByLabel('Event', { exact: true }).selectOption('Password changed')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/kind=password_changed/)
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Event', { exact: true }).selectOption('Keys rotated')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('No matching events')).toBeVisible()
})
