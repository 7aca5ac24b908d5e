import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { dialog, newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('an author appeals against a removal, another moderator accepts, and the post is back', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const colleague = await site.signUp('colleague')
  await site.db
    .insertInto('moderators')
    .values({ community_id: moss.id, user_id: colleague.id, position: 2 })
    .execute()
  const author = await site.signUp('author')
  const post = await site.createPost(author, moss.name, { title: 'Haircap moss', body: 'Seen today.' })
  await moderator.delete(`/api/posts/${post.publicId}?deleteAs=mods&reason=Not%20a%20moss.`)

  await signIn(author)
  await open(page, '/notifications')
  await page.getByRole('main').getByRole('link', { name: 'Appeal', exact: true }).click()
  const possible = page.getByRole('region', { name: 'Decisions you can appeal' })
  await expect(possible).toContainText('Removed post: Haircap moss')
  await expect(possible).toContainText('Reason: Not a moss.')
  await possible.getByRole('button', { name: 'Appeal' }).click()
  const form = dialog(page, 'Appeal')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form).toContainText('Explain why this decision should be reversed.')
  await form.getByLabel('Why should this decision be reversed?').fill('It is one.')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Appeal sent.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your appeals' })).toContainText('It is one.')

  const desk = await openWindow(colleague)
  await open(desk, `/${moss.name}/modtools/appeals`)
  await expect(desk.getByRole('list', { name: 'Appeals' })).toContainText('It is one.')
  await desk.getByRole('button', { name: `Answer @${author.username}` }).click()
  const answer = dialog(desk, `Answer @${author.username}`)
  await answer.getByRole('textbox', { name: 'Answer' }).fill('So it is.')
  await answer.getByRole('button', { name: 'Accept and undo' }).click()
  await expect(desk.getByText('No open appeals')).toBeVisible()

  await open(page, '/appeals')
  await expect(page.getByRole('region', { name: 'Your appeals' })).toContainText('So it is.')
  await expect(page.getByRole('region', { name: 'Decisions you can appeal' })).toHaveCount(0)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await expect(page.getByText('removed', { exact: false })).toHaveCount(0)
})

test('a suspended member is led from the login to a page where they appeal', async ({
  page,
  site,
  forgive,
}) => {
  forgive(/403/)
  const suspended = await site.signUp('suspended')
  await site.keeper.post('/api/_admin', {
    action: 'ban_user',
    username: suspended.username,
    reason: 'Advertises.',
  })
  await open(page, '/login')
  const login = page.getByRole('main')
  await login.getByLabel('Username').fill(suspended.username)
  await login.getByLabel('Password', { exact: true }).fill(suspended.password)
  await login.getByRole('button', { name: 'Login' }).click()
  await login.getByRole('link', { name: 'See why and what you can do' }).click()
  await expect(page.getByRole('heading', { name: 'Suspended account' })).toBeVisible()
  const main = page.getByRole('main')
  await main.getByLabel('Username').fill(suspended.username)
  await main.getByLabel('Password', { exact: true }).fill(suspended.password)
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main).toContainText(`@${suspended.username} has been suspended since`)
  await expect(main).toContainText('Reason: Advertises.')
  await expect(main).toContainText('No automated tools were used')
  await expect(main).toContainText('go to court')
  await main.getByLabel('Why should the suspension end?').fill('It was not me.')
  await main.getByRole('button', { name: 'Send appeal' }).click()
  await expect(main).toContainText('It was not me.')
  await expectAccessible(page)
  await expect(main.getByRole('button', { name: 'Get an archive of your data' })).toBeVisible()
})
