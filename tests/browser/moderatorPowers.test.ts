import { expectAccessible } from './support/axe.ts'
import { chooseFromMenu, comment } from './support/discussion.ts'
import { open } from './support/open.ts'
import { article, choose } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('a community that requires reasons asks for one in the dialog', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  await site.keeper.put(`/api/communities/${moss.id}`, { removalReasonRequired: true })
  const author = await site.signUp('wren')
  const post = await site.createPost(author, moss.name)
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools`)
  await expect(page.getByRole('switch', { name: 'Require a reason for removals' })).toBeChecked()
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await choose(page, article(page), 'Remove', 'Moderator')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('A rule or a reason is required.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a rule or write a reason.')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Off topic.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Post removed.')).toBeVisible()
})

test('a pinned comment comes first, with its label', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('wren')
  const post = await site.createPost(author, moss.name)
  await site.comment(author, post, 'The first one')
  const second = await site.comment(author, post, 'The second one')
  await site.upvote(site.keeper, post)
  await signIn(site.keeper)
  await open(page, `/${moss.name}/post/${post.publicId}?sort=new`)
  await chooseFromMenu(page, comment(page, 'The first one'), 'Pin to the top')
  await expect(comment(page, 'The first one').getByText('Pinned', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  const texts = page.getByText(/^The (first|second) one$/)
  await expect(texts).toHaveText(['The first one', 'The second one'])
  await site.keeper.put(`/api/posts/any/comments/${second.id}?action=pin`, {})
  await page.reload()
  await expect(texts).toHaveText(['The second one', 'The first one'])
})

test('what a moderator may do is set in the list, and decides which tools they see', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const helper = await site.signUp('helper')
  await site.keeper.post(`/api/communities/${moss.id}/mods`, { username: helper.username })
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools/mods`)
  await page.getByRole('button', { name: `Permissions @${helper.username}` }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Posts and comments', 'Members', 'Settings', 'Rules'])
    await dialog.getByRole('checkbox', { name, exact: true }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Permissions saved.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: helper.username })).toContainText('Messages')

  const theirs = await openWindow(helper)
  await open(theirs, `/${moss.name}/modtools`)
  await expect(theirs).toHaveURL(new RegExp(`/${moss.name}/modtools/modmail$`))
  const tabs = theirs.getByRole('navigation', { name: 'Mod tools' }).getByRole('link')
  await expect(tabs).toHaveText(['Messages', 'Mods'])
})

test('a view of the queue is saved under a name, and deleted', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  await signIn(site.keeper)
  await open(page, '/modqueue?scope=all&kind=removed&filter=posts')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Removed posts')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const view = page.getByRole('link', { name: 'Removed posts' })
  await expect(view).toHaveAttribute('aria-current', 'true')
  await open(page, '/modqueue?scope=all')
  await view.click()
  await expect(page).toHaveURL(/kind=removed/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(view).toBeHidden()
})

test('a post moves to another community when its moderators accept', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const creator = await site.signUp('mover', { isAdmin: true })
  const moss = await site.createCommunity('moss', { creator })
  const fern = await site.createCommunity('fern')
  const author = await site.signUp('wren')
  const post = await site.createPost(author, moss.name)
  await site.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
  await signIn(creator)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await choose(page, article(page), 'Move…', 'Moderator')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Community' }).fill(fern.name)
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('About ferns.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText(`Move request sent to the moderators of ${fern.name}.`)).toBeVisible()

  const theirs = await openWindow(site.keeper)
  await open(theirs, `/${fern.name}/modtools/moves`)
  await expect(theirs.getByRole('listitem').filter({ hasText: 'About ferns.' })).toContainText('Waiting')
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(theirs.getByRole('button', { name: 'Move back' })).toBeVisible()

  await open(page, `/${moss.name}/post/${post.publicId}`)
  await expect(page).toHaveURL(new RegExp(`/${fern.name}/post/${post.publicId}$`))
})

test('a post is merged into one with the same link, by keyboard, and undone', async ({
  page,
  site,
  signIn,
  watched,
}) => {
  watched.forgive(/404 \(Not Found\)/)
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('wren')
  const link = { type: 'link', url: 'https://moss.example/soft' } as const
  const target = await site.createPost(author, moss.name, { ...link, title: 'Moss is soft' })
  const source = await site.createPost(author, moss.name, { ...link, title: 'How soft moss is' })
  await site.comment(author, source, 'Very soft')
  await signIn(site.keeper)
  await open(page, `/${moss.name}/post/${source.publicId}`)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/same-link', async (route) => {
    await asked
    await route.continue()
  })
  await choose(page, article(page), 'Merge…', 'Moderator')
  const dialog = page.getByRole('dialog', { name: 'Merge this post?' })
  await expect(dialog.getByText('Loading')).toBeAttached()
  await expect(dialog.getByRole('button', { name: 'Merge' })).toBeDisabled()
  await expect(dialog.getByRole('textbox', { name: 'URL of the other post' })).toHaveCount(0)
  answer()
  await expect(dialog.getByRole('radio', { name: 'Moss is soft' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Moss is soft' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('textbox', { name: 'URL of the other post' }).fill(`/${moss.name}/post/nowhere1`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("There's no post at this URL.")).toBeVisible()
  await dialog
    .getByRole('textbox', { name: 'URL of the other post' })
    .fill(`https://forum.example/${moss.name}/post/${target.publicId}?sort=new`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/post/${target.publicId}$`))
  await expect(comment(page, 'Very soft')).toBeVisible()
  await open(page, `/${moss.name}/post/${source.publicId}`)
  await expect(page).toHaveURL(new RegExp(`/post/${target.publicId}$`))
  await open(page, `/${moss.name}/modtools/moves`)
  const merge = page.getByRole('list', { name: 'Merged posts' }).getByRole('listitem')
  await expect(merge).toContainText('How soft moss is')
  await expectAccessible(page)
  await merge.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(merge).toContainText('Undone')
  await expect(merge).toBeFocused()
  await open(page, `/${moss.name}/post/${source.publicId}`)
  await expect(page).toHaveURL(new RegExp(`/post/${source.publicId}$`))
  await expect(comment(page, 'Very soft')).toBeVisible()
})

test('a comment as the community has its name, and its writer for moderators only', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('wren')
  const post = await site.createPost(author, moss.name)
  await signIn(site.keeper)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please read the rules.')
  await page.getByRole('checkbox', { name: 'Comment as the community' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const written = page.getByRole('article', { name: `Comment by ${moss.name}` })
  await expect(written.getByText('Moderators', { exact: true })).toBeVisible()
  await written.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: `Written by @${site.keeper.username}` })).toBeVisible()
  await page.keyboard.press('Escape')

  const theirs = await openWindow(author)
  await open(theirs, `/${moss.name}/post/${post.publicId}`)
  const seen = theirs.getByRole('article', { name: `Comment by ${moss.name}` })
  await expect(seen.getByRole('link', { name: moss.name })).toHaveAttribute('href', `/${moss.name}`)
  await seen.getByRole('button', { name: 'More' }).click()
  await expect(theirs.getByRole('menuitem', { name: 'Report', exact: true })).toBeVisible()
  await expect(theirs.getByRole('menuitem', { name: /Written by/ })).toHaveCount(0)
  await theirs.keyboard.press('Escape')
  await expectAccessible(theirs)
})
