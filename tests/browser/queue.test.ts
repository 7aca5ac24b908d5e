import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { keysAwake, open } from './support/open.ts'
import { dialog, newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('a moderator selects everything that the filters find, also what is not loaded, and removes it', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const [author, reporter] = [await site.signUp('author'), await site.signUp('reporter')]
  const post = await site.createPost(author, moss.name, { title: 'A calm thread' })
  await sql`
    with spam as (
      insert into comments (post_id, author_id, body, body_html)
      select id, author_id, 'Cheap watches ' || n, '<p>Cheap watches</p>' from posts, generate_series(1, 120) n
      where public_id = ${post.publicId} returning *),
    counted_post as (update posts set comment_count = comment_count + 120 where public_id = ${post.publicId}),
    counted_author as (update users set comment_count = comment_count + 120 where username = ${author.username})
    insert into reports (community_id, post_id, comment_id, author_id, reporter_id, reason_id)
    select posts.community_id, post_id, spam.id, spam.author_id, reporter.id, 3
    from spam join posts on posts.id = post_id join users as reporter on reporter.username = ${reporter.username}`.execute(
    site.db,
  )
  await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
  await signIn(ana)
  await open(page, '/modqueue?filter=comments')
  await page.getByRole('main').getByRole('article').first().getByRole('checkbox').check()
  const selection = page.getByRole('region', { name: 'Selected' })
  await expect(selection.getByRole('status')).toHaveText('1 selected')
  await selection.getByRole('button', { name: 'Select all' }).click()
  await expect(selection.getByRole('status')).toHaveText('120 selected')
  // The selection lies over a part of the card at the end of the window until the page is scrolled.
  await expectAccessible(page, { except: ['target-size'] })
  await selection.getByRole('button', { name: 'Remove selected' }).click()
  await dialog(page, 'Remove 120 items?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('120 removed.')).toBeVisible()
  await expect(selection).toBeHidden()
  await expect(page.getByText('All done')).toBeVisible()
  const { rows } = await sql<Record<string, number>>`
    select count(*)::integer as comments, count(deleted_at)::integer as removed from comments
    where post_id = (select id from posts where public_id = ${post.publicId})`.execute(site.db)
  expect(rows).toEqual([{ comments: 120, removed: 120 }])
  await open(page, '/modqueue')
  await expect(page.getByRole('article', { name: 'Post: A calm thread' })).toBeVisible()
})

test('bulk buttons say which permission a moderator lacks by now', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const [author, reporter] = [await site.signUp('author'), await site.signUp('reporter')]
  const post = await site.createPost(author, moss.name)
  await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
  await sql`update communities set hold_new_members = 'everything' where id = ${moss.id}`.execute(site.db)
  const newcomer = await site.signUp('newcomer')
  // Its answer says that it waits.
  await expect(site.createPost(newcomer, moss.name)).rejects.toThrow()
  const permit = (permissions: string[]) =>
    site.keeper.put(`/api/communities/${moss.id}/mods/${ana.username}/permissions`, { permissions })
  await signIn(ana)
  for (const path of ['/modqueue', '/modqueue?kind=waiting'])
    await test.step(path, async () => {
      await permit(['content', 'rules'])
      await open(page, path)
      await page.getByRole('main').getByRole('article').getByRole('checkbox').check()
      await permit(['rules'])
      const selection = page.getByRole('region', { name: 'Selected' })
      await selection.getByRole('button', { name: 'Approve selected' }).click()
      const refusal = page.getByRole('alert')
      await expect(refusal).toHaveText('You need the “Posts and comments” permission for this.')
      await refusal.getByRole('button', { name: 'Dismiss' }).click()
    })
})

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
  await expect(card('Five')).toContainText('4 other reports')

  await keysAwake(page)
  await page.keyboard.press('j')
  await expect(card('Five')).toBeFocused()
  await page.keyboard.press('n')
  const history = dialog(page, `@${author.username} in ${moss.name}`)
  await expect(history.getByRole('textbox', { name: 'New note' })).toBeFocused()
  await page.keyboard.type('Asked them to slow down.')
  await history.getByRole('button', { name: 'Add note' }).click()
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
  await expect(theirs).toContainText(`@${ana.username} is viewing this`)
  // Every twelve seconds their page asks what others decided. Here they decide before it knows.
  await others.route('**/api/modqueue/looking', () => {})

  await page.keyboard.press('r')
  await expect(dialog(page, 'Remove this post?').getByLabel(/^Reason/)).toHaveValue('Spam')
  await expect(dialog(page, 'Remove this post?').getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
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
  // The key acts on what is selected, not on the post that has the focus.
  await page.keyboard.press('a')
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

test('a removal in the queue is undone from its message, also when the card is gone', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  const [author, reporter] = [await site.signUp('author'), await site.signUp('reporter')]
  const post = await site.createPost(author, moss.name, { title: 'Reported by mistake' })
  await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
  await signIn(ana)
  await open(page, '/modqueue')
  await page.getByRole('article').getByRole('button', { name: 'Remove', exact: true }).click()
  await dialog(page, 'Remove this post?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('All done')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Post restored.')).toBeVisible()
  await expect(page.getByText('Post removed.')).toHaveCount(0)
  expect(await site.keeper.get(`/api/posts/${post.publicId}`)).toMatchObject({ deletedAt: null })
})

