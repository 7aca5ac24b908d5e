import { sql } from 'kysely'
import { typist } from './support/keyboard.ts'
import { keysAwake, open } from './support/open.ts'
import { dialog, newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

// As in keyboardOnly.test.ts: every stop asserts that the focus is visible and not covered.

test('a moderator makes a rule from an example, tests and saves it with the keyboard alone', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const member = await site.signUp('sender')
  await site.createPost(member, moss.name, { title: 'Short', body: 'See https://bit.ly/moss' })
  await signIn(await newModerator(site, moss))
  await open(page, `/${moss.name}/modtools/automation`)
  const main = page.getByRole('main')
  const { use, fill } = typist(page)
  await use(main.getByRole('button', { name: 'Link shorteners' }))
  await fill(main.getByRole('textbox', { name: 'Name' }), 'No short links')
  await use(main.getByRole('button', { name: 'Test rule' }))
  await expect(main.getByText('Applies to 1 of 1 post')).toBeVisible()
  await use(main.getByRole('button', { name: 'Save rule' }))
  await expect(page.getByText('Rule saved.')).toBeVisible()
  await expect(main.getByText('No short links')).toBeVisible()
  // What opened the editor is gone.
  await expect(main.getByRole('heading', { name: 'Automation' })).toBeFocused()
})

test('a moderator decides what waits for review with the keyboard alone', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  await sql`update communities set hold_new_members = 'everything' where id = ${moss.id}`.execute(site.db)
  const newcomer = await site.signUp('newcomer')
  for (const title of ['Moss in winter', 'Moss in spring', 'Cheap moss'])
    await expect(
      newcomer.post('/api/posts', { type: 'text', title, body: 'So green.', community: moss.name }),
    ).rejects.toThrow('held_for_review')
  await signIn(moderator)
  await open(page, '/modqueue?kind=waiting')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(3)
  await keysAwake(page)
  const { press, use, fill } = typist(page)
  await press('j', 'a')
  await expect(cards).toHaveCount(2)
  // The next item has the focus.
  await expect(cards.first()).toBeFocused()
  for (const [key, title] of [
    ['b', `Ban @${newcomer.username}`],
    ['n', `@${newcomer.username} in ${moss.name}`],
  ] as const) {
    await press(key)
    await expect(dialog(page, title)).toBeVisible()
    await press('Escape')
    await expect(dialog(page, title)).toHaveCount(0)
  }
  const decline = cards.first().getByRole('button', { name: 'Decline', exact: true })
  const question = dialog(page, 'Decline this post?')
  await use(decline)
  await expect(question.getByRole('textbox')).toBeFocused()
  await press('Escape')
  await expect(decline).toBeFocused()
  // Without a reason, Enter is enough.
  await press('r', 'Enter')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toBeFocused()

  await use(decline)
  await fill(question.getByRole('textbox'), 'No adverts.')
  await use(question.getByRole('button', { name: 'Decline' }))
  await expect(page.getByText('All done')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('an admin cleans up and undoes it with the keyboard alone', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const community = await site.createCommunity('cleaned')
  const robin = await site.signUp('robin')
  const domain = `${robin.username.toLowerCase().replaceAll('_', '-')}.example`
  const post = await site.createPost(robin, community.name, {
    title: 'Cheap watches',
    body: `All at https://${domain}/now`,
  })
  const shown = () => site.keeper.get(`/api/posts/${post.publicId}`)
  await signIn(site.keeper)
  await open(page, '/admin/clean-up')
  const { press, use, fill } = typist(page)
  await fill(page.getByLabel('Links to domain'), domain)
  await press('Enter')
  await expect(page.getByText('Found 1 post and 0 comments by 1 account')).toBeVisible()
  const remove = page.getByRole('button', { name: 'Remove posts and comments' })
  await use(remove)
  const question = page.getByRole('dialog')
  await expect(question.getByLabel('Number of posts and comments')).toBeVisible()
  await press('Escape')
  await expect(remove).toBeFocused()
  await press('Enter')
  await fill(question.getByLabel('Number of posts and comments'), '1')
  await use(question.getByRole('button', { name: 'Remove 1 post or comment' }))
  await expect(page).toHaveURL(/\/admin\/bulk$/)
  await expect.poll(shown).toMatchObject({ deletedAs: 'admins' })
  const action = page.getByRole('region', { name: 'Remove 1 post or comment' }).first()
  const undo = action.getByRole('button', { name: 'Undo' })
  await use(undo)
  await press('Escape')
  await expect(undo).toBeFocused()
  await press('Enter')
  await use(question.getByRole('button', { name: 'Undo' }))
  await expect.poll(shown).toMatchObject({ deletedAt: null })
})

test('a moderator bans someone for a while with the keyboard alone', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const rude = await site.signUp('rude')
  await signIn(await newModerator(site, moss))
  await open(page, `/${moss.name}/modtools/banned`)
  const { goTo, press, type, use, fill } = typist(page)
  const opener = page.getByRole('main').getByRole('button', { name: 'Ban user' })
  await use(opener)
  const ban = dialog(page, 'Ban user')
  await expect(ban.getByRole('textbox', { name: 'Username' })).toBeFocused()
  await type(rude.username)
  // Not for good, unless someone says so.
  const duration = ban.getByRole('combobox', { name: 'Duration' })
  await expect(duration).toHaveValue('7')
  await goTo(duration)
  await press('ArrowDown')
  await expect(duration).toHaveValue('30')
  await fill(ban.getByRole('textbox', { name: 'Note' }), 'Insults others.')
  await use(ban.getByRole('button', { name: 'Ban', exact: true }))
  await expect(page.getByText(`@${rude.username} is banned from ${moss.name}.`)).toBeVisible()
  await expect(opener).toBeFocused()
})
