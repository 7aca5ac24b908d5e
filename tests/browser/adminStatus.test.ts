import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('the dashboard begins with what needs an admin, and each fact leads to where it is dealt with', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const rowan = await site.signUp('rowan')
  await rowan.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
  await signIn(site.keeper)
  await open(page, '/admin')
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status.getByRole('link', { name: /^Open reports [1-9]/ })).toBeVisible()
  await expect(status.getByRole('link', { name: /^Email Not set up/ })).toHaveAttribute(
    'href',
    '/admin/system',
  )
  await expect(status.getByRole('link', { name: /^Last backup/ })).toHaveAttribute('href', '/admin/backups')
  await expectAccessible(page)
  await status.getByRole('link', { name: /^Open reports/ }).click()
  await expect(page).toHaveURL('/modqueue?scope=all')
  await expect(page.getByRole('main')).toContainText(post.title)
})
