import { discussion, writeMany } from './support/discussion.ts'
import { expect, test } from './support/test.ts'

test.describe('a post without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('links to the replies that are not on the page, and shows long comments whole', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    const text = [...Array(40).keys()].map((number) => `Paragraph ${number}.`).join('\n\n')
    const first = await site.comment(site.keeper, post, text)
    await writeMany(site, site.keeper, { post, parent: first }, 120)
    await page.goto(`/${moss.name}/post/${post.publicId}`)
    await page.getByText('Paragraph 39.').scrollIntoViewIfNeeded()
    await expect(page.getByText('Paragraph 39.')).toBeInViewport()
    await discussion(page)
      .getByRole('link', { name: /^Load \d+ replies$/ })
      .click()
    await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}/${first.id}?sort=best`)
    await expect(discussion(page).getByRole('article')).toHaveCount(101)
    const seen = await discussion(page)
      .getByRole('article')
      .getByText(/^Remark \d+$/)
      .allTextContents()
    await discussion(page).getByRole('link', { name: 'Load 20 replies' }).click()
    await expect(page).toHaveURL(/[?&]next=/)
    await expect(discussion(page).getByRole('article')).toHaveCount(22)
    const more = await discussion(page)
      .getByRole('article')
      .getByText(/^Remark \d+$/)
      .allTextContents()
    expect(new Set([...seen, ...more]).size).toBe(120)
  })
})
