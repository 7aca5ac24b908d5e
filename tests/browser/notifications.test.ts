import type { Locator, Page } from '@playwright/test'
import { notifyMember } from '../../server/core/notifications/notify.ts'
import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { hold } from './support/hold.ts'
import { open, untilClosed } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const onPage = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const chooseForAll = async (page: Page, choice: string) => {
  await page.getByRole('button', { name: 'All notifications' }).click()
  await page.getByRole('menuitem', { name: choice }).click()
}

/** Opens the menu of a notification. */
const menuOf = async (page: Page, item: Locator) => {
  await item.getByRole('button', { name: 'Notification actions' }).click()
  return page.getByRole('menu')
}
const chooseFor = async (page: Page, item: Locator, choice: string) =>
  (await menuOf(page, item)).getByRole('menuitem', { name: choice }).click()
const subject = (frame: Locator) => frame.getByRole('listitem').getByRole('link').first()

/** A member with one notification: `answerer` commented on their post. */
async function someoneTold(site: Site, title = 'Beans') {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('rowan')
  const answerer = await site.signUp('fern')
  const post = await site.createPost(author, moss.name, { title })
  const answer = await site.comment(answerer, post, 'They grow well.')
  await notified(site, author, 1)
  return { moss, author, answerer, post, answer }
}

/** Waits until the jobs that create notifications are done. */
const notified = (site: Site, member: Member, count: number) =>
  expect
    .poll(async () => {
      const { notifications_new_count } = await site.db
        .selectFrom('users')
        .select('notifications_new_count')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
      return notifications_new_count
    })
    .toBe(count)

test.describe('the count of new notifications', () => {
  test('[ACC-0-001] rises within a second of a reply, in every window, over one stream a browser', async ({
    page,
    context,
    site,
    signIn,
    openWindow,
    forgive,
  }) => {
    forgive(/_user/)
    const moss = await site.createCommunity('moss')
    const author = await site.signUp('rowan')
    const answerer = await site.signUp('fern')
    const post = await site.createPost(author, moss.name)
    await signIn(author)
    // Only the stream may update the page, not a poll.
    await context.route('**/api/_user', (route) => route.abort())
    const streams: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/api/_events')) streams.push(request.url())
    })
    await page.clock.install()
    await Promise.all([page.waitForResponse('**/api/_events'), open(page, '/')])
    const second = await context.newPage()
    await open(second, '/communities')
    await expect(bell(second)).toHaveAccessibleName('Notifications')
    const other = await openWindow(answerer)
    await open(other, `/${moss.name}/post/${post.publicId}`)
    await discussion(other).getByRole('button', { name: 'Add a comment' }).click()
    await writing(other).fill('An answer')
    const before = await page.title()
    // A mocked clock: hardly any time passes for the page, however slow the machine is.
    await page.clock.pauseAt(Date.now() + 1000)
    await discussion(other).getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(comment(other, 'An answer')).toBeVisible()
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return bell(page).getAttribute('aria-label')
      })
      .toBe('Notifications, 1 new')
    await page.clock.resume()
    await expect(bell(page)).toContainText('1')
    await expect(page).toHaveTitle(`(1) ${before}`)
    await expect(bell(second)).toHaveAccessibleName('Notifications, 1 new')
    expect(streams).toHaveLength(1)
  })

  test('continues in another window when the one with the stream is closed', async ({
    page,
    context,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/_user/)
    const { author, answerer, post } = await someoneTold(site)
    await signIn(author)
    await context.route('**/api/_user', (route) => route.abort())
    await Promise.all([page.waitForResponse('**/api/_events'), open(page, '/')])
    const second = await context.newPage()
    await open(second, '/')
    await Promise.all([second.waitForResponse('**/api/_events'), page.close()])
    await site.upvote(answerer, post)
    await expect(bell(second)).toHaveAccessibleName('Notifications, 2 new')
  })
})

