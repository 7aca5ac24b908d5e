import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('moderators turn on slow mode, and who writes too soon reads how long to wait and keeps the text', async ({
  page,
  site,
  signIn,
  openWindow,
  watched,
}) => {
  watched.forgive(/429 \(Too Many Requests\)/)
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const post = await site.createPost(ana, moss.name, { title: 'How to press moss' })
  const path = `/${moss.name}/post/${post.publicId}`
  const robin = await site.signUp('robin')
  await sql`update users set trust_level = 1 where id = ${robin.id}`.execute(site.db)
  const desk = await openWindow(ana)
  await open(desk, path)
  await desk.getByRole('article').first().getByRole('button', { name: 'Moderator' }).click()
  await desk.getByRole('menuitem', { name: 'Limit comments…' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Limit comments' })
  await dialog.getByLabel('Slow mode', { exact: true }).selectOption('5 minutes')
  await dialog.getByLabel('Who can comment').selectOption('Trust level 1 and up')
  await dialog.getByLabel('Limit ends').selectOption('After 7 days')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved.')).toBeVisible()
  const notice = 'Slow mode is on. Wait 5 minutes between comments.'
  await expect(desk.getByText(notice)).toBeVisible()

  await signIn(robin)
  await open(page, path)
  await expect(
    page.getByText(`${notice} Only members with trust level 1 or higher can comment.`),
  ).toBeVisible()
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('Between two books.')
  await writing(page).press('Control+Enter')
  await expect(comment(page, 'Between two books.')).toBeVisible()
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('And a stone on top.')
  await writing(page).press('Control+Enter')
  await expect(page.getByText('Slow mode is on. You can comment again in 5 minutes.')).toBeVisible()
  await expect(writing(page)).toHaveValue('And a stone on top.')
  await expectAccessible(page)

  await desk.getByRole('article').first().getByRole('button', { name: 'Moderator' }).click()
  await desk.getByRole('menuitem', { name: 'Limit comments…' }).click()
  await dialog.getByLabel('Slow mode', { exact: true }).selectOption('Off')
  await dialog.getByLabel('Who can comment').selectOption('Everyone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText(notice)).toBeHidden()
  await writing(page).press('Control+Enter')
  await expect(comment(page, 'And a stone on top.')).toBeVisible()
  await open(desk, `/${moss.name}/modlog`)
  await expect(desk.getByText('turned on slow mode for the post How to press moss')).toBeVisible()
  await expect(desk.getByText(/^5 minutes between comments/)).toBeVisible()
})

test('slow mode of a community is a setting of it', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const post = await site.createPost(ana, moss.name)
  await signIn(ana)
  await open(page, `/${moss.name}/modtools/settings`)
  const comments = page.getByRole('region', { name: 'Comments' })
  const save = comments.getByRole('button', { name: 'Save' })
  // What is chosen and taken back is not a change.
  for (const [limit, choice, end, none] of [
    ['Slow mode', '1 hour', 'Slow mode ends', 'Off'],
    ['Who can comment', 'Members of the community', 'Limit ends', 'Everyone'],
  ] as const) {
    await comments.getByLabel(limit, { exact: true }).selectOption(choice)
    await comments.getByLabel(end).selectOption('When turned off')
    await expect(save).toBeEnabled()
    await comments.getByLabel(limit, { exact: true }).selectOption(none)
    await expect(save).toBeDisabled()
  }
  await comments.getByLabel('Slow mode', { exact: true }).selectOption('1 hour')
  await comments.getByLabel('Slow mode ends').selectOption('When turned off')
  await save.click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(save).toBeDisabled()
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await expect(page.getByText('Slow mode is on. Wait 1 hour between comments.')).toBeVisible()
})