test('a usual item is at most 180 px high, with all of its actions in one row on phones in every language', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const ana = await newModerator(site, moss)
  // With a short name, so that the longest reason fits into one line in German.
  const [author, reporter] = [await site.signUp('author'), await site.signUp('rex')]
  const post = await site.createPost(author, moss.name, {
    title: 'A calm thread',
    body: 'Three paths. '.repeat(60),
  })
  const comment = await site.comment(await site.signUp('seller'), post, 'Cheap watches!')
  await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
  await reporter.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 3 })
  await signIn(ana)
  const cards = page.getByRole('main').getByRole('article')
  for (const width of [1320, 390])
    for (const language of ['en', 'de', 'ar'])
      await test.step(`${language} at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 1050 })
        await page.context().addCookies([{ name: 'language', value: language, url: site.url }])
        await open(page, '/modqueue')
        await expect(cards).toHaveCount(2)
        for (const card of await cards.all()) {
          const { height = 0 } = (await card.boundingBox()) ?? {}
          if (width > 768) expect(height).toBeLessThanOrEqual(180)
          const approve = card.locator('[data-key=a]')
          const menu = card.getByRole('button', {
            name: /^(?:More actions|Weitere Aktionen|المزيد من الإجراءات)$/,
          })
          // At once: an element that the hydration folds meanwhile would be waited for.
          const middles = () =>
            card
              .locator(':is([data-key=a], [data-key=r], [data-key=l], [data-key=b], [data-key=n]):visible')
              .or(menu)
              .evaluateAll((all) =>
                all.map((one) => {
                  const { y, height } = one.getBoundingClientRect()
                  return Math.round(y + height / 2)
                }),
              )
          // They are measured after the hydration.
          await expect(async () => {
            const [first = 0, ...others] = await middles()
            expect(others.length).toBeGreaterThanOrEqual(2)
            for (const other of others) expect(Math.abs(other - first)).toBeLessThanOrEqual(1)
          }).toPass()
          await expect(approve).toBeInViewport({ ratio: 1 })
          await expect(menu).toBeInViewport({ ratio: 1 })
        }
      })
  // What has no room is in the menu, and does the same.
  await page.context().addCookies([{ name: 'language', value: 'de', url: site.url }])
  await open(page, '/modqueue')
  const card = cards.last()
  await expect(card.getByRole('button', { name: 'Verlauf und Notizen' })).toBeHidden()
  await card.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Verlauf und Notizen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('links of an item are far enough from each other on phones, where long names need lines of their own', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('mosses_and_lichens_of_all')
  const [author, reporter] = [
    await site.signUp('an_author_of_long_names'),
    await site.signUp('a_reporter_of_long_name'),
  ]
  const post = await site.createPost(author, moss.name, { title: 'A calm thread' })
  const comment = await site.comment(author, post, 'Cheap watches!')
  for (const from of [reporter, await site.signUp('another_reporter_of_it')]) {
    await from.post('/api/_report', { type: 'post', targetId: post.id, reason: 1 })
    await from.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 3 })
  }
  await signIn(site.keeper)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, `/${moss.name}/modtools/reports`)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards).toHaveCount(2)
  // Nothing lies over them.
  await page.setViewportSize({ width: 390, height: 1600 })
  await expectAccessible(page)
})
