import { expectAccessible } from './support/axe.ts'
import { heading, leftColumn, makeList, savedItems } from './support/lists.ts'
import { open } from './support/open.ts'
import { article, card, choose, dialog, postScene } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test.describe('saving to lists', () => {
  test('[CORE-1-011] [CORE-2-080] [CORE-2-116] [CORE-4-061] [ACC-2-026] [ACC-4-007] from a card: each checkbox adds or removes, and the dialog resets between posts', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, author, written } = await postScene(site, { title: 'First walk' })
    await site.createPost(author, moss.name, { title: 'Second walk' })
    const member = await site.signUp('saver')
    const walks = await makeList(member, 'walks')
    await signIn(member)
    await open(page, `/${moss.name}`)
    await card(page, 'First walk').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved to “Bookmarks”').waitFor()
    const button = card(page, 'First walk').getByRole('button', { name: 'Save' })
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    const fill = () => button.locator('.icon').evaluate((icon) => getComputedStyle(icon).fill)
    await expect.poll(fill).not.toBe('none')
    // Also in the markup of the server, and on the page of the post.
    await page.reload()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(fill).not.toBe('none')
    await expect(card(page, 'Second walk').getByRole('button', { name: 'Save' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await card(page, 'First walk').getByRole('link', { name: 'First walk' }).click()
    await expect(article(page).getByRole('button', { name: 'Save' })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await button.click()
    const box = dialog(page, 'Save to list').getByRole('checkbox', { name: 'walks' })
    await expect(box).not.toBeChecked()
    const bookmarks = dialog(page, 'Save to list').getByRole('checkbox', { name: 'Bookmarks' })
    await expect(bookmarks).toBeChecked()
    await bookmarks.uncheck()
    await expectAccessible(page)
    const added = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await box.check()
    expect((await added).url()).toContain(`/api/lists/${walks.id}/items`)
    expect((await added).request().postDataJSON()).toEqual({ targetType: 'post', targetId: written.id })
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Save to list')).toHaveCount(0)
    // The next message is then the only one.
    await expect(page.getByText('Saved to “Bookmarks”')).toHaveCount(0)
    await card(page, 'Second walk').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change' }).last().click()
    await expect(box).not.toBeChecked()
    await page.goBack()
    await expect(dialog(page, 'Save to list')).toHaveCount(0)
    await card(page, 'First walk').getByRole('button', { name: 'Save' }).click()
    await expect(box).toBeChecked()
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await box.click()
    await expect(box).not.toBeChecked()
    expect((await removed).ok()).toBe(true)
    expect(await member.get(`/api/lists/_saved_to?type=post&id=${written.id}`)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(fill).toBe('none')
  })

  test('[CORE-2-138] [ACC-2-027] [ACC-6-002] from the page of a post, to a new list', {
    tag: '@long',
  }, async ({ page, site, signIn }) => {
    const { address, written } = await postScene(site)
    const member = await site.signUp('saver')
    await signIn(member)
    await open(page, address)
    await article(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog(page, 'Save to list').getByRole('checkbox', { name: 'Bookmarks' }).uncheck()
    await dialog(page, 'Save to list').getByRole('button', { name: 'New list' }).click()
    const form = dialog(page, 'Create list')
    await form.getByRole('textbox', { name: 'Name' }).fill('trees')
    const saved = page.waitForResponse((answer) => answer.url().includes('/items'))
    await form.getByRole('button', { name: 'Create list' }).click()
    expect((await saved).ok()).toBe(true)
    await expect(dialog(page, 'Save to list').getByRole('checkbox', { name: 'trees' })).toBeChecked()
    expect(await member.get(`/api/lists/_saved_to?type=post&id=${written.id}`)).toHaveLength(1)
    await dialog(page, 'Save to list').getByRole('button', { name: 'Done' }).click()
    await leftColumn(page).getByRole('link', { name: 'trees' }).click()
    await expect(heading(page)).toHaveText('trees')
    await expect(savedItems(page)).toHaveCount(1)
  })

  test('[CORE-1-011] from the menu of a comment', { tag: '@long' }, async ({ page, site, signIn }) => {
    const { address, author, written } = await postScene(site)
    await site.comment(author, written, 'Look at the roofs.')
    const member = await site.signUp('saver')
    await signIn(member)
    await open(page, address)
    const comment = page.getByRole('article').filter({ hasText: 'Look at the roofs.' })
    await choose(page, comment, 'Save')
    await expect(page.getByText('Saved to “Bookmarks”')).toBeVisible()
    await open(page, `/@${member.username}/lists/bookmarks`)
    await expect(savedItems(page)).toContainText('Look at the roofs.')
    await expect(savedItems(page)).toContainText('A post about something')
  })

  test('[ACC-4-008] that fails resets the checkbox', async ({ page, site, signIn, forgive }) => {
    forgive(/500/)
    const { moss, written } = await postScene(site)
    await signIn(await site.signUp('saver'))
    await open(page, `/${moss.name}`)
    await card(page, written.title).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.route('**/api/lists/*/items*', (route) => route.fulfill({ status: 500, body: '{}' }))
    const box = dialog(page, 'Save to list').getByRole('checkbox', { name: 'Bookmarks' })
    await box.click()
    await expect(page.getByRole('alert')).toContainText('Something went wrong.')
    await expect(box).toBeChecked()
  })
})
