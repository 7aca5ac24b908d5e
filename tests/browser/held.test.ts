import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { form } from './support/newPost.ts'
import { keysAwake, open } from './support/open.ts'
import { newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('what a new member writes waits for review, which moderators do by keys; its author sees where it stands', async ({
  page,
  site,
  signIn,
  openWindow,
  watched,
}) => {
  watched.forgive(/403 \(Forbidden\)/)
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const post = await site.createPost(ana, moss.name, { title: 'How to press moss' })
  await sql`update communities set hold_new_members = 'everything' where id = ${moss.id}`.execute(site.db)
  const newcomer = await site.signUp('newcomer')
  await signIn(newcomer)

  // A comment.
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('Between two *books*.')
  await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  const waiting = page.getByRole('region', { name: 'Waiting for review' })
  await expect(page.getByText('A moderator will review this first.')).toBeVisible()
  await expect(waiting.getByRole('article')).toContainText(['Between two books.'])
  await expect(writing(page)).toBeHidden()
  await expect(comment(page, 'Between two books')).toHaveCount(0)
  await expectAccessible(page)

  // Two posts.
  for (const title of ['Moss in winter', 'Cheap moss here']) {
    await open(page, `/new?community=${moss.name}`)
    await form.title(page).fill(title)
    await form.submit(page).click()
    await expect(page).toHaveURL(`/${moss.name}`)
    await expect(waiting.getByRole('heading', { name: title })).toBeVisible()
  }
  expect((await newcomer.get('/api/drafts')) as object).toEqual({ drafts: [] })

  // The moderator.
  const other = await openWindow(ana)
  await open(other, '/modqueue?kind=waiting')
  const cards = other.getByRole('main').getByRole('article')
  await expect(other.getByRole('link', { name: 'Waiting for review (3)' })).toBeVisible()
  await expect(cards).toHaveCount(3)
  await expect(cards.first()).toContainText('Between two books.')
  await expect(cards.first()).toContainText('New member')
  await expectAccessible(other)
  // On phones, all actions are in one row.
  await other.setViewportSize({ width: 390, height: 844 })
  await expect(async () => {
    const [approve, menu] = await Promise.all(
      ['Approve', 'More actions'].map((name) =>
        cards.first().getByRole('button', { name, exact: true }).boundingBox(),
      ),
    )
    const middleOf = (box: typeof menu) => (box ? box.y + box.height / 2 : Number.NaN)
    expect(Math.abs(middleOf(approve ?? null) - middleOf(menu ?? null))).toBeLessThanOrEqual(1)
  }).toPass()
  await expectAccessible(other)
  await other.setViewportSize({ width: 1320, height: 1050 })
  await keysAwake(other)
  await other.keyboard.press('j')
  await other.keyboard.press('a')
  await expect(cards).toHaveCount(2)
  await expect(other.getByText('1 approved.')).toBeVisible()
  await expect(cards.first()).toContainText(/Approved automatically on \d+ \w+ \d{4}/)
  await other.keyboard.press('j')
  await other.keyboard.press('r')
  const dialog = other.getByRole('dialog', { name: 'Decline this post?' })
  await dialog.getByRole('textbox').fill('No advertising.')
  await expectAccessible(other)
  await other.keyboard.press('Control+Enter')
  await expect(cards).toHaveCount(1)
  await cards.getByRole('checkbox').check()
  await other
    .getByRole('region', { name: 'Selected' })
    .getByRole('button', { name: 'Approve selected' })
    .click()
  await expect(other.getByText('All done')).toBeVisible()

  // Their author.
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await expect(comment(page, 'Between two books')).toBeVisible()
  await expect(waiting).toBeHidden()
  await open(page, '/notifications')
  await expect(page.getByText(`Your post in ${moss.name} was not approved`)).toBeVisible()
  await open(page, '/notifications/held')
  const declined = page.getByRole('main').getByRole('article')
  await expect(declined).toContainText(['Reason: No advertising.'])
  await expectAccessible(page)
  await declined.getByRole('button', { name: 'Move to drafts' }).click()
  await expect(page.getByText('Nothing is waiting')).toBeVisible()
  expect(await newcomer.get('/api/drafts')).toMatchObject({ drafts: [{ title: 'Cheap moss here' }] })
})

test('moderators choose what waits in their community', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools`)
  const review = page.getByRole('region', { name: 'Review' })
  await review.getByLabel('Review posts by new members').selectOption('Links and images')
  await review.getByLabel('If no one decides').selectOption('Decline')
  await review.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(review.getByLabel('Review posts by new members')).toHaveValue('media')
  await expect(review.getByLabel('If no one decides')).toHaveValue('refuse')
})
