import { chooseFromMenu, comment, discussion } from './support/discussion.ts'
import { pasteFiles, pictureFiles } from './support/newPost.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('an image is pasted into a comment, described, shown, and removed again', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  await signIn(writer)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  const area = discussion(page).getByRole('textbox', { name: 'Comment' })
  await area.fill('Look at this.')
  await pasteFiles(page, await pictureFiles('owl.jpg'))
  await discussion(page).getByRole('textbox', { name: 'Alt text' }).fill('An owl')
  await expect(discussion(page).getByRole('progressbar')).toHaveCount(0)
  await discussion(page).getByRole('textbox', { name: 'Alt text' }).press('Control+Enter')
  const written = comment(page, 'Look at this.')
  await expect(written.getByRole('img', { name: 'An owl' })).toBeVisible()
  await page.reload()
  await expect(written.getByRole('img', { name: 'An owl' })).toBeVisible()

  // Another member sees it where comments stand without their discussion.
  const other = await site.signUp('other')
  const otherPage = await openWindow(other)
  await open(otherPage, `/@${writer.username}?filter=comments`)
  await expect(otherPage.getByRole('img', { name: 'An owl' })).toBeVisible()
  const [{ id }] = (await other.get<{ comments: [{ id: string }] }>(`/api/posts/${post.publicId}/comments`))
    .comments
  await other.post('/api/_report', { type: 'comment', targetId: id, reason: 1 })
  const keeperPage = await openWindow(site.keeper)
  await open(keeperPage, '/modqueue')
  await expect(keeperPage.getByRole('img', { name: 'An owl' })).toBeVisible()

  await chooseFromMenu(page, written, 'Edit')
  await discussion(page).getByRole('button', { name: 'Remove image 1' }).click()
  await discussion(page).getByRole('button', { name: 'Save' }).click()
  await expect(discussion(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(written.getByRole('img', { name: 'An owl' })).toHaveCount(0)
})
