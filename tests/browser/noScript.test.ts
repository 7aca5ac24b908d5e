import { comment, discussion } from './support/discussion.ts'
import { communityWithPosts } from './support/feed.ts'
import { expect, test } from './support/test.ts'

test.use({ javaScriptEnabled: false })

// What can be read without scripts is in tests/pages/withoutScript.test.ts.
test.describe('without JavaScript', () => {
  test('controls that need JavaScript are hidden, and the pages say so', async ({ page, site, signIn }) => {
    const moss = await communityWithPosts(site, 1)
    const { posts } = await site.keeper.get<{ posts: { publicId: string }[] }>(
      `/api/posts?communityId=${moss.id}`,
    )
    const post = `/${moss.name}/post/${posts[0]?.publicId}`
    const { id } = await site.comment(site.keeper, posts[0] as { publicId: string }, 'Damp indeed.')
    for (const address of ['/', '/communities', `/${moss.name}`, post, `/@${site.keeper.username}`]) {
      await page.goto(address)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(page.locator('button:not([type=submit]):visible')).toHaveCount(0)
    }
    await page.goto(post)
    await expect(discussion(page).getByRole('button', { name: 'Log in to comment' })).toBeVisible()
    await comment(page, 'Damp indeed.').getByRole('button', { name: 'Upvote' }).click()
    await expect(page).toHaveURL(`/login?up=${id}&next=${encodeURIComponent(post)}`)
    await page.goto(post)
    await signIn(site.keeper)
    await page.reload()
    await expect(discussion(page).getByRole('textbox', { name: 'Comment' })).toBeVisible()
    await page.goto('/settings')
    await expect(page.locator('noscript').getByRole('paragraph')).toContainText('Settings need JavaScript.')
    await expect(page.getByRole('main').locator('button:visible, input:visible')).toHaveCount(0)
  })
})
