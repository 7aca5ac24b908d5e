import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { scrollUntil } from './support/feed.ts'
import { heading, type ListFacts, leftColumn, makeList, savedItems } from './support/lists.ts'
import { open } from './support/open.ts'
import { dialog, postScene } from './support/posts.ts'
import type { Fact, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** Straight into the database, because saving is rate limited. */
const fill = async (
  { db }: Site,
  list: ListFacts,
  posts: readonly Fact[],
  comments: readonly Fact[] = [],
) => {
  for (const { id } of posts)
    await db
      .insertInto('list_items')
      .columns(['list_id', 'post_id', 'target_created_at'])
      .expression((eb) =>
        eb
          .selectFrom('posts')
          .where('id', '=', id)
          .select([eb.val(list.id).as('l'), 'id', 'created_at']),
      )
      .execute()
  for (const { id } of comments)
    await db
      .insertInto('list_items')
      .columns(['list_id', 'post_id', 'comment_id', 'target_created_at'])
      .expression((eb) =>
        eb
          .selectFrom('comments')
          .where('id', '=', id)
          .select([eb.val(list.id).as('l'), 'post_id', 'id', 'created_at']),
      )
      .execute()
  await db
    .updateTable('lists')
    .set((eb) => ({ item_count: eb('item_count', '+', posts.length + comments.length) }))
    .where('id', '=', String(list.id))
    .execute()
}

const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const doInMenu = async (page: Page, what: string) => {
  await page.getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test.describe('the lists of a member', () => {
  test('[CORE-2-018] [ACC-2-014] [ACC-2-015] [ACC-2-017] are sorted and filtered by their owner', async ({
    page,
    site,
    signIn,
  }) => {
    const { written } = await postScene(site)
    const owner = await site.signUp('owner')
    await site.db.deleteFrom('lists').where('user_id', '=', owner.id).execute()
    for (const [name, is_public, added] of [
      ['apples', true, '2024-01-01'],
      ['birds', false, '2024-03-01'],
      ['clouds', true, '2024-02-01'],
    ] as const)
      await site.db
        .insertInto('lists')
        .values({ user_id: owner.id, name, display_name: name, is_public, last_updated_at: new Date(added) })
        .execute()
    await signIn(owner)
    await open(page, `/@${owner.username}/lists?page=1`)
    await expect(names(page)).toHaveText(['birds', 'clouds', 'apples'])
    await expect(page.getByRole('listitem').filter({ hasText: 'birds' }).getByText('Private')).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('listitem').getByText('Private')).toHaveCount(1)
    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'A–Z' }).click()
    await expect(names(page)).toHaveText(['apples', 'birds', 'clouds'])
    const show = page.getByRole('navigation', { name: 'Show' })
    await show.getByRole('link', { name: 'Private' }).click()
    await expect(names(page)).toHaveText(['birds'])
    await show.getByRole('link', { name: 'Public' }).click()
    await expect(names(page)).toHaveText(['apples', 'clouds'])
    await show.getByRole('link', { name: 'All' }).click()
    await expect(names(page)).toHaveText(['apples', 'birds', 'clouds'])
    expect(written.id).toBeTruthy()
  })

  test('[ACC-2-016] [ACC-2-021] show others only the public ones, without a filter; also admins', {
    tag: '@long',
  }, async ({ site, openWindow }) => {
    const owner = await site.signUp('owner')
    const shown = await makeList(owner, 'shown', true)
    for (const viewer of [
      undefined,
      await site.signUp('other'),
      await site.signUp('admin', { isAdmin: true }),
    ]) {
      const page = await openWindow(viewer)
      await open(page, `/@${owner.username}/lists`)
      await expect(names(page)).toHaveText([shown.name])
      await expect(page.getByRole('navigation', { name: 'Show' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Create list' })).toHaveCount(0)
      await open(page, `/@${owner.username}/lists/shown`)
      await expect(heading(page)).toHaveText('shown')
      await expect(page.getByRole('button', { name: 'List actions' })).toHaveCount(0)
    }
  })

  test('[ACC-2-025] [ACC-5-017] [ACC-5-018] [ACC-5-019] [ACC-5-021] have unique names', async ({
    page,
    site,
    signIn,
  }) => {
    const owner = await site.signUp('owner')
    await signIn(owner)
    await open(page, `/@${owner.username}/lists`)
    await page.getByRole('button', { name: 'Create list' }).click()
    const form = dialog(page, 'Create list')
    const name = form.getByRole('textbox', { name: 'Name' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create list' }).click()
    await expect(form.getByText('Name cannot be empty.')).toBeVisible()
    await name.fill('Bookmarks')
    await expect(form.getByText('Name cannot be empty.')).toHaveCount(0)
    await name.blur()
    await expect(form.getByText('List with name Bookmarks already exists.')).toBeVisible()
    await name.fill('a_name_that_is_much_too_long')
    await expect(name).toHaveValue('a_name_that_is_much_t')
    await expect(form.getByText('/ 21')).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Title' }).fill('Walks & talks')
    await form.getByRole('checkbox', { name: 'Public' }).check()
    await form.getByRole('button', { name: 'Create list' }).click()
    await expect(heading(page)).toHaveText('Walks & talks')
    await expect(page).toHaveURL(/\/lists\/a_name_that_is_much_t$/)
    await expect(leftColumn(page).getByRole('link', { name: 'Walks & talks' })).toBeVisible()
  })
})

test.describe('a list', () => {
  test('[CORE-2-019] [ACC-2-018] [ACC-2-019] [ACC-2-020] shows posts and comments, page after page', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { moss, author, written } = await postScene(site, { title: 'Walk 0' })
    const walks = [written]
    for (let number = 1; number < 13; number += 1)
      walks.push(await site.createPost(author, moss.name, { title: `Walk ${number}` }))
    const remark = await site.comment(author, written, 'Mind the roots.')
    const owner = await site.signUp('owner')
    const list = await makeList(owner, 'walks', true)
    await fill(site, list, walks, [remark])
    await signIn(owner)
    const address = `/@${owner.username}/lists/walks`
    await open(page, address.toUpperCase().replace('/LISTS/', '/lists/'))
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(savedItems(page).first()).toContainText('Mind the roots.')
    await scrollUntil(page, 14)
    await expect(page.getByText("You've reached the end.")).toBeVisible()

    const guest = await openWindow()
    const first = await guest.request.get(address)
    expect(await first.text()).toContain('Walk 12')
    expect(await first.text()).not.toContain('Walk 3')
    const second = await guest.request.get(`${address}?page=2`)
    expect(await second.text()).toContain('Walk 3')
    expect(await second.text()).not.toContain('Walk 12')
    expect((await guest.request.get(`${address}?page=9`)).url()).toMatch(/walks$/)
  })

  test('[ACC-2-021] [ACC-2-025] [ACC-5-020] is edited by its owner, who may keep its name', async ({
    page,
    site,
    signIn,
  }) => {
    const owner = await site.signUp('owner')
    await makeList(owner, 'walks')
    await signIn(owner)
    await open(page, `/@${owner.username}/lists/walks`)
    await doInMenu(page, 'Edit list')
    const form = dialog(page, 'Edit list')
    const name = form.getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('walks')
    await name.focus()
    await name.blur()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Title' }).fill('Long walks')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(heading(page)).toHaveText('Long walks')
    await expect(leftColumn(page).getByRole('link', { name: 'Long walks' })).toBeVisible()
    await doInMenu(page, 'Edit list')
    await name.fill('hikes')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/lists\/hikes$/)
    await expect(heading(page)).toHaveText('Long walks')
    await expect(form).toHaveCount(0)
  })

  test('[ACC-2-022] [ACC-2-023] [ACC-2-024] [ACC-6-002] [ACC-6-003] can lose one item, all of them, and be deleted', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, author, written } = await postScene(site, { title: 'First walk' })
    const others = [
      await site.createPost(author, moss.name, { title: 'Second walk' }),
      await site.createPost(author, moss.name, { title: 'Third walk' }),
    ]
    const owner = await site.signUp('owner')
    await fill(site, await makeList(owner, 'walks'), [written, ...others])
    await signIn(owner)
    await open(page, `/@${owner.username}/lists/walks`)
    await expect(savedItems(page)).toHaveCount(3)
    await page.getByRole('button', { name: 'Remove “Second walk” from the list' }).click()
    await dialog(page, 'Remove this post from the list?').getByRole('button', { name: 'Remove' }).click()
    await expect(savedItems(page)).toHaveCount(2)
    await expect(page.getByRole('main')).toContainText('2 items')
    await expect(page.getByRole('main')).toBeFocused()
    await doInMenu(page, 'Remove all items')
    await dialog(page, 'Remove all items from this list?').getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByText('This list is empty')).toBeVisible()
    await doInMenu(page, 'Delete list')
    await dialog(page, 'Delete this list?').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/lists$/)
    await expect(names(page)).toHaveText(['Bookmarks'])
    await expect(leftColumn(page).getByRole('link', { name: 'walks' })).toHaveCount(0)
  })

  test('says what was deleted, and covers content of muted members', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, author, written } = await postScene(site, { title: 'Deleted walk' })
    const remark = await site.comment(author, written, 'Mind the roots.')
    const muted = await site.signUp('muted')
    const byMuted = await site.createPost(muted, moss.name, { title: 'Muted walk' })
    const owner = await site.signUp('owner')
    await fill(site, await makeList(owner, 'walks'), [written, byMuted], [remark])
    await author.delete(`/api/posts/${written.publicId}/comments/${remark.id}`)
    await site.keeper.delete(`/api/posts/${written.publicId}?deleteAs=mods`)
    await owner.post('/api/mutes', { userId: muted.id })
    await signIn(owner)
    await open(page, `/@${owner.username}/lists/walks`)
    await expect(page.getByText('[Deleted comment]')).toBeVisible()
    await expect(page.getByText('Deleted post', { exact: true })).toBeVisible()
    await expect(page.getByText('Muted walk')).toHaveCount(0)
    await page
      .getByText('Post by someone you muted')
      .locator('..')
      .getByRole('button', { name: 'Show' })
      .click()
    await expect(page.getByRole('heading', { name: 'Muted walk' })).toBeVisible()
    await expectAccessible(page)
  })

  test('[CORE-2-190] [ACC-2-028] [ACC-4-006] shows an error when it cannot be loaded, and retries', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    const owner = await site.signUp('owner')
    await makeList(owner, 'walks')
    await signIn(owner)
    await open(page, `/@${owner.username}/lists`)
    await page.route('**/api/users/*/lists/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await names(page).filter({ hasText: 'walks' }).click()
    await expect(heading(page)).toHaveText('Something went wrong!')
    await page.unroute('**/api/users/*/lists/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('walks')
  })
})
