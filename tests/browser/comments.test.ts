import type { Page } from '@playwright/test'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const box = (page: Page) => discussion(page).getByRole('button', { name: 'Add a comment' })
const button = (page: Page, name: string) => discussion(page).getByRole('button', { name, exact: true })
const reply = (page: Page, to: string) => comment(page, to).getByRole('button', { name: 'Reply' }).first()
const prompt = (page: Page) => page.getByRole('dialog', { name: 'Login to continue' })

/** A post with a comment by another member. */
async function scene(site: Site) {
  const moss = await site.createCommunity('moss')
  const [author, reader] = [await site.signUp('author'), await site.signUp('reader')]
  const post = await site.createPost(author, moss.name)
  const first = await site.comment(reader, post, 'How far?')
  return { moss, author, reader, post, first, address: `/${moss.name}/post/${post.publicId}` }
}

test.describe('writing comments', () => {
  test('[CORE-2-144] uses a box above the others, where the new comment appears', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, address } = await scene(site)
    await signIn(author)
    await open(page, address)
    // Not even the author of the post may edit or delete the comment of another member.
    await comment(page, 'How far?').getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Save',
      'Copy link',
      'Report',
      'Report illegal content',
    ])
    await page.keyboard.press('Escape')
    await box(page).click()
    await expect(writing(page)).toBeFocused()
    await writing(page).fill('They **fly** far.')
    await button(page, 'Comment').click()
    await expect(discussion(page).getByRole('article')).toContainText(['They fly far.', 'How far?'])
    await expect(comment(page, 'They fly').locator('strong')).toHaveText('fly')
    await expect(comment(page, 'They fly')).toContainText('Author')
    await expect(comment(page, 'How far?')).not.toContainText('Author')
    await expect(comment(page, 'They fly')).toBeFocused()
    await expect(page.getByRole('link', { name: '2 comments' })).toBeVisible()
    // Once loaded, the form is there before the next key is pressed.
    const focused = await box(page).evaluate(async (opener: HTMLElement) => {
      opener.click()
      await Promise.resolve()
      return document.activeElement?.nodeName
    })
    expect(focused).toBe('TEXTAREA')
    await page.reload()
    await expect(comment(page, 'They fly').locator('strong')).toHaveText('fly')
  })

  test('works for replies and replies to these', async ({ page, site, signIn }) => {
    const { author, address } = await scene(site)
    await signIn(author)
    await open(page, address)
    const below = (text: string) =>
      discussion(page).getByRole('listitem').filter({ hasText: text }).last().getByRole('list')
    for (const [to, text] of [
      ['How far?', 'Very far.'],
      ['Very far.', 'Very far indeed.'],
    ] as const) {
      await reply(page, to).click()
      await expect(writing(page)).toBeFocused()
      await writing(page).fill(text)
      await writing(page).press('Control+Enter')
      await expect(writing(page)).toHaveCount(0)
      await expect(comment(page, text)).toBeFocused()
    }
    for (const _time of ['at once', 'after a reload']) {
      const levels = discussion(page).getByRole('listitem')
      await expect(levels).toHaveCount(3)
      await expect(levels.first().getByRole('listitem')).toHaveCount(2)
      await expect(levels.first().getByRole('listitem').getByRole('listitem')).toContainText('indeed')
      await expect(below('indeed')).toHaveCount(0)
      await page.reload()
    }
  })

  test('is cancelled, refused without a text, sent once, and kept when it fails', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/ERR_FAILED/)
    const { author, address } = await scene(site)
    await signIn(author)
    await open(page, address)

    await test.step('Cancel deletes the draft', async () => {
      await box(page).click()
      await writing(page).fill('Something')
      await writing(page).press('Escape')
      await expect(writing(page)).toHaveValue('Something')
      await button(page, 'Cancel').click()
      await expect(box(page)).toBeFocused()
      await box(page).click()
      await expect(writing(page)).toHaveValue('')
      await writing(page).press('Escape')
      await expect(writing(page)).toHaveCount(0)
    })

    await test.step('[CORE-5-019] a text is required', async () => {
      await box(page).click()
      for (const nothing of ['', '  \n ']) {
        await writing(page).fill(nothing)
        await button(page, 'Comment').click()
        await expect(writing(page)).toHaveAccessibleDescription('Message body cannot be empty.')
      }
      await writing(page).fill('Now')
      await expect(writing(page)).not.toHaveAttribute('aria-invalid')
      await button(page, 'Cancel').click()
      await reply(page, 'How far?').click()
      await button(page, 'Reply').last().click()
      await expect(writing(page)).toHaveAccessibleDescription('Message body cannot be empty.')
      await expect(discussion(page).getByRole('article')).toHaveCount(1)
    })

    await test.step('a failure keeps the text', async () => {
      await page.route('**/comments?*', (route) => route.abort())
      await writing(page).fill('Very far.')
      await writing(page).press('Control+Enter')
      await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
      await expect(writing(page)).toHaveValue('Very far.')
      await page.unroute('**/comments?*')
      await writing(page).press('Control+Enter')
      await expect(comment(page, 'Very far.')).toBeVisible()
      await expect(writing(page)).toHaveCount(0)
    })

    await test.step('one comment is created, however often it is submitted', async () => {
      const letGo = await hold(page, '**/comments?*')
      await box(page).click()
      await writing(page).fill('Farther still.')
      await button(page, 'Comment').click()
      await expect(button(page, 'Comment')).toHaveAttribute('aria-busy', 'true')
      await writing(page).press('Control+Enter')
      letGo()
      await expect(comment(page, 'Farther still.')).toHaveCount(1)
      await page.reload()
      await expect(comment(page, 'Farther still.')).toHaveCount(1)
    })
  })

  test('[CORE-8-007] [CORE-8-008] [CORE-6-023] is refused to banned members, before and after the page knows', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const { author, moss, address } = await scene(site)
    await signIn(author)
    await open(page, address)
    await box(page).click()
    await writing(page).fill('Very far.')
    await site.db.insertInto('community_bans').values({ community_id: moss.id, user_id: author.id }).execute()
    await button(page, 'Comment').click()
    await expect(page.getByRole('alert').getByText('You are banned from this community.')).toBeVisible()
    for (const _time of ['at once', 'after a reload']) {
      await expect(discussion(page)).toContainText(`You've been banned from ${moss.name}.`)
      await expect(box(page)).toHaveCount(0)
      await expect(writing(page)).toHaveCount(0)
      await expect(discussion(page).getByRole('button', { name: 'Reply' })).toHaveCount(0)
      await page.reload()
    }
  })

  test('continues with the text after the page was left by accident', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { author, moss, address } = await scene(site)
    await signIn(author)
    await open(page, address)
    await reply(page, 'How far?').click()
    await writing(page).fill('Very far, because')
    await page.getByRole('complementary').getByRole('link', { name: moss.name }).first().click()
    await expect(discussion(page)).toHaveCount(0)
    await page.goBack()
    await expect(writing(page)).toHaveValue('Very far, because')
    await page.reload()
    await expect(writing(page)).toHaveValue('Very far, because')
    await writing(page).fill('Very far.')
    await writing(page).press('Control+Enter')
    await expect(comment(page, 'Very far.')).toBeVisible()
    await open(page, address)
    await expect(comment(page, 'Very far.')).toBeVisible()
    await expect(writing(page)).toHaveCount(0)
  })

  test('is not disturbed by changes of the discussion around it', async ({ page, site, signIn }) => {
    const { author, reader, post, address } = await scene(site)
    await site.comment(reader, post, 'How high?')
    await signIn(author)
    await open(page, address)
    await reply(page, 'How far?').click()
    await writing(page).fill('Very far.')
    await comment(page, 'How high?').getByRole('button', { name: 'Upvote' }).click()
    await expect(comment(page, 'How high?').getByTitle('2 up, 0 down')).toBeVisible()
    await reply(page, 'How high?').click()
    await expect(writing(page)).toHaveCount(2)
    await writing(page).first().press('Escape')
    await expect(writing(page)).toHaveCount(1)
    await expect(writing(page)).toHaveValue('Very far.')
  })

  test('asks guests to log in', { tag: '@long' }, async ({ page, site }) => {
    const { address } = await scene(site)
    await open(page, address)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const arrows = page.getByRole('main').getByRole('button', { name: /vote$/ })
    await expect(arrows).toHaveCount(4)
    for (const way of [box(page), reply(page, 'How far?'), ...(await arrows.all())]) {
      await way.click()
      await expect(prompt(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(prompt(page)).toHaveCount(0)
      await expect(way).toBeFocused()
    }
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  })
})

