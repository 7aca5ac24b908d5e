import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('a thread is printed dark on white, without what is pressed', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name, { body: 'They fly far. >!To the moon!<' })
  const question = await site.comment(site.keeper, post, 'How far?')
  const reply = await site.keeper.post(`/api/posts/${post.publicId}/comments`, {
    body: 'As far as the moon, and back again.',
    parentCommentId: question.id,
  })
  expect(reply).toHaveProperty('id')
  await signIn(await site.signUp('rowan'))
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const text = page.getByText('They fly far.')
  await expect(text).toBeVisible()
  await expect(text).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByText('How far?')).toBeVisible()
  await expect(page.getByText('To the moon')).toBeVisible()
  // In one line.
  expect((await page.getByText('As far as the moon').boundingBox())?.height).toBeLessThan(40)
  await expect(page.getByRole('article').getByText(site.keeper.username).first()).toBeVisible()
  expect(await page.locator('button:visible, nav:visible, form:visible, textarea:visible').count()).toBe(0)
  await expect(page.locator('.skip-link')).toBeHidden()
})

test('text has the size that the reader chose', async ({ page }) => {
  await open(page, '/about')
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  expect(await size()).toBe(15)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  expect(await size()).toBe(30)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
})
