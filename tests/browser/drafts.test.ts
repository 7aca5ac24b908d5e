import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { form } from './support/newPost.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('a comment is written on two devices, found in the settings, and gone when it is sent', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  const place = `/api/drafts/reply:${post.publicId}`
  await signIn(writer)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.type('Here')
  const { revision } = (await (await saved).json()).draft
  // The other device, which goes on from there.
  await writer.put(place, {
    body: 'Here and there',
    title: 'On moss',
    community: moss.name,
    basedOn: revision,
  })
  await page.keyboard.type(' again')
  const conflict = page.getByRole('region', { name: 'Two drafts' })
  await expect(conflict).toContainText('Here and there')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Use that text' }).click()
  await expect(writing(page)).toHaveValue('Here and there')

  // Another window knows nothing of the text.
  await page.evaluate(() => sessionStorage.clear())
  await open(page, '/settings')
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await expect(drafts).toContainText('Here and there')
  await drafts.getByRole('button', { name: 'Open the draft' }).click()
  await expect(writing(page)).toHaveValue('Here and there')
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(page, 'Here and there')).toBeVisible()
  await gone
  expect(await writer.get('/api/drafts')).toEqual({ drafts: [] })
})

test('a new post goes on where another device stopped', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const writer = await site.signUp('writer')
  await writer.put('/api/drafts/post:phone1', { title: 'On moss', body: 'It grows', community: moss.name })
  await signIn(writer)
  await open(page, '/new')
  await form.offer(page).getByRole('button', { name: 'Restore' }).click()
  await expect(form.body(page)).toHaveValue('It grows')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await form.body(page).fill('It grows slowly')
  await saved
  expect(await writer.get('/api/drafts/post:phone1')).toMatchObject({
    draft: { title: 'On moss', body: 'It grows slowly' },
  })
})
