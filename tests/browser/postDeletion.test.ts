import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { pictureOf, postPictures } from './support/pictures.ts'
import { article, card, choose, dialog, newModerator, postScene } from './support/posts.ts'
import { expect, test } from './support/test.ts'

const question = (page: Page) => dialog(page, 'Delete post?')
const removal = (page: Page) => dialog(page, 'Remove this post?')
const remove = (page: Page) => removal(page).getByRole('button', { name: 'Remove' }).click()
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Delete' }).click()

test.describe('deleting a post', () => {
  test('[CORE-2-083] [CORE-6-011] [CORE-4-022] [CORE-2-133] [CORE-4-023] as a moderator hides it from others and keeps its content', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { author, moss, written, address } = await postScene(site, { body: 'They fly.' })
    await signIn(await newModerator(site, moss))
    await open(page, address)
    await choose(page, article(page), 'Remove', 'Moderator')
    await expect(removal(page).getByLabel('Also delete the content')).toHaveCount(0)
    await removal(page).getByLabel('Reason (for the author and the moderation log)').fill('Not about moss.')
    await removal(page).getByLabel('Note to the author').fill('Try fern.')
    await expectAccessible(page)
    await remove(page)
    await expect(article(page)).toContainText('This post was removed by a moderator.')
    await expect(article(page)).toContainText('They fly.')
    expect(await author.get(`/api/posts/${written.publicId}`)).toMatchObject({ deletedAs: 'mods' })

    const others = await openWindow(await site.signUp('reader'))
    await open(others, `/${moss.name}/modlog`)
    await expect(others.getByRole('main')).toContainText('Reason: Not about moss.')
    await open(others, address)
    await expect(article(others)).toContainText('This post was removed by a moderator.')
    await expect(article(others)).not.toContainText('They fly.')
    await expect(article(others).getByRole('button', { name: 'More' })).toHaveCount(0)
    await open(others, `/${moss.name}`)
    await expect(others.getByText('No posts yet')).toBeVisible()

    await test.step('and restored, it is back for everyone', async () => {
      const writer = await openWindow(author)
      await open(writer, '/notifications')
      await expect(writer.getByRole('main')).toContainText('Note for you: Try fern.')
      await choose(page, article(page), 'Restore', 'Moderator')
      await expect(article(page)).not.toContainText('This post was removed')
      await others.reload()
      await expect(others.getByText('No posts yet')).toHaveCount(0)
      await writer.reload()
      await expect(writer.getByRole('main')).toContainText('has been restored by moderators of')
    })
  })

  test('[CORE-4-022] [CORE-4-025] [CORE-6-015] as an admin removes its pictures, too', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, moss } = await postScene(site)
    const { publicId } = await postPictures(author, moss.name, [[600, 400]])
    await signIn(await site.signUp('admin', { isAdmin: true }))
    await open(page, `/${moss.name}/post/${publicId}`)
    await expect(pictureOf(article(page), 'A')).toBeVisible()
    await choose(page, article(page), 'Remove', 'Admin')
    await removal(page).getByLabel('Also delete the content').check()
    await remove(page)
    for (const _time of ['at once', 'after a reload']) {
      await expect(article(page)).toContainText('This post and its content were removed by an admin.')
      await expect(pictureOf(article(page), 'A')).toHaveCount(0)
      await page.reload()
    }
  })

  test('[CORE-2-084] [CORE-4-024] as an author leaves the content to be erased later, also by admins', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, moss } = await postScene(site)
    const { publicId } = await postPictures(author, moss.name, [[600, 400]])
    await author.delete(`/api/posts/${publicId}`)
    await signIn(await site.signUp('admin', { isAdmin: true }))
    await open(page, `/${moss.name}/post/${publicId}`)
    await expect(pictureOf(article(page), 'A')).toBeVisible()
    await choose(page, article(page), 'Delete content', 'Admin')
    const later = dialog(page, "Delete this post's content?")
    await expect(later).toContainText('The text, images and link will be permanently deleted.')
    await later.getByRole('button', { name: 'Delete' }).click()
    await expect(article(page)).toContainText(
      'This post was deleted by its author, and its content was removed by an admin.',
    )
    await expect(pictureOf(article(page), 'A')).toHaveCount(0)
  })

  test('in a feed removes its card, and focuses the next one', async ({ page, site, signIn }) => {
    const { author, moss } = await postScene(site, { title: 'Oldest' })
    await site.createPost(author, moss.name, { title: 'Middle' })
    await site.createPost(author, moss.name, { title: 'Newest' })
    await signIn(author)
    await open(page, `/${moss.name}?sort=latest`)
    await choose(page, card(page, 'Middle'), 'Delete')
    await confirm(page)
    await expect(card(page, 'Middle')).toHaveCount(0)
    await expect(page.getByText('Post deleted.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Newest', 'Oldest'])
    await expect(page.getByRole('link', { name: 'Oldest' })).toBeFocused()
  })

  test('that was deleted meanwhile is refused with a message', async ({ page, site, signIn, forgive }) => {
    forgive(/409/)
    const { author, moss, written, address } = await postScene(site)
    await signIn(await newModerator(site, moss))
    await open(page, address)
    await author.delete(`/api/posts/${written.publicId}`)
    await choose(page, article(page), 'Remove', 'Moderator')
    await remove(page)
    await expect(page.getByRole('alert')).toContainText('Someone else already removed this post.')
  })
})
