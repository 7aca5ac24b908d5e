import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { article, choose, dialog, newModerator } from './support/posts.ts'
import type { CommunityFacts, Fact, Member, PostFacts, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

interface Scene {
  readonly moss: CommunityFacts
  readonly moderator: Member
  readonly author: Member
  readonly post: PostFacts
  readonly comment: Fact
}

/** A post and its comment, both reported, in a community with a moderator who is not an admin. */
async function scene(site: Site): Promise<Scene> {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const author = await site.signUp('author')
  const post = await site.createPost(author, moss.name, { title: 'Cheap watches', body: 'Buy *now*.' })
  const comment = await site.comment(author, post, 'Really cheap!')
  const reporter = await site.signUp('reporter')
  await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
  await reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
  return { moss, moderator, author, post, comment }
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const cardOf = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name })
const filter = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name })
const kind = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Queue' }).getByRole('link', { name })
const button = (page: Page, card: string, name: string) =>
  cardOf(page, card).getByRole('button', { name, exact: true })

test.describe('the reports of a community', () => {
  test('[ACC-2-059] [ACC-2-058] [ACC-2-046] [ACC-2-060] are shown whole, filtered, opened and ignored', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, moderator, author, post, comment } = await scene(site)
    await signIn(moderator)
    await open(page, `/${moss.name}/modtools/reports`)
    const ofPost = cardOf(page, 'Post: Cheap watches')
    const ofComment = cardOf(page, `Comment by ${author.username}`)
    await expect(cards(page)).toHaveCount(2)
    await expect(ofPost).toContainText('Spam')
    await expect(ofPost.locator('header time').first()).toHaveAttribute('datetime', /Z$/)
    await expect(ofPost.locator('em')).toHaveText('now')
    await expect(ofComment).toContainText('Breaks community rules')
    await expect(ofComment).toContainText('Really cheap!')
    const address = `/${moss.name}/post/${post.publicId}`
    await expect(ofPost.getByRole('link', { name: 'Cheap watches' })).toHaveAttribute('href', address)
    await expect(ofComment.locator(`a[href="${address}/${comment.id}"]`)).toBeVisible()

    await filter(page, 'Comments').click()
    await expect(page).toHaveURL(`/${moss.name}/modtools/reports?filter=comments`)
    await expect(kind(page, 'Reported (1)')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await button(page, `Comment by ${author.username}`, 'Approve').click()
    await expect(page.getByText('Comment approved.')).toBeVisible()
    await expect(page.getByText('All done', { exact: true })).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await expect(kind(page, 'Reported (0)')).toBeVisible()
    await filter(page, 'All').click()
    await expect(kind(page, 'Reported (1)')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    expect(await moderator.get(`/api/comments/${comment.id}`)).toMatchObject({ deleted: false })
  })

  test('are ignored one by one', { tag: '@long' }, async ({ page, site, signIn }) => {
    const { moss, moderator, post } = await scene(site)
    const second = await site.signUp('second')
    await second.post('/api/_report', { type: 'post', targetId: post.id, reason: 1, note: 'Not again.' })
    await signIn(moderator)
    await open(page, `/${moss.name}/modtools/reports?filter=posts`)
    const card = cardOf(page, 'Post: Cheap watches')
    await expect(card).toContainText('2 reports')
    await expect(card).toContainText('Not again.')
    const ignore = async (name: RegExp) => {
      await card.getByRole('button', { name: 'Report actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await ignore(/^Ignore “.*” by @second/)
    await expect(card).toContainText('1 report')
    await expect(card).not.toContainText('Not again.')
    await ignore(/^Ignore “.*” by @reporter/)
    await expect(page.getByText('All done', { exact: true })).toBeVisible()
    expect(await moderator.get(`/api/posts/${post.publicId}`)).toMatchObject({ deleted: false })
  })

  test('are on the page of the post, too, where moderators decide', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { moss, moderator, author, post } = await scene(site)
    const address = `/${moss.name}/post/${post.publicId}`
    await signIn(moderator)
    await open(page, address)
    const bar = page.getByRole('region', { name: 'Moderation' })
    await expect(bar).toContainText('1 report')
    await expect(bar).toContainText('Spam')
    await expectAccessible(page)
    await bar.getByRole('button', { name: 'Approve' }).click()
    await expect(bar).toContainText('No open reports.')
    await expect(bar).toContainText(`Approved by @${moderator.username}`)

    const reporter = await site.signUp('again')
    await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
    await page.reload()
    await bar.getByRole('button', { name: 'Ban author' }).click()
    await dialog(page, `Ban @${author.username}`).getByRole('button', { name: 'Cancel' }).click()
    await bar.getByRole('button', { name: 'Remove' }).click()
    // The reason of the reports is filled in.
    await page.keyboard.press('Enter')
    await expect(article(page)).toContainText('This post was removed by a moderator.')
    await expect(bar).toContainText(`Removed by @${moderator.username}`)

    const theirs = await openWindow(author)
    await open(theirs, address)
    await expect(theirs.getByRole('region', { name: 'Moderation' })).toHaveCount(0)
  })

  test('are closed by removing and locking from the list', async ({ page, site, signIn }) => {
    const { moss, moderator, author, post, comment } = await scene(site)
    await signIn(moderator)
    await open(page, `/${moss.name}/modtools/reports`)
    await button(page, `Comment by ${author.username}`, 'Lock').click()
    await expect(page.getByText('Comment locked.')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    // Keyboard users continue where the comment was.
    await expect(cardOf(page, 'Post: Cheap watches')).toBeFocused()

    await button(page, 'Post: Cheap watches', 'Remove').click()
    const question = dialog(page, 'Remove this post?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(cards(page)).toHaveCount(1)
    await button(page, 'Post: Cheap watches', 'Remove').click()
    await question
      .getByRole('textbox', { name: 'Reason (for the author and the moderation log)' })
      .fill('No ads here.')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Post removed.')).toBeVisible()
    await expect(page.getByText('All done', { exact: true })).toBeVisible()

    expect(await author.get(`/api/posts/${post.publicId}`)).toMatchObject({ deletedAs: 'mods' })
    expect(await author.get(`/api/comments/${comment.id}`)).toMatchObject({ locked: true })
    const { reason } = await site.db
      .selectFrom('moderation_log')
      .select('reason')
      .where('post_id', '=', post.id)
      .where('action', '=', 'remove_post')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('No ads here.')
  })

  test('[ACC-4-017] [ACC-4-018] [ACC-4-019] reported items are paged by ten, and decisions skip none', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, moderator, author } = await scene(site)
    const reporter = await site.signUp('reporter')
    for (let number = 1; number <= 15; number += 1) {
      const post = await site.createPost(author, moss.name, { title: `Advert ${number}` })
      await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
    }
    await signIn(moderator)
    await open(page, `/${moss.name}/modtools/reports`)
    await expect(cards(page)).toHaveCount(10)
    const pager = page.getByRole('navigation', { name: 'Pages' })
    await expect(pager.getByRole('link')).toHaveText(['1', '2', 'Next'])
    await pager.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(`/${moss.name}/modtools/reports?page=2`)
    await expect(cards(page)).toHaveCount(7)
    await expect(pager.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(cards(page)).toHaveCount(10)
    const approve = async (number: number) => {
      await button(page, `Post: Advert ${number}`, 'Approve').click()
      await expect(cardOf(page, `Post: Advert ${number}`)).toBeHidden()
    }
    for (let number = 15; number > 10; number -= 1) await approve(number)
    // Those of the next page follow.
    await expect(cards(page)).toHaveCount(10)
    await expect(cards(page).last()).toHaveAccessibleName('Post: Advert 1')
    await pager.getByRole('link', { name: 'Next' }).click()
    await expect(cards(page)).toHaveCount(2)
    await page.goBack()
    await expect(cards(page)).toHaveCount(10)
    await approve(10)
    await expect(cards(page)).toHaveCount(10)
    await cards(page).first().getByRole('button', { name: 'Approve' }).click()
    await expect(pager).toBeHidden()
  })

  test('[ACC-4-017] [ACC-4-018] [ACC-4-019] removed posts are paged by ten, with links to the other pages', {
    tag: '@long',
  }, async ({ page, site, signIn }) => {
    const { moss, moderator, author } = await scene(site)
    await site.db
      .insertInto('posts')
      .columns(['public_id', 'type', 'author_id', 'community_id', 'title', 'deleted_at', 'deleted_as'])
      .expression((eb) =>
        eb
          .selectFrom(sql<{ n: string }>`generate_series(1, 15)`.as<'series'>(sql`series(n)`))
          .select((all) => [
            sql<string>`lpad(n::text, 8, 'p')`.as('public_id'),
            all.val('text').as('type'),
            all.val(author.id).$castTo<string>().as('author_id'),
            all.val(moss.id).$castTo<string>().as('community_id'),
            all.val('Taken down').as('title'),
            sql<Date>`now()`.as('deleted_at'),
            all.val('mods').as('deleted_as'),
          ]),
      )
      .execute()
    await signIn(moderator)
    await open(page, `/${moss.name}/modtools/removed`)
    await expect(cards(page)).toHaveCount(10)
    const pager = page.getByRole('navigation', { name: 'Pages' })
    await expect(pager.getByRole('link')).toHaveText(['1', '2', 'Next'])
    await pager.getByRole('link', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(`/${moss.name}/modtools/removed?page=2`)
    await expect(cards(page)).toHaveCount(5)
    await expect(pager.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')

    await page.goto(`/${moss.name}/modtools/removed?page=9`)
    await expect(page.getByText('Nothing on this page')).toBeVisible()
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expect(cards(page)).toHaveCount(10)
  })
})

test('[ACC-2-061] [ACC-2-062] removed and locked posts are listed, and can be unlocked there', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const author = await site.signUp('author')
  await signIn(moderator)
  await open(page, `/${moss.name}/modtools/removed`)
  await expect(page.getByText('No removed posts')).toBeVisible()
  await page.getByRole('link', { name: 'Locked' }).click()
  await expect(page.getByText('No locked posts')).toBeVisible()

  const removed = await site.createPost(author, moss.name, { title: 'Taken down', body: 'Bad words.' })
  const locked = await site.createPost(author, moss.name, { title: 'Closed' })
  await moderator.delete(`/api/posts/${removed.publicId}?deleteAs=mods`)
  await moderator.put(`/api/posts/${locked.publicId}?action=lock&lockAs=mods`, {})
  await open(page, `/${moss.name}/modtools/removed`)
  const card = cardOf(page, 'Post: Taken down')
  await expect(card).toContainText('This post was removed by a moderator.')
  await expect(card).toContainText('Bad words.')
  await expect(card.getByRole('button')).toHaveText(['Restore', 'Ban author'])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Locked' }).click()
  await button(page, 'Post: Closed', 'Unlock').click()
  await expect(page.getByText('Post unlocked.')).toBeVisible()
  await expect(page.getByText('No locked posts')).toBeVisible()
  expect(await author.get(`/api/posts/${locked.publicId}`)).toMatchObject({ locked: false })
})

test.describe('the queue over all communities of a moderator', () => {
  test('groups the reports of one target, and can ban its author', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, moderator, author, post } = await scene(site)
    const fern = await site.createCommunity('fern')
    await site.db
      .insertInto('moderators')
      .values({ community_id: fern.id, user_id: moderator.id, position: 1 })
      .execute()
    const other = await site.createPost(author, fern.name, { title: 'Also here' })
    for (const reason of [1, 3])
      await moderator.post('/api/_report', { type: 'post', targetId: post.id, reason })
    await moderator.post('/api/_report', { type: 'post', targetId: other.id, reason: 2 })

    await signIn(moderator)
    await open(page, '/')
    await page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'queue' }).click()
    await expect(page).toHaveURL('/modqueue')
    await expect(cards(page)).toHaveCount(3)
    await expect(cardOf(page, 'Post: Cheap watches')).toContainText('3 reports')
    await expect(cardOf(page, 'Post: Cheap watches').locator('header').getByRole('listitem')).toHaveText([
      /^@moderator\d+ Spam/,
      /^@moderator\d+ Breaks community rules/,
      /^@reporter\d+ Spam/,
    ])
    await expectAccessible(page)

    await button(page, 'Post: Cheap watches', 'Ban author').click()
    const ban = dialog(page, `Ban @${author.username}`)
    await ban.getByRole('combobox', { name: 'Duration' }).selectOption('7 days')
    await ban.getByRole('textbox', { name: 'Note' }).fill('Sells watches.')
    await ban.getByRole('button', { name: 'Ban', exact: true }).click()
    await expect(page.getByText(`@${author.username} is banned from ${moss.name}.`)).toBeVisible()
    await expect(cardOf(page, 'Post: Cheap watches')).toContainText('Author banned')
    await expect(button(page, 'Post: Cheap watches', 'Ban author')).toBeHidden()
    await expect(button(page, 'Post: Also here', 'Ban author')).toBeVisible()
    expect(await author.get('/api/_initial')).toMatchObject({ bannedFrom: [moss.id] })

    await button(page, 'Post: Cheap watches', 'Approve').click()
    await expect(page.getByText('Post approved.')).toBeVisible()
    await expect(cards(page)).toHaveCount(2)
    await expect(kind(page, 'Reported (2)')).toBeVisible()
    await filter(page, 'Comments').click()
    await expect(cards(page)).toHaveCount(1)

    await test.step('and what is removed on its own page is gone from it', async () => {
      await filter(page, 'All').click()
      await page.getByRole('link', { name: 'Also here' }).click()
      await choose(page, article(page), 'Remove', 'Moderator')
      await dialog(page, 'Remove this post?').getByRole('button', { name: 'Remove' }).click()
      await expect(page.getByText('Post removed.')).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/modqueue')
      await expect(cards(page)).toHaveCount(1)
    })
  })
})