test.describe('a comment of one’s own', () => {
  test('[CORE-6-007] [CORE-4-032] is edited, and labelled as edited when it is older than five minutes', async ({
    page,
    site,
    signIn,
  }) => {
    const { reader, first, post, address } = await scene(site)
    await site.comment(reader, post, 'A second *one*')
    const longAgo = new Date(Date.now() - 3_600_000)
    await site.db.updateTable('comments').set({ created_at: longAgo }).where('id', '=', first.id).execute()
    await signIn(reader)
    await open(page, address)
    await chooseFromMenu(page, comment(page, 'How far?'), 'Edit')
    await writing(page).fill('Something else')
    await button(page, 'Cancel').click()
    await expect(comment(page, 'How far?')).toBeVisible()
    await expect(comment(page, 'Something else')).toHaveCount(0)
    await expect(comment(page, 'How far?')).not.toContainText('Edited')
    for (const [old, source, fresh] of [
      ['How far?', 'How far?', 'How **high**?'],
      ['A second one', 'A second *one*', 'A third **one**'],
    ] as const) {
      await chooseFromMenu(page, comment(page, old), 'Edit')
      await expect(writing(page)).toHaveValue(source)
      await expect(writing(page)).toBeFocused()
      await writing(page).fill(fresh)
      await button(page, 'Save').click()
      await expect(writing(page)).toHaveCount(0)
    }
    for (const _time of ['at once', 'after a reload']) {
      await expect(comment(page, 'How high?').locator('strong')).toHaveText('high')
      await expect(comment(page, 'How high?')).toContainText('Edited')
      await expect(comment(page, 'A third one')).not.toContainText('Edited')
      await page.reload()
    }
  })

  test('[CORE-6-008] [CORE-4-032] [CORE-4-035] is deleted after a confirmation; its replies stay, and no new ones can be added', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, reader, first, post, address } = await scene(site)
    await site.comment(author, post, 'Very far.', first)
    await signIn(reader)
    await open(page, address)
    const question = page.getByRole('dialog', { name: 'Delete comment?' })
    await chooseFromMenu(page, comment(page, 'How far?'), 'Delete')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(comment(page, 'How far?')).toBeVisible()

    await chooseFromMenu(page, comment(page, 'How far?'), 'Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    const stripped = comment(page, 'Deleted by author')
    await expect(stripped).toBeVisible()
    await expect(stripped).toBeFocused()
    for (const _time of ['at once', 'after a reload']) {
      await expect(page.getByText('How far?')).toHaveCount(0)
      await expect(stripped).toContainText('Deleted by author')
      await expect(stripped).not.toContainText(reader.username)
      for (const name of ['Reply', 'More', 'Upvote', 'Downvote'])
        await expect(stripped.getByRole('button', { name })).toHaveCount(0)
      await expect(discussion(page).getByRole('listitem').getByRole('listitem')).toContainText('Very far.')
      await expect(reply(page, 'Very far.')).toBeEnabled()
      await page.reload()
    }
  })
})

test.describe('a comment that was deleted meanwhile', () => {
  test('[CORE-4-035] cannot be replied to', async ({ page, site, signIn, forgive }) => {
    forgive(/400/)
    const { author, reader, post, first, address } = await scene(site)
    await signIn(author)
    await open(page, address)
    await reply(page, 'How far?').click()
    await writing(page).fill('Very far.')
    await reader.delete(`/api/posts/${post.publicId}/comments/${first.id}`)
    await writing(page).press('Control+Enter')
    await expect(page.getByText("You can't reply to a deleted comment.")).toBeVisible()
    await expect(writing(page)).toHaveValue('Very far.')
  })

  test('by a moderator shows only the text that the server returns', async ({ page, site }) => {
    const { first, address } = await scene(site)
    await site.db
      .updateTable('comments')
      .set({ deleted_at: new Date(), deleted_as: 'mods', deleted_by: site.keeper.id })
      .where('id', '=', first.id)
      .execute()
    await open(page, address)
    const deleted = comment(page, 'Removed by moderator')
    await expect(deleted).toBeVisible()
    await expect(deleted.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  })
})
