import { sql } from 'kysely'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { pasteFiles, pictureFiles } from './support/newPost.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('someone is mentioned, notified at once, reads it, and sees how it was edited', async ({
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
  const notified = other.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(notified).toContainText(writer.username)
  await expect(notified).toContainText('say about peat')
  await notified.getByRole('link').first().click()
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

test('a member writes in two browsers at once, is shown both texts, and chooses', { tag: '@long' }, async ({
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
  await conflict.getByRole('button', { name: 'Keep this version' }).click()
  await kept
  expect(await writer.get('/api/drafts')).toMatchObject({ drafts: [{ excerpt: 'Begun here, changed here' }] })
})

test('two members talk: one answers with an image and a spoiler, the other is notified, votes, posts, and is muted', {
  tag: '@long',
}, async ({ page, site, signIn, openWindow }) => {
  const moss = await site.createCommunity('moss')
  const [writer, reader, third] = [
    await site.signUp('writer'),
    await site.signUp('reader'),
    await site.signUp('third'),
  ]
  const post = await site.createPost(writer, moss.name)
  await site.join(reader, moss)
  const address = `/${moss.name}/post/${post.publicId}`
  await signIn(reader)
  const other = await openWindow(writer)
  const pages = [page, other]

  await test.step('an answer with an image is notified once with that of someone else, and seen', async () => {
    await Promise.all(pages.map((window) => open(window, address)))
    await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
    await writing(page).fill('It grows on stones. >!Ask the wren.!<')
    await pasteFiles(page, await pictureFiles('stone.jpg'))
    await discussion(page).getByRole('textbox', { name: 'Alt text' }).fill('A green stone')
    await expect(discussion(page).getByRole('progressbar')).toHaveCount(0)
    await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comment(page, 'on stones').getByRole('img', { name: 'A green stone' })).toBeVisible()
    await site.comment(third, post, 'And on wood.')

    const bell = other.getByRole('banner').getByRole('link', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName('Notifications, 1 new')
    await bell.click()
    const notified = other.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
    await expect(notified).toHaveCount(1)
    await expect(notified).toContainText(`${third.username} and ${reader.username} commented on your post`)
    await expect(notified).toContainText('And on wood.')
    await notified.getByRole('link').first().click()
    const answer = comment(other, 'on stones')
    await expect(answer.getByRole('img', { name: 'A green stone' })).toBeVisible()
    const spoiler = answer.getByRole('checkbox', { name: 'Show spoiler' })
    await expect(spoiler).not.toBeChecked()
    await spoiler.press('Space')
    await expect(answer.getByText('Ask the wren.')).toBeVisible()
  })

  await test.step('a vote counts for the other, and comes first among the best', async () => {
    const comments = discussion(page).getByRole('article')
    await open(page, `${address}?sort=best`)
    await expect(comments).toContainText(['And on wood.', 'It grows on stones.'])
    const voted = other.waitForResponse('**/api/_commentVote?*')
    await comment(other, 'on stones').getByRole('button', { name: 'Upvote' }).click()
    await voted
    await open(page, `${address}?sort=best`)
    await expect(comments).toContainText(['It grows on stones.', 'And on wood.'])
    await expect(comments.first().getByRole('button', { name: 'Upvote' }).locator('..')).toContainText('2')
  })

  const orders = (window: typeof page) =>
    discussion(window).getByRole('navigation', { name: 'Sort comments by' }).getByRole('link')
  await test.step('the reader chooses another order', async () => {
    const saved = page.waitForResponse(/_settings/)
    await orders(page).filter({ hasText: 'New' }).click()
    await saved
  })

  await test.step('a new post is counted in the left column of a member, until they have seen it', async () => {
    await site.createPost(writer, moss.name, { title: 'Moss in winter' })
    await open(page, '/communities')
    const entry = page.getByRole('navigation', { name: 'My communities' }).getByRole('link')
    await expect(entry).toHaveAccessibleName(new RegExp(`^${moss.name}.*1 new post$`))
    const visited = page.waitForResponse('**/api/_newPosts/*')
    await entry.click()
    await visited
    await expect(page.getByRole('heading', { name: 'Moss in winter' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('moss in winter')
    const found = page.getByRole('option', { name: `Moss in winter ${moss.name}` })
    await expect(found).toHaveAttribute('href', /\/post\//)
    const counted = page.waitForResponse('**/api/_newPosts')
    await open(page, '/communities')
    expect(await (await counted).json()).toEqual({ communities: [] })
    await expect(entry).toHaveAccessibleName(moss.name)
  })

  await test.step('who is muted is not in the feed any more, mentions nobody, and does not notice', async () => {
    await open(page, `/@${writer.username}`)
    await expect(page.getByRole('article', { name: 'Moss in winter' })).toBeVisible()
    const muted = page.waitForResponse(/\/api\/mutes/)
    await page.getByRole('button', { name: 'Mute user' }).click()
    await muted
    await open(other, address)
    // Each has their own order.
    await expect(orders(other).and(other.locator('[aria-current]'))).toHaveText('Best')
    await discussion(other).getByRole('button', { name: 'Add a comment' }).click()
    await writing(other).fill(`Is @${reader.username} there?`)
    await discussion(other).getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comment(other, 'there?').getByRole('link', { name: `@${reader.username}` })).toBeVisible()
    await open(page, `/${moss.name}`)
    await expect(page.getByText('Moss in winter')).toHaveCount(0)
    await open(page, address)
    await expect(orders(page).and(page.locator('[aria-current]'))).toHaveText('New')
    await expect(discussion(page).getByRole('button', { name: 'Comment by someone you muted' })).toBeVisible()
    await expect(discussion(page).getByText('there?')).toHaveCount(0)
    expect(await reader.get('/api/notifications?kind=mentions')).toMatchObject({ items: [] })
  })
})
