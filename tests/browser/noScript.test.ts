import { communityWithPosts, titles, titlesTo } from './support/feed.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

test.describe('without JavaScript', () => {
  test('[CORE-1-002] the front page can be read, sorted and paged', async ({ page, site }) => {
    await communityWithPosts(site, 11)
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'New' }).click()
    await expect(page).toHaveURL('/?sort=latest')
    await expect(titles(page)).toHaveText(titlesTo(10))
    await expect(page.getByRole('article').first()).toContainText('Moss grows where it is damp')
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/\/\?sort=latest&next=/)
    await expect(titles(page).first()).toHaveText('Post 11')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('navigation', { name: 'Sort by' }).getByText('Top').click()
    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'All' }).click()
    await expect(page).toHaveURL('/?sort=all')
  })

  test('the last page says that there are no more posts', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 11)
    await page.goto(`/${moss.name}?sort=latest`)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(titles(page)).toHaveText(['Post 11'])
    await expect(page.getByText("That's all, there is no more.")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Back to the beginning' }).click()
    await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
    await expect(titles(page)).toHaveText(titlesTo(10))
  })

  test('controls that need JavaScript are hidden', async ({ page, site }) => {
    const moss = await communityWithPosts(site, 1)
    const { posts } = await site.keeper.get<{ posts: { publicId: string }[] }>(
      `/api/posts?communityId=${moss.id}`,
    )
    const post = `/${moss.name}/post/${posts[0]?.publicId}`
    await site.comment(site.keeper, posts[0] as { publicId: string }, 'Damp indeed.')
    for (const address of ['/', '/communities', `/${moss.name}`, post, `/@${site.keeper.username}`]) {
      await page.goto(address)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(page.locator('button:not([type=submit]):visible')).toHaveCount(0)
    }
  })

  test('/login says that it needs JavaScript', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.locator('noscript').getByRole('paragraph')).toHaveText('Logging in needs JavaScript.')
  })

  test('the not-found page links to the front page', async ({ page, forgive }) => {
    forgive(/404/)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Not found!')
    await page.getByRole('link', { name: 'Go home' }).click()
    await expect(page).toHaveURL('/')
  })
})
