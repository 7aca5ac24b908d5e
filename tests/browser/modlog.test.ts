import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { newModerator, postScene } from './support/posts.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const entries = (page: Page) => page.getByRole('main').getByRole('listitem')
const filter = (page: Page) => page.getByRole('main').locator('form')

/** A moderator who locked one post with a reason and deleted another one, and a comment. */
async function log(site: Site) {
  const { moss, author, written, address } = await postScene(site, { title: 'Spores' })
  const moderator = await newModerator(site, moss)
  const removed = await site.createPost(author, moss.name, { title: 'Cheap watches' })
  const comment = await site.comment(author, written, 'Buy cheap watches')
  const url = `/api/posts/${written.publicId}`
  await moderator.put(`${url}?action=lock&lockAs=mods&reason=${encodeURIComponent('Too heated.')}`, {})
  await moderator.delete(`/api/posts/${removed.publicId}?deleteAs=mods&reason=Spam`)
  await moderator.delete(`${url}/comments/${comment.id}?deleteAs=mods`)
  return { moss, moderator, address, removed, comment, path: `/${moss.name}/modlog` }
}

test('shows actions with links, and can be filtered', async ({ page, site, forgive }) => {
  forgive(/404/)
  const { moss, moderator, address, removed, comment, path } = await log(site)
  await open(page, `/${moss.name}`)
  await page.getByRole('region', { name: 'Moderators' }).getByRole('link', { name: 'Moderation log' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moderation log')
  const by = `@${moderator.username} Mod`
  await expect(entries(page)).toContainText([
    `${by} removed a comment on the post Spores`,
    `${by} removed a post`,
    `${by} locked the post Spores`,
    `@keeper Admin created the community`,
  ])
  await expect(entries(page).nth(2)).toContainText('Reason: Too heated.')
  await expect(page.getByText('watches')).toHaveCount(0)
  const link = (entry: number, name: string) =>
    entries(page).nth(entry).getByRole('link', { name, exact: true })
  await expect(link(0, 'a comment')).toHaveAttribute('href', `${address}/${comment.id}`)
  await expect(link(1, 'a post')).toHaveAttribute('href', `/${moss.name}/post/${removed.publicId}`)
  await expect(link(2, 'Spores')).toHaveAttribute('href', address)

  await filter(page).getByLabel('Action').selectOption('Locking posts')
  await filter(page).getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`${path}?action=lock_post`)
  await expect(entries(page)).toHaveCount(1)
  await filter(page).getByLabel('By').fill('keeper')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('No entries')
  await filter(page).getByLabel('By').fill('nobody_of_this_name')
  await page.keyboard.press('Enter')
  await expect(filter(page)).toContainText("There's no member with this name.")
  await filter(page).getByRole('link', { name: 'Clear filters' }).click()
  await expect(entries(page)).toHaveCount(4)
})

test('names moderators where the community wants that, and always for admins', { tag: '@long' }, async ({
  page,
  site,
  openWindow,
}) => {
  const { moss, moderator, path } = await log(site)
  await site.db
    .updateTable('communities')
    .set({ moderation_log_names: false })
    .where('id', '=', moss.id)
    .execute()
  await open(page, path)
  await expect(entries(page).first()).toContainText('A moderator removed a comment')
  await expect(entries(page).last()).toContainText('An admin created the community')
  await expect(filter(page).getByLabel('By')).toHaveCount(0)
  await page.goto(`${path}?moderator=${moderator.username}`)
  await expect(page.getByRole('main')).toContainText("This community doesn't show who did what.")
  const window = await openWindow(site.keeper)
  await open(window, path)
  await expect(entries(window).first()).toContainText(`@${moderator.username}`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the log of the site can be read, filtered and paged', { tag: '@long' }, async ({ page, site }) => {
    const { moss, moderator } = await log(site)
    const busy = await site.createPost(moderator, moss.name, { title: 'Lichen' })
    for (let n = 0; n < 16; n++)
      for (const action of ['lock', 'unlock'])
        await moderator.put(`/api/posts/${busy.publicId}?action=${action}&lockAs=mods`, {})
    await page.goto('/')
    await page.locator('footer').getByRole('link', { name: 'Moderation log' }).click()
    await expect(page).toHaveURL('/modlog')
    await expect(entries(page)).toHaveCount(30)
    await expect(entries(page).first()).toContainText(`unlocked the post Lichen${moss.name} · `)
    await filter(page).getByLabel('By').fill(moderator.username)
    await filter(page).getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(entries(page)).toHaveCount(5)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Newest' }).click()
    await filter(page).getByLabel('Action').selectOption('Removing posts')
    await filter(page).getByLabel('In').fill(moss.name)
    await filter(page).getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(`/${moss.name}/modlog?action=remove_post&moderator=${moderator.username}`)
    await expect(entries(page)).toHaveText([/removed a post/])
  })
})
