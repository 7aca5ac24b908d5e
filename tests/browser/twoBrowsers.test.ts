import { sql } from 'kysely'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('somebody is mentioned, notified at once, reads it, and sees how it was edited', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const [writer, reader] = [await site.signUp('writer'), await site.signUp('reader')]
  await signIn(writer)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const other = await openWindow(reader)
  await Promise.all([other.waitForResponse('**/api/_events'), open(other, '/communities')])

  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill(`What does @${reader.username} say about peat?`)
  await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(page, 'peat').getByRole('link', { name: `@${reader.username}` })).toBeVisible()

  const bell = other.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 new')
  await bell.click()
  const told = other.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(told).toContainText(writer.username)
  await expect(told).toContainText('say about peat')
  await told.getByRole('link').first().click()
  await expect(comment(other, 'peat')).toBeVisible()

  // Edits of the first minutes are one with the text.
  await sql`
    update comments set created_at = created_at - interval '1 hour'
    where author_id = ${writer.id}`.execute(site.db)
  await page.reload()
  await chooseFromMenu(page, comment(page, 'peat'), 'Edit')
  await writing(page).fill(`What does @${reader.username} say about moss?`)
  await discussion(page).getByRole('button', { name: 'Save' }).click()
  await expect(comment(page, 'about moss?')).toContainText('Edited')
  await other.reload()
  await comment(other, 'about moss?').getByText('Edited').click()
  const history = other.getByRole('dialog', { name: 'Edit history' })
  await expect(history.getByRole('deletion')).toHaveText('peat')
  await expect(history.getByRole('insertion')).toHaveText('moss')
})

test('a member writes in two browsers at once, is shown both texts, and chooses', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  await signIn(writer)
  const phone = await openWindow(writer)
  const write = async (where: typeof page, text: string) => {
    const saved = where.waitForResponse((response) => response.request().method() === 'PUT')
    await writing(where).fill(text)
    await saved
  }
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await write(page, 'Begun here')
  await open(phone, `/${moss.name}/post/${post.publicId}`)
  await discussion(phone).getByRole('button', { name: 'Add a comment' }).click()
  await expect(writing(phone)).toHaveValue('Begun here')
  await write(phone, 'Begun here, continued there')
  await write(page, 'Begun here, changed here')
  const conflict = page.getByRole('region', { name: 'Two drafts' })
  await expect(conflict).toContainText('Begun here, continued there')
  await expect(conflict).toContainText('Begun here, changed here')
  const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
  await conflict.getByRole('button', { name: 'Keep this text' }).click()
  await kept
  expect(await writer.get('/api/drafts')).toMatchObject({ drafts: [{ excerpt: 'Begun here, changed here' }] })
})
