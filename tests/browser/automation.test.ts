import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('a new moderator gets from nothing to a rule that works, and undoes what it did', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const member = await site.signUp('sender')
  const write = (title: string) =>
    member.post<{ publicId: string }>('/api/posts', {
      type: 'text',
      title,
      body: '',
      community: moss.name,
      userGroup: 'normal',
    })
  await write('Cheap watches here')
  await write('Damp and green')
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools/automation`)
  const main = page.getByRole('main')
  await expect(main.getByText('No rules yet')).toBeVisible()
  await expectAccessible(page)

  await main.getByRole('button', { name: 'New rule' }).click()
  await main.getByRole('textbox', { name: 'Name' }).fill('No adverts')
  await main.getByRole('textbox', { name: 'Words, one per line' }).fill('watches\nfollowers')
  await main.getByRole('combobox', { name: 'What happens' }).selectOption('Remove')
  await main.getByRole('textbox', { name: 'Reason for the author (optional)' }).fill('No adverts, please.')
  const sentence = 'New posts and comments are removed if the text contains “watches” or “followers”.'
  await expect(main.getByText(sentence)).toBeVisible()
  await main.getByRole('button', { name: 'Test rule' }).click()
  await expect(main.getByText('Applies to 1 of 2 posts and 0 comments.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Cheap watches here' })).toBeVisible()
  await expectAccessible(page)
  for (const leave of [
    () => main.getByRole('button', { name: 'All rules' }).click(),
    () => page.evaluate(() => history.back()),
    () => page.getByRole('banner').getByRole('link', { name: 'Folkmoot' }).click(),
  ]) {
    await leave()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(main.getByRole('textbox', { name: 'Name' })).toHaveValue('No adverts')
  }
  await main.getByRole('button', { name: 'Save rule' }).click()

  await expect(page.getByText('Rule saved.')).toBeVisible()
  await expect(main.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Without changes nothing is asked.
  await main.getByRole('button', { name: 'New rule' }).click()
  await main.getByRole('button', { name: 'All rules' }).click()
  await expect(main.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A back step while it is asked answers the question, and does not ask again.
  await main.getByRole('button', { name: 'New rule' }).click()
  await main.getByRole('textbox', { name: 'Name' }).fill('Not this one')
  await main.getByRole('button', { name: 'All rules' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await main.getByRole('button', { name: 'All rules' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(main.getByText(sentence)).toBeVisible()

  // A back step that is confirmed leads from the editor to the list, and no further.
  await main.getByRole('button', { name: 'New rule' }).click()
  await main.getByRole('textbox', { name: 'Name' }).fill('Not this one')
  await page.evaluate(() => history.back())
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(main.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const removed = await write('More watches')
  await page.reload()
  await expect(main.getByText('1 hit in 7 days')).toBeVisible()
  await expect(main.getByRole('link', { name: 'More watches' })).toBeVisible()
  expect(await site.keeper.get(`/api/posts/${removed.publicId}`)).toMatchObject({ deletedAs: 'mods' })

  await main.getByRole('button', { name: 'More about “No adverts”' }).click()
  await page.getByRole('menuitem', { name: 'Undo its actions' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  const undo = page.getByRole('dialog')
  await expect(undo.getByText(/1 action was undone/)).toBeVisible()
  await expect(undo.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await undo.getByRole('button', { name: 'Close' }).last().click()
  await expect(main.getByRole('listitem').filter({ hasText: 'More watches' })).toContainText('Undone')
  expect(await site.keeper.get(`/api/posts/${removed.publicId}`)).toMatchObject({ deleted: false })
})

test('an example, and rules of AutoModerator, are a start', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools/automation`)
  const main = page.getByRole('main')
  const example = main.getByRole('button', { name: 'Link shorteners' })
  await expect(example).toContainText("Reject before it's posted")
  await example.click()
  await main.getByRole('combobox', { name: 'Status' }).selectOption('Log only')
  await main.getByRole('button', { name: 'Save rule' }).click()
  await expect(main.getByText('Log only').first()).toBeVisible()
  await main.getByRole('button', { name: 'More about “Link shorteners”' }).click()
  await page.getByRole('menuitem', { name: 'Show log' }).click()
  const log = main.getByRole('heading', { name: 'Log for “Link shorteners”' })
  await expect(log).toBeFocused()
  await expect(log).toBeInViewport()

  await main.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import from AutoModerator' })
  await dialog
    .getByRole('textbox', { name: 'Rules in YAML' })
    .fill('title: [giveaway]\naction: filter\naction_reason: Giveaways\nset_flair: x')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Not imported: set_flair')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 rule' }).click()
  await expect(page.getByText('They only log until you turn them on.')).toBeVisible()
  await expect(main.getByText('Giveaways')).toBeVisible()
})
