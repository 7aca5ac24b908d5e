import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('row')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin dashboard' }).getByRole('link', { name })

test('[ACC-2-079] users are listed and found, each with a link to their profile', async ({
  page,
  site,
  signIn,
}) => {
  const rowan = await site.signUp('rowan')
  await sql`update users set created_ip = '192.0.2.9' where id = ${rowan.id}`.execute(site.db)
  await signIn(site.keeper)
  await open(page, '/admin')
  await tab(page, 'People').click()
  await expect(page).toHaveURL('/admin/users')
  await expect(rows(page, 'Users').first()).toContainText(rowan.username)

  const search = page.getByRole('searchbox', { name: 'Find users by name, email or IP address' })
  await search.fill('nobody at all')
  await search.press('Enter')
  await expect(page.getByText('No users found')).toBeVisible()
  await search.fill(rowan.username)
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${rowan.username}`))
  await expect(rows(page, 'Users')).toHaveCount(1)
  await rows(page, 'Users').getByRole('link', { name: '192.0.2.9' }).click()
  await expect(page).toHaveURL(/ip=192\.0\.2\.9/)
  await rows(page, 'Users')
    .getByRole('link', { name: `@${rowan.username}` })
    .click()
  await expect(page).toHaveURL(`/@${rowan.username}`)
})

// The URL has the cursor of the directory's call (ACC-2-081).
test('[ACC-2-080] [ACC-2-081] comments and communities link to their pages', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const rowan = await site.signUp('rowan')
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(rowan, moss.name, { title: 'Of green things' })
  const gone = await site.comment(rowan, post, 'Second thoughts')
  await site.keeper.delete(`/api/posts/${post.publicId}/comments/${gone.id}?deleteAs=admins`)
  const comment = await site.comment(rowan, post, 'Green.')
  await signIn(site.keeper)
  await open(page, '/admin/comments')
  await expect(rows(page, 'Comments').nth(0)).toContainText(/Green\..*Of green things/)
  await expect(rows(page, 'Comments').nth(1)).toContainText(/Second thoughts.*Deleted/)
  await expectAccessible(page)
  await rows(page, 'Comments').nth(0).getByRole('link', { name: 'Green.' }).click()
  await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}/${comment.id}`)

  await open(page, '/admin/communities')
  await expect(rows(page, 'Communities').first()).toContainText(moss.name)
  await expectAccessible(page)
  await rows(page, 'Communities').first().getByRole('link', { name: moss.name }).click()
  await expect(page).toHaveURL(`/${moss.name}`)
})

test('[ACC-2-079] a table loads further pages, also after a failure', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/\/api\/users|ERR_FAILED/)
  const prefix = site.newName('more')
  await sql`insert into users (username) select ${prefix} || '_' || n from generate_series(1, 105) n`.execute(
    site.db,
  )
  await signIn(site.keeper)
  await open(page, `/admin/users?q=${prefix}`)
  await page.route('**/api/_admin/members?*', (route) => route.abort())
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/_admin/members?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page, 'Users')).toHaveCount(105)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
})
