import { expectAccessible } from './support/axe.ts'
import { keysAwake, open } from './support/open.ts'
import { dialog, newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('two moderators work through the queue by keyboard, see each other, and do nothing twice', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const [ana, ben] = [await newModerator(site, moss), await site.signUp('ben')]
  await site.db
    .insertInto('moderators')
    .values({ community_id: moss.id, user_id: ben.id, position: 2 })
    .execute()
  const [author, reporter] = [await site.signUp('author'), await site.signUp('reporter')]
  const posts = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const post = await site.createPost(author, moss.name, { title })
    posts.push(post)
    await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
  }
  await signIn(ana)
  await open(page, `/modqueue`)
  const card = (title: string) => page.getByRole('main').getByRole('article', { name: `Post: ${title}` })
  const waiting = (count: number) =>
    page.getByRole('navigation', { name: 'Queue' }).getByRole('link', { name: `Reported (${count})` })
  await expect(waiting(5)).toBeVisible()
  await expect(card('Five')).toContainText('Other reports4')

  await keysAwake(page)
  await page.keyboard.press('j')
  await expect(card('Five')).toBeFocused()
  await page.keyboard.press('n')
  const history = dialog(page, `@${author.username} in ${moss.name}`)
  await expect(history.getByRole('textbox', { name: 'New note' })).toBeFocused()
  await page.keyboard.type('Asked them to slow down.')
  await history.getByRole('button', { name: 'Add the note' }).click()
  await expect(history.getByRole('list', { name: 'Notes' })).toContainText('Asked them to slow down.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card('Five')).toBeFocused()
  await page.keyboard.press('a')
  await expect(card('Four')).toBeFocused()
  await expect(waiting(4)).toBeVisible()

  const others = await openWindow(ben)
  await open(others, '/modqueue')
  await keysAwake(others)
  await others.keyboard.press('j')
  const theirs = others.getByRole('main').getByRole('article', { name: 'Post: Four' })
  await expect(theirs).toContainText(`@${ana.username} is here`)
  // Every twelve seconds their page asks what others decided. Here they decide before it knows.
  await others.route('**/api/modqueue/looking', () => {})

  await page.keyboard.press('r')
  await expect(dialog(page, 'Remove this post?').getByLabel(/^Reason/)).toHaveValue('Spam')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Post removed.')).toBeVisible()
  await expect(card('Three')).toBeFocused()
  await expect(waiting(3)).toBeVisible()

  await others.keyboard.press('a')
  await expect(theirs).toContainText(`Removed by @${ana.username}`)
  await others.keyboard.press('a')
  await expect(theirs).toBeHidden()

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Approve all' }).click()
  await expect(page.getByText('2 approved.')).toBeVisible()
  await expect(waiting(1)).toBeVisible()
  const entry = page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'queue' })
  const countAtEntry = () => entry.evaluate((link) => getComputedStyle(link, '::after').content)
  await expect.poll(countAtEntry).toBe('"1"')
  const { actions } = await site.db
    .selectFrom('moderation_log')
    .where('community_id', '=', moss.id)
    .where('action', 'in', ['approve_post', 'remove_post'])
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('actions'))
    .executeTakeFirstOrThrow()
  expect(actions).toBe(4)
})
