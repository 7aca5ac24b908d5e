import type { Page } from '@playwright/test'
import { wireId } from '../../contract/ids.ts'
import { stored } from '../support/wireIds.ts'
import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { open, untilClosed } from './support/open.ts'
import { article, card, choose, dialog, newModerator, openMenu, postScene } from './support/posts.ts'
import type { PostFacts, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const calls = '**/api/posts/*'
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text)
const lock = (page: Page) => dialog(page, 'Lock this post?').getByRole('button', { name: 'Lock' }).click()
const arrows = (page: Page) => article(page).getByRole('button', { name: /vote$/ })

/** The reason of an action, from the moderation log. */
async function reasonsGiven(site: Site, post: PostFacts) {
  const kept = site.db
    .selectFrom('moderation_log')
    .where('post_id', '=', post.id)
    .select('reason')
    .orderBy('id')
  return (await kept.execute()).map(({ reason }) => reason)
}

/** The items of each menu on a post's page, by the name of its button. */
async function offers(page: Page) {
  const offered: Record<string, string[]> = {}
  for (const name of ['More', 'Moderator', 'Admin']) {
    const button = article(page).getByRole('button', { name, exact: true })
    if ((await button.count()) === 0) continue
    const items = (await openMenu(page, article(page), name)).getByRole('menuitem')
    await expect(items.first()).toBeVisible()
    offered[name] = await items.allTextContents()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  return offered
}

test('[CORE-2-141] [CORE-2-142] the menus of a post contain the actions of each role', {
  tag: '@long',
}, async ({ page, site, openWindow }) => {
  const { author, moss, address } = await postScene(site)
  const elsewhere = await newModerator(site, await site.createCommunity('fern'))
  const others = {
    More: [
      'Hide',
      'Copy link',
      'Open in new tab',
      'Mute author',
      'Mute community',
      'Report',
      'Report illegal content',
    ],
  }
  const asModerator = ['Lock', 'Pin to community', 'Limit comments…', 'Move…', 'Merge…', 'Remove', 'Erase…']
  const asAdmin = [
    'Lock',
    'Pin to community',
    'Limit comments…',
    'Move…',
    'Merge…',
    'Pin site-wide',
    'Announce',
    'View IDs',
    'Remove',
    'Erase…',
  ]
  await open(page, address)
  expect(await offers(page), 'a guest').toEqual(others)
  for (const [role, member, expected] of [
    ['another member', await site.signUp('reader'), others],
    ['the author', author, { More: ['Hide', 'Edit', 'Delete'] }],
    ['a moderator', await newModerator(site, moss), { ...others, Moderator: asModerator }],
    ['a moderator of another community', elsewhere, others],
    ['an admin', await site.signUp('admin', { isAdmin: true }), { ...others, Admin: asAdmin }],
  ] as const) {
    const window = await openWindow(member)
    await open(window, address)
    expect(await offers(window), role).toEqual(expected)
  }
})

test.describe('locking a post', () => {
  test('[CORE-4-019] [CORE-4-020] [CORE-2-132] [CORE-4-013] closes votes and comments, and names the role', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, written, address } = await postScene(site)
    await signIn(await newModerator(site, moss))
    await open(page, address)
    await choose(page, article(page), 'Lock', 'Moderator')
    const reason = dialog(page, 'Lock this post?').getByLabel(
      'Reason (for the author and the moderation log)',
    )
    await reason.fill('Too heated.')
    await lock(page)
    await untilClosed(page, dialog(page, 'Lock this post?'))
    const banner = article(page).getByText(
      'This post was locked by a moderator. Comments and voting are closed.',
    )
    for (const _time of ['at once', 'after a reload']) {
      await expect(banner).toBeVisible()
      for (const arrow of await arrows(page).all()) await expect(arrow).toBeDisabled()
      await page.reload()
    }
    const { locked_as } = await site.db
      .selectFrom('posts')
      .select('locked_as')
      .where('id', '=', written.id)
      .executeTakeFirstOrThrow()
    expect(locked_as).toBe('mods')
    expect(await reasonsGiven(site, written)).toEqual(['Too heated.'])
    await choose(page, article(page), 'Unlock', 'Moderator')
    await expect(banner).toHaveCount(0)
    for (const arrow of await arrows(page).all()) await expect(arrow).toBeEnabled()
  })

  test('[CORE-6-015] [CORE-4-019] is possible for admins, too, also from a feed', async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, address } = await postScene(site, { title: 'Spores' })
    await signIn(await site.signUp('admin', { isAdmin: true }))
    await open(page, `/${moss.name}`)
    await choose(page, card(page, 'Spores'), 'Lock')
    await lock(page)
    await untilClosed(page, dialog(page, 'Lock this post?'))
    await expect(card(page, 'Spores').getByText('Locked', { exact: true })).toBeVisible()
    await open(page, address)
    await expect(article(page)).toContainText('This post was locked by an admin.')
  })

  test('is undone with the message of the server when it is refused', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const { moss, address } = await postScene(site)
    const moderator = await newModerator(site, moss)
    await signIn(moderator)
    await open(page, address)
    await site.db.deleteFrom('moderators').where('user_id', '=', moderator.id).execute()
    await choose(page, article(page), 'Lock', 'Moderator')
    await lock(page)
    const asked = dialog(page, 'Lock this post?')
    await expect(asked.getByRole('alert')).toHaveText("You aren't a moderator of this community.")
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await untilClosed(page, asked)
    await expect(article(page)).not.toContainText('locked')
  })
})

