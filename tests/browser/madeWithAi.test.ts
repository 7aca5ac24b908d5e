import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('authors and moderators mark what is made with AI, and a community that refuses it says so', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const robin = await site.signUp('robin')
  await signIn(robin)
  await open(page, `/new?community=${moss.name}`)
  await page.getByLabel('Title').fill('A poem about moss')
  await page.getByRole('checkbox', { name: 'Made with AI' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: 'A poem about moss' })).toBeVisible()
  const article = page.getByRole('article').first()
  await expect(article.getByText('Made with AI')).toBeVisible()

  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('Written by myself.')
  await writing(page).press('Control+Enter')
  await expect(comment(page, 'Written by myself.')).toBeVisible()
  await expect(comment(page, 'Written by myself.').getByText('Made with AI')).toBeHidden()

  const desk = await openWindow(ana)
  await open(desk, new URL(page.url()).pathname)
  await desk.getByRole('article').first().getByRole('button', { name: 'Moderator' }).click()
  await desk.getByRole('menuitemcheckbox', { name: 'Made with AI' }).click()
  await expect(desk.getByRole('article').first().getByText('Made with AI')).toBeHidden()
  await open(desk, `/${moss.name}/modtools/settings`)
  await desk.getByLabel('Content made with AI').selectOption('Not allowed')
  await desk.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Settings saved.')).toBeVisible()
  await open(desk, `/${moss.name}/modlog`)
  await expect(
    desk.getByText('removed the “Made with AI” mark from the post A poem about moss'),
  ).toBeVisible()

  await open(page, `/new?community=${moss.name}`)
  await expect(page.getByText("This community doesn't allow content made with AI.")).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Made with AI' })).toBeHidden()
})
