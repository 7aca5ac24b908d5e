import { drawing } from '../support/pictures.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('admins find posts by the domain of their links, remove them at once, and undo it', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const community = await site.createCommunity('cleaned')
  const robin = await site.signUp('robin')
  const domain = `${robin.username.toLowerCase().replaceAll('_', '-')}.example`
  const post = await site.createPost(robin, community.name, {
    title: 'Cheap watches',
    body: `All at https://${domain}/now`,
  })
  const shown = () => site.keeper.get(`/api/posts/${post.publicId}`)
  await signIn(site.keeper)
  await open(page, '/admin/clean-up')
  await expect(page.getByText('Choose filters')).toBeVisible()
  await page.getByLabel('Links to domain').fill(domain)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('Found 1 post and 0 comments by 1 account')).toBeVisible()
  await open(page, `/admin/clean-up?link=${domain}`)
  await expect(page.getByRole('table', { name: 'Posts and comments' })).toContainText('Cheap watches')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove posts and comments' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number of posts and comments').fill('1')
  await dialog.getByRole('button', { name: 'Remove 1 post or comment' }).click()
  await expect(page).toHaveURL(/\/admin\/bulk$/)
  const action = page.getByRole('region', { name: 'Remove 1 post or comment' }).first()
  await expect(action).toContainText('Done: 1 of 1 account changed.')
  await expect.poll(shown).toMatchObject({ deletedAs: 'admins' })
  await action.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(shown).toMatchObject({ deletedAt: null, title: 'Cheap watches' })
})

test('admins remove every copy of an image from its post, and block it', async ({ page, site, signIn }) => {
  const community = await site.createCommunity('copied')
  const robin = await site.signUp('robin')
  const posts: { publicId: string }[] = []
  for (const title of ['Buy this', 'Buy that']) {
    const { id } = await robin.sendImage<{ id: string }>('/api/_uploads', await drawing(63))
    const body = { type: 'image', title, community: community.name, images: [{ imageId: id }] }
    posts.push(await robin.post('/api/posts', body))
  }
  const [first, second] = posts
  await signIn(site.keeper)
  await open(page, `/${community.name}/post/${first?.publicId}`)
  await page.getByRole('button', { name: 'Same image elsewhere' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Buy that')
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Remove all copies…' }).click()
  await expect(page.getByText('Found 2 posts and 0 comments by 1 account')).toBeVisible()
  await page.getByRole('button', { name: 'Remove posts and comments' }).click()
  await dialog.getByLabel('Also block the images').check()
  await dialog.getByLabel('Number of posts and comments').fill('2')
  await dialog.getByRole('button', { name: 'Remove 2 posts and comments' }).click()
  await expect(page.getByText('1 image blocked.')).toBeVisible()
  await expect
    .poll(() => site.keeper.get(`/api/posts/${second?.publicId}`))
    .toMatchObject({ deletedAs: 'admins' })
  const { pictures } = await site.keeper.get<{ pictures: { hash: string }[] }>('/api/_admin/blocked_pictures')
  expect(pictures).toMatchObject([{ note: `/${community.name}/post/${first?.publicId}` }])
  await site.keeper.put('/api/_admin/blocked_pictures', { unblock: pictures.map(({ hash }) => hash) })
})

test('admins protect the site from a wave of bots, prolong that, and end it', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(site.keeper)
  await open(page, '/admin/waves')
  await expect(page.getByRole('heading', { name: 'Not protected' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Protect now' }).click()
  await expect(page.getByRole('heading', { name: 'Protected', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Waves' })).toContainText(`by @${site.keeper.username}`)
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Not protected' })).toBeVisible()
})