test.describe('the panel', () => {
  test('[ACC-2-005] [ACC-2-006] [ACC-4-005] shows ten skeletons, then the list; then nothing is new any more', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, post, moss, answer } = await someoneTold(site)
    await signIn(author)
    await open(page, '/')
    const letGo = await hold(page, '**/api/notifications?*')
    await bell(page).click()
    await expect(panel(page).locator('[data-skeleton]')).toHaveCount(10)
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
    const reset = page.waitForRequest((request) => request.url().includes('action=resetNewCount'))
    letGo()
    await expect(panel(page).getByRole('listitem')).toHaveCount(1)
    await expect(panel(page).locator('[data-skeleton]')).toHaveCount(0)
    expect((await reset).method()).toBe('POST')
    await expect(bell(page)).toHaveAccessibleName('Notifications')
    await notified(site, author, 0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await untilClosed(page, panel(page))
    await expect(bell(page)).toBeFocused()

    await test.step('[ACC-2-007] [ACC-4-004] a notification opens its subject, and is marked as seen', async () => {
      await bell(page).click()
      const answered = page.waitForResponse((response) => response.url().includes('action=markAsSeen'))
      await subject(panel(page)).click()
      await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}/${answer.id}`)
      await expect(panel(page)).toHaveCount(0)
      await expect(comment(page, 'They grow well.')).toBeVisible()
      expect((await answered).url()).toContain('seen=true')
      await page.goBack()
      await expect(page).toHaveURL('/')
      await bell(page).click()
      await expect(panel(page).getByRole('listitem')).toHaveCount(1)
      await expect(panel(page).getByText('Unread:')).toHaveCount(0)
    })

    await test.step('[ACC-2-012] all can be deleted, after a confirmation', async () => {
      await chooseForAll(page, 'Delete all')
      const question = page.getByRole('dialog', { name: 'Delete all notifications?' })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(panel(page).getByRole('listitem')).toHaveCount(1)
      await chooseForAll(page, 'Delete all')
      await question.getByRole('button', { name: 'Delete all' }).click()
      await expect(panel(page).getByText('No notifications')).toBeVisible()
      expect(await author.get('/api/notifications')).toMatchObject({ count: 0 })
    })
  })

  test('all comments of a merged notification are highlighted at its target', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, answerer, post, moss } = await someoneTold(site)
    await site.comment(answerer, post, 'And beans again.')
    await expect
      .poll(async () => (await author.get<{ items: unknown }>('/api/notifications?render=true')).items)
      .toMatchObject([{ title: '2 new comments on your post Beans' }])
    await site.comment(author, post, 'Own words')
    await signIn(author)
    await open(page, '/')
    await bell(page).click()
    await subject(panel(page)).click()
    await expect(page).toHaveURL(
      new RegExp(`/${moss.name}/post/${post.publicId}\\?highlightFrom=\\d+&highlightTo=\\d+$`),
    )
    const isHighlighted = (text: string) =>
      comment(page, text).evaluate((article) => getComputedStyle(article).boxShadow !== 'none')
    await expect.poll(() => isHighlighted('They grow well.')).toBe(true)
    expect(await isHighlighted('And beans again.')).toBe(true)
    expect(await isHighlighted('Own words')).toBe(false)
  })

  test('each has a menu', async ({ page, site, signIn, forgive }) => {
    forgive(/500|could not be marked/)
    const { author, answerer } = await someoneTold(site)
    await signIn(author)
    await open(page, '/notifications')
    const item = onPage(page).getByRole('listitem')
    const broken = () =>
      page.route('**/api/notifications/*', (route) => route.fulfill({ status: 500, body: '' }))
    const repaired = () => page.unroute('**/api/notifications/*')

    await test.step('[ACC-2-008] [ACC-4-001] [ACC-4-002] by which it is marked seen and unseen', async () => {
      const seen = async () =>
        (await author.get<{ items: { seen: boolean }[] }>('/api/notifications')).items.map((one) => one.seen)
      await expect(item).toContainText('Unread:')
      await chooseFor(page, item, 'Mark as read')
      await expect(item).not.toContainText('Unread:')
      await expect.poll(seen).toEqual([true])
      await chooseFor(page, item, 'Mark as unread')
      await expect(item).toContainText('Unread:')
      await expect.poll(seen).toEqual([false])
    })

    await test.step('[CORE-8-035] a failure of which is only logged', async () => {
      await broken()
      const logged = page.waitForEvent('console', (message) => message.text().includes('could not be marked'))
      await chooseFor(page, item, 'Mark as read')
      await logged
      await expect(onPage(page).getByText('Unread:')).toHaveCount(1)
      await expect(page.getByRole('alert')).toHaveCount(0)
      await repaired()
    })

    await test.step('who it is about is muted', async () => {
      await chooseFor(page, item, `Mute @${answerer.username}`)
      await expect(page.getByText(`Posts from @${answerer.username} won't appear`)).toBeVisible()
      const menu = await menuOf(page, item)
      await expect(menu.getByRole('menuitem', { name: `Unmute @${answerer.username}` })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
    })

    await test.step('[ACC-2-009] and it is deleted; it comes back with a message when that fails', async () => {
      await broken()
      await chooseFor(page, item, 'Delete')
      await expect(page.getByRole('alert')).toHaveText(/Something went wrong\./)
      await expect(item).toHaveCount(1)
      await repaired()
      await chooseFor(page, item, 'Delete')
      await expect(onPage(page).getByText('No notifications')).toBeVisible()
      await page.reload()
      await expect(onPage(page).getByText('No notifications')).toBeVisible()
    })
  })

  test('[ACC-2-010] [ACC-2-011] all can be marked as seen, or only upvotes; each kind has a URL of its own, which the panel leads to', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, answerer, post } = await someoneTold(site)
    await site.upvote(answerer, post)
    await notified(site, author, 2)
    await signIn(author)
    await open(page, '/')
    await bell(page).click()
    await panel(page).getByRole('link', { name: 'Votes' }).click()
    await expect(page).toHaveURL('/notifications?kind=votes')
    const items = onPage(page).getByRole('listitem')
    await expect(items).toHaveCount(1)
    await expect(items).toContainText('1 new upvote')
    await onPage(page).getByRole('link', { name: 'Moderation' }).click()
    await expect(onPage(page).getByText('New ones show up here.')).toBeVisible()
    await page.goBack()
    await expect(items).toHaveCount(1)
    await onPage(page).getByRole('link', { name: 'All', exact: true }).click()
    await expect(items).toHaveCount(2)
    const unseen = onPage(page).getByText('Unread:')
    await expect(unseen).toHaveCount(2)
    await chooseForAll(page, 'Mark upvotes as read')
    await expect(unseen).toHaveCount(1)
    await expect(items.filter({ hasText: 'Unread:' })).toContainText('commented')
    await page.reload()
    await expect(unseen).toHaveCount(1)
    await chooseForAll(page, 'Mark all as read')
    await expect(unseen).toHaveCount(0)
    await page.reload()
    await expect(items).toHaveCount(2)
    await expect(unseen).toHaveCount(0)
  })

  test('[ACC-2-013] [ACC-3-004] loads page after page, each notification once', async ({
    page,
    site,
    signIn,
  }) => {
    const author = await site.signUp('rowan')
    for (let number = 1; number <= 25; number += 1)
      await notifyMember(site.db, author.id, { type: 'denied_comm', body: `Refusal ${number}.` })
    await signIn(author)
    await open(page, '/notifications')
    const items = onPage(page).getByRole('listitem')
    await expect(items.first()).toContainText('Refusal 25.')
    await expect
      .poll(async () => {
        await items.last().scrollIntoViewIfNeeded()
        return items.count()
      })
      .toBe(25)
    await expect(items.last()).toContainText('Refusal 1.')
    await expect(onPage(page).getByRole('button', { name: 'Load more' })).toHaveCount(0)
  })

  test('[ACC-3-003] shows titles as text, with the picture', async ({ page, site, signIn }) => {
    const { author, answerer } = await someoneTold(site, '<img src=x onerror=alert(1)> & <b>beans</b>')
    await signIn(author)
    await open(page, '/notifications')
    const item = onPage(page).getByRole('listitem')
    await expect(item).toContainText(
      `${answerer.username} commented on your post <img src=x onerror=alert(1)> & <b>beans</b>`,
    )
    await expect(item.locator('b')).toHaveCount(2)
    await expect(item).toContainText('They grow well.')
    // The badge has a picture, the member without one a letter.
    await expect(item.locator('img')).toHaveCount(0)
    await site.db.insertInto('badges').values({ user_id: author.id, type: 'supporter' }).execute()
    await notifyMember(site.db, author.id, { type: 'new_badge', badgeType: 'supporter' })
    await page.reload()
    await expect(onPage(page).getByRole('listitem').first().locator('img')).toHaveAttribute(
      'src',
      '/badge-supporter.png',
    )
  })

  test('shows a message when there are none, and retries after a failure', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    await signIn(await site.signUp('rowan'))
    await page.route('**/api/notifications?*', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/notifications')
    await expect(onPage(page).getByRole('alert')).toContainText('Something went wrong')
    await page.unroute('**/api/notifications?*')
    await onPage(page).getByRole('button', { name: 'Try again' }).click()
    await expect(onPage(page).getByText('No notifications')).toBeVisible()
  })
})

test('phones show the count in the bar at the bottom and the notifications as a page @phone', async ({
  page,
  site,
  signIn,
}) => {
  const { author } = await someoneTold(site)
  await signIn(author)
  await open(page, '/')
  const entry = page.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: /^Notifications/ })
  await expect(entry).toHaveAccessibleName('Notifications, 1 new')
  await expect(bell(page)).toHaveCount(0)
  await entry.click()
  await expect(page).toHaveURL('/notifications')
  await expect(onPage(page).getByRole('listitem')).toHaveCount(1)
  await expect(entry).toHaveAccessibleName('Notifications')
  await expectAccessible(page)
  for (const button of await onPage(page).getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})