test.describe('pinning a post', () => {
  test('[CORE-4-026] [CORE-4-028] [CORE-2-112] to its community shows at once', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, moss, address } = await postScene(site, { title: 'Spores' })
    await site.createPost(author, moss.name, { title: 'Newer' })
    await signIn(await newModerator(site, moss))
    await open(page, address)
    const letGo = await hold(page, calls)
    await choose(page, article(page), 'Pin to community', 'Moderator')
    const tag = article(page).getByText('Pinned')
    await expect(tag).toBeVisible()
    const answered = page.waitForResponse(calls)
    letGo()
    await answered
    await expect(tag).toBeVisible()
    await open(page, `/${moss.name}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Spores')
    await expect(card(page, 'Spores').getByText('Pinned')).toBeVisible()
    await expect(card(page, 'Newer').getByText('Pinned')).toHaveCount(0)
    await choose(page, card(page, 'Spores'), 'Unpin from community')
    await expect(card(page, 'Spores').getByText('Pinned')).toHaveCount(0)
  })

  test('[CORE-4-029] [CORE-8-013] beyond the limit is undone with the message of the server', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const { author, moss, address } = await postScene(site)
    for (const title of ['First', 'Second']) {
      const other = await site.createPost(author, moss.name, { title })
      await site.keeper.put(`/api/posts/${other.publicId}?action=pin`, {})
    }
    await signIn(await newModerator(site, moss))
    await open(page, address)
    const letGo = await hold(page, calls)
    await choose(page, article(page), 'Pin to community', 'Moderator')
    await expect(article(page).getByText('Pinned')).toBeVisible()
    letGo()
    await expect(alert(page, 'Max pinned post limit reached.')).toBeVisible()
    await expect(article(page).getByText('Pinned')).toHaveCount(0)
  })

  test('[CORE-4-027] [CORE-2-112] to the site is for admins only', async ({ page, site, signIn }) => {
    const { written, address } = await postScene(site, { title: 'Spores' })
    await signIn(await site.signUp('admin', { isAdmin: true }))
    await open(page, address)
    const pinned = page.waitForResponse(calls)
    await choose(page, article(page), 'Pin site-wide', 'Admin')
    await pinned
    await expect(article(page).getByText('Pinned')).toBeVisible()
    await open(page, '/all')
    await expect(card(page, 'Spores').first().getByText('Pinned')).toBeVisible()
    await open(page, address)
    const unpinned = page.waitForResponse(calls)
    await choose(page, article(page), 'Unpin site-wide', 'Admin')
    expect(await (await unpinned).json()).toMatchObject({ publicId: written.publicId, isPinnedSite: false })
  })
})

test.describe('announcing a post', () => {
  test('[CORE-4-030] [CORE-4-031] [CORE-8-014] asks for confirmation, notifies everyone, and is possible once', {
    tag: '@long',
  }, async ({ page, site, signIn, forgive }) => {
    forgive(/409/)
    const { author, written, address } = await postScene(site)
    await signIn(await site.signUp('admin', { isAdmin: true }))
    await open(page, address)
    const notified = () =>
      site.db
        .selectFrom('notifications')
        .select(['type', 'post_id'])
        .where('user_id', '=', author.id)
        .where('post_id', '=', written.id)
        .execute()
    const question = dialog(page, 'Announce post?')
    await choose(page, article(page), 'Announce', 'Admin')
    await expect(question).toContainText('Are you sure? This will send a notification to all users.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    const announced = () =>
      site.db.selectFrom('announcements').select('post_id').where('post_id', '=', written.id).execute()
    expect(await announced()).toEqual([])

    await choose(page, article(page), 'Announce', 'Admin')
    await question.getByRole('button', { name: 'Announce' }).click()
    await expect(page.getByText('Post announced.')).toBeVisible()
    await expect.poll(notified).toEqual([{ type: 'announcement', post_id: stored(written.id) }])

    await choose(page, article(page), 'Announce', 'Admin')
    await question.getByRole('button', { name: 'Announce' }).click()
    await expect(alert(page, 'Already announced')).toBeVisible()
  })
})

test.describe('the role of a post', () => {
  test('[CORE-6-010] [CORE-2-113] is chosen by its author, who must have it', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const moss = await site.createCommunity('moss')
    const moderator = await newModerator(site, moss)
    const written = await site.createPost(moderator, moss.name, { title: 'Spores' })
    const address = `/${moss.name}/post/${written.publicId}`
    await signIn(moderator)
    await open(page, address)
    const label = article(page).getByText('Mod', { exact: true })
    await expect(label).toHaveCount(0)
    const menu = await openMenu(page, article(page))
    const toggle = menu.getByRole('menuitemcheckbox', { name: 'Speak as moderator' })
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(toggle).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(label).toBeVisible()
    await open(page, `/${moss.name}`)
    await expect(card(page, 'Spores').getByText('Mod', { exact: true })).toBeVisible()
    await (await openMenu(page, card(page, 'Spores')))
      .getByRole('menuitemcheckbox', { name: 'Speak as moderator' })
      .click()
    await expect(card(page, 'Spores').getByText('Mod', { exact: true })).toHaveCount(0)

    // Another moderator of the community, who is not the author.
    const window = await openWindow(site.keeper)
    await open(window, address)
    for (const name of ['More', 'Moderator', 'Admin']) {
      const opened = await openMenu(window, article(window), name)
      await expect(opened.getByRole('menuitem').first()).toBeVisible()
      await expect(opened.getByRole('menuitemcheckbox', { name: /^Speak as/ })).toHaveCount(0)
      await window.keyboard.press('Escape')
    }
  })
})

test('admins see the ids of a post and copy them', async ({ page, site, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { author, moss, written, address } = await postScene(site)
  await signIn(site.keeper)
  await open(page, address)
  await choose(page, article(page), 'View IDs', 'Admin')
  const ids = dialog(page, 'Post IDs')
  await expect(ids.getByRole('definition')).toContainText([
    written.id,
    'Copy',
    written.publicId,
    'Copy',
    author.id,
    'Copy',
    moss.id,
    'Copy',
  ])
  await ids.getByRole('button', { name: 'Copy Author' }).click()
  await expect(ids.getByRole('button', { name: 'Copied Author' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wireId('user', author.id))
})

test('[CORE-2-134] [CORE-2-135] the votes on a post are shown as a share and a bar', async ({
  page,
  site,
}) => {
  const { written, address } = await postScene(site)
  const set = (votes: { upvotes: number; downvotes: number }) =>
    site.db.updateTable('posts').set(votes).where('id', '=', written.id).execute()
  await set({ upvotes: 91, downvotes: 9 })
  await page.goto(address)
  await expect(article(page).getByText('91% upvoted')).toBeVisible()
  const widths = () =>
    article(page)
      .locator('svg rect')
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width * 10) / 10))
  const [whole = 0, up = 0] = await widths()
  expect(whole).toBeGreaterThan(20)
  expect(up / whole).toBeCloseTo(0.91, 1)
  await set({ upvotes: 0, downvotes: 0 })
  await page.goto(address)
  await expect(article(page).getByText('upvoted')).toHaveCount(0)
  expect(await widths()).toEqual([])
})
