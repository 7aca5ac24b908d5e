import { communityWithPosts } from './support/feed.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

// What can be read without scripts is in tests/pages/withoutScript.test.ts.
test.describe('without JavaScript', () => {
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
})
