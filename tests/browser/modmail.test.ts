import { open } from './support/open.ts'
import { newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('a member asks moderators, who note, answer and archive; both are notified of what is new', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const member = await site.signUp('asker')
  await signIn(member)
  await open(page, `/${moss.name}?tab=about`)
  await page.getByRole('main').getByRole('link', { name: 'Message the moderators' }).click()
  const form = page.getByRole('main')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form).toContainText('Enter a subject and a message.')
  await form.getByLabel('Subject').fill('Haircap moss')
  await form.getByRole('textbox', { name: 'Message' }).fill('Is it one?')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is it one?')

  const desk = await openWindow(moderator)
  await open(desk, `/${moss.name}/modtools/modmail`)
  await expect(desk.getByRole('list', { name: 'Conversations' })).toContainText('New')
  await desk.getByRole('link', { name: 'Haircap moss' }).click()
  const answer = desk.getByRole('textbox', { name: 'Reply' })
  await answer.fill('Asked before.')
  await desk.getByRole('button', { name: 'Add note' }).click()
  const messages = desk.getByRole('list', { name: 'Messages' })
  await expect(messages).toContainText('Asked before.')
  await answer.fill('It is.')
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages).toContainText('It is.')
  await desk.getByRole('button', { name: 'Archive' }).click()
  await desk.getByRole('link', { name: 'All messages' }).click()
  await expect(desk.getByText('No messages')).toBeVisible()

  await open(page, '/notifications')
  await page.getByRole('main').getByRole('link', { name: 'sent you a message: Haircap moss' }).click()
  const thread = page.getByRole('list', { name: 'Messages' })
  await expect(thread).toContainText('It is.')
  await expect(thread).not.toContainText('Asked before.')
})
