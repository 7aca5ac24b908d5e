import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test.describe('a post that is opened from a feed', () => {
  test('is shown at once from what the feed knows, and its text and comments when they come', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    const body = `The beginning.\n\n${'All that follows. '.repeat(60)}\n\nThe end.`
    const post = await site.createPost(site.keeper, moss.name, { title: 'Of moss', body })
    await site.comment(site.keeper, post, 'The first words')
    await open(page, `/${moss.name}`)
    const letGo = await hold(page, `**/api/posts/${post.publicId}?*`)
    await page.getByRole('article').getByRole('link', { name: 'Of moss' }).click()
    await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of moss')
    await expect(page.getByRole('article')).toContainText('The beginning.')
    await expect(page.getByRole('region', { name: 'Comments' })).toHaveAttribute('aria-busy', 'true')
    letGo()
    await expect(page.getByText('The first words')).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('The end.')
    await expect(page.getByRole('region', { name: 'Comments' })).not.toHaveAttribute('aria-busy')
    // A step back and forth shows it whole.
    await page.goBack()
    await expect(page).toHaveURL(`/${moss.name}`)
    await page.goForward()
    await expect(page.getByText('The first words')).toBeVisible()
  })

  test('is loaded again after a step back that came before its comments', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name, { title: 'Of moss' })
    await site.comment(site.keeper, post, 'The first words')
    await open(page, `/${moss.name}`)
    const letGo = await hold(page, `**/api/posts/${post.publicId}?*`)
    await page.getByRole('article').getByRole('link', { name: '1 comment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of moss')
    await page.goBack()
    await expect(page).toHaveURL(`/${moss.name}`)
    letGo()
    await page.goForward()
    await expect(page.getByText('The first words')).toBeVisible()
  })

  test('gives way to the page that says why it cannot be shown', async ({ page, site, forgive }) => {
    forgive(/404/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name, { title: 'Of moss' })
    await open(page, `/${moss.name}`)
    const letGo = await hold(page, `**/api/posts/${post.publicId}?*`)
    await page.getByRole('article').getByRole('link', { name: 'Of moss' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of moss')
    await site.db.deleteFrom('posts').where('public_id', '=', post.publicId).execute()
    letGo()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Not found!')
  })
})
