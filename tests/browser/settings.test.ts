import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { communityWithPosts, titles } from './support/feed.ts'
import { awake, open, untilClosed } from './support/open.ts'
import type { Member } from './support/site.ts'
import { expect, test } from './support/test.ts'

const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const aboutMe = (page: Page) => page.getByRole('textbox', { name: 'About me' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => page.getByText('Settings saved.')
const own = (member: Member) => member.get<Record<string, unknown>>('/api/_user')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('account settings', () => {
  // [CORE-2-206] [CORE-2-207] [CORE-2-208] [CORE-2-209]
  test('[CORE-2-227] [CORE-8-026] are saved together: the profile', async ({ page, site, signIn }) => {
    const rowan = await site.signUp('rowan')
    await signIn(rowan)
    await open(page, '/')
    await page.getByRole('banner').getByRole('button', { name: rowan.username }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')

    const username = page.getByRole('textbox', { name: 'Username' })
    await expect(username).toHaveValue(rowan.username)
    await expect(username).not.toBeEditable()
    await page.getByRole('button', { name: 'Edit profile picture' }).click()
    await expect(page.getByRole('dialog', { name: 'Profile picture' })).toBeVisible()
    await page.keyboard.press('Escape')

    await email(page).fill('rowan@example')
    await aboutMe(page).fill('I grow *beans*. ')
    await save(page).click()
    await expect(page.getByRole('alert')).toHaveText('Please enter a valid email')
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(email(page)).toBeFocused()
    expect(await own(rowan)).toMatchObject({ email: null, aboutMe: null })

    await email(page).fill('rowan@example.org')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    expect(await own(rowan)).toMatchObject({ email: 'rowan@example.org', aboutMe: 'I grow *beans*.' })
    await expect(aboutMe(page)).toHaveValue('I grow *beans*.')
    // Nothing is unsaved, so there is no confirmation, and the profile has the change.
    await page.getByRole('banner').getByRole('button', { name: rowan.username }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page.getByRole('region', { name: /^About/ })).toContainText('I grow beans.')
    await open(page, '/settings')
    await expect(email(page)).toHaveValue('rowan@example.org')
  })

  // [CORE-2-213] [CORE-2-214] [CORE-2-215] [CORE-2-216] [CORE-2-217] [CORE-2-218]
  test('[CORE-2-212] are saved one by one, as they are changed: the preferences', {
    tag: '@long',
  }, async ({ page, site, signIn }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name, { title: 'Elsewhere' })
    await signIn(rowan)
    await open(page, '/settings')
    const homeFeed = page.getByRole('combobox', { name: 'Home feed' })
    await expect(homeFeed.getByRole('option')).toHaveText(['All', 'Subscriptions'])
    await homeFeed.selectOption('Subscriptions')
    const stored = async (name: string) => (await own(rowan))[name]
    await expect.poll(() => stored('homeFeed')).toBe('subscriptions')
    // Each says what happens when it is on.
    const switches = [
      ['rememberFeedSort', 'Remember feed sort', true],
      ['embedsOff', 'Show video players', false],
      ['hideUserProfilePictures', 'Show profile pictures', false],
      ['requireAltText', 'Require alt text', true],
      ['upvoteNotificationsOff', 'Upvotes', false],
      ['replyNotificationsOff', 'Replies', false],
      ['mentionNotificationsOff', 'Mentions', false],
    ] as const
    for (const [name, label, isOn] of switches) {
      const choice = page.getByRole('switch', { name: label })
      await expect(choice).toBeChecked({ checked: !isOn })
      await choice.setChecked(isOn)
      await expect.poll(() => stored(name)).toBe(true)
      await expect(saved(page)).toBeVisible()
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await expect(page.getByText('Your feed is empty')).toBeVisible()

    await open(page, '/settings')
    // Quick presses: the last one decides.
    const players = page.getByRole('switch', { name: 'Show video players' })
    await players.check()
    await players.uncheck()
    await players.check()
    await expect.poll(() => stored('embedsOff')).toBe(false)
    expect(await own(rowan)).toMatchObject({ embedsOff: false, requireAltText: true })
    await page.reload()
    await awake(page)
    await expect(players).toBeChecked()
  })

  test('a switch that cannot be saved goes back', async ({ page, site, signIn, forgive }) => {
    forgive(/_settings|ERR_FAILED/)
    await signIn(await site.signUp('rowan'))
    await open(page, '/settings')
    await page.route('**/api/_settings?*', (route) => route.abort())
    const players = page.getByRole('switch', { name: 'Show video players' })
    await players.click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(players).toBeChecked()
  })

  test('say that only admins remove the label of a bot that an admin gave', async ({
    page,
    site,
    signIn,
  }) => {
    const rowan = await site.signUp('rowan')
    await signIn(rowan)
    await open(page, '/settings')
    const bot = page.getByRole('switch', { name: 'This account is a bot' })
    await bot.check()
    await expect(saved(page)).toBeVisible()
    await bot.uncheck()
    await expect.poll(() => own(rowan)).toMatchObject({ badges: [] })
    await site.keeper.post(`/api/users/${rowan.username}/badges`, { type: 'bot' })
    await page.reload()
    await awake(page)
    await expect(bot).toBeChecked()
    await expect(bot).toBeDisabled()
    await expect(bot).toHaveAccessibleDescription(
      'An admin labeled this account. Only admins can remove the label.',
    )
    await expectAccessible(page)
  })

  test('are reached by links to their groups', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/settings')
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
      await links.allTextContents(),
    )
    await expectAccessible(page)
    await links.filter({ hasText: 'Data' }).click()
    await expect(section(page, 'Data')).toBeInViewport()
  })

  test('are protected by a confirmation, and kept when saving failed', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/_settings|ERR_FAILED/)
    await signIn(await site.signUp('rowan'))
    await open(page, '/settings')
    await page.route('**/api/_settings?*', (route) => route.abort())
    await aboutMe(page).fill('I grow beans.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await save(page).click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(aboutMe(page)).toHaveValue('I grow beans.')

    const question = page.getByRole('dialog', { name: 'Are you sure you want to leave?' })
    const communities = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Communities' })
    await communities.click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/settings')
    // Unchanged values do not have to be saved.
    await aboutMe(page).fill('')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await communities.click()
    await expect(page).toHaveURL('/communities')
  })

  test('fit the narrowest phone @phone', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, '/settings')
    await aboutMe(page).fill('I grow beans.')
    // Above the bottom bar, at every scroll position of the form.
    await expect(save(page)).toBeInViewport({ ratio: 1 })
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect(scrollWidth).toBe(clientWidth)
  })
})

// [CORE-2-220] [CORE-2-221] [CORE-3-033]
test('[CORE-2-219] [CORE-3-034] device settings take effect at once and are remembered', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await communityWithPosts(site, 11)
  const rowan = await site.signUp('rowan')
  await signIn(rowan)
  await open(page, '/settings')
  const font = () => page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',')[0])
  expect(await font()).toContain('Inter')
  const fonts = page.getByRole('combobox', { name: 'Font' })
  await expect(fonts.getByRole('option')).toHaveText(['Custom', 'System'])
  await fonts.selectOption('System')
  expect(await font()).toBe('system-ui')
  await page.getByRole('switch', { name: 'Load more posts while scrolling' }).uncheck()
  await page.getByRole('switch', { name: 'Hide the top bar while scrolling' }).uncheck()
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('preferences') ?? 'null'))
  expect(await stored()).toEqual({
    font: 'system',
    infinite_scrolling_disabled: true,
    top_navbar_autohide_disabled: true,
  })

  await open(page, `/${moss.name}`)
  expect(await font()).toBe('system-ui')
  await expect(page.getByRole('link', { name: 'Load more' })).toBeVisible()
  await page.getByRole('button', { name: 'Compact view' }).click()
  expect(await stored()).toMatchObject({ feed_layout: 'compact', font: 'system' })

  await open(page, '/settings')
  await expect(fonts).toHaveValue('system')
  await fonts.selectOption('Custom')
  await page.getByRole('switch', { name: 'Load more posts while scrolling' }).check()
  expect(await font()).toContain('Inter')
  await open(page, `/${moss.name}`)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
})

test('the theme follows the system or is fixed on this device, from the first paint on', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(await site.signUp('rowan'))
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/settings')
  const html = page.locator('html')
  const themes = page.getByRole('combobox', { name: 'Theme' })
  await expect(themes.getByRole('option')).toHaveText(['System', 'Light', 'Dark'])
  await expect(themes).toHaveValue('system')
  await themes.selectOption('Light')
  // Unlike a theme that the switch "Dark mode" brings, it stays whatever the system prefers.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await awake(page)
  await expect(html).toHaveAttribute('data-theme', 'light')
  await expect(themes).toHaveValue('light')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /@rowan/ })
    .click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
  await page.keyboard.press('Escape')
  await expect(themes).toHaveValue('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await themes.selectOption('System')
  await expect(html).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('the text size of this device applies to all text, from the first paint on', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(await site.signUp('rowan'))
  await open(page, '/settings')
  const bodySize = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))
  const normal = await bodySize()
  const sizes = page.getByRole('combobox', { name: 'Text size' })
  await sizes.selectOption('Extra large')
  expect(await bodySize()).toBeCloseTo(normal * 1.25)
  await page.goto('/about')
  expect(await bodySize()).toBeCloseTo(normal * 1.25)
  await open(page, '/settings')
  await expect(sizes).toHaveValue('largest')
  await sizes.selectOption('Normal')
  expect(await bodySize()).toBeCloseTo(normal)
})

// [CORE-3-033]
test('[CORE-2-098] members can choose that feeds keep the order they last chose on the device', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const moss = await communityWithPosts(site, 3)
  const rowan = await site.signUp('rowan')
  await signIn(rowan)
  const sorts = page.getByRole('navigation', { name: 'Sort by' })
  const stored = () => page.evaluate(() => localStorage.getItem('feedSort'))
  await open(page, `/${moss.name}`)
  await sorts.getByRole('link', { name: 'New' }).click()
  await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
  expect(await stored()).toBeNull()

  await open(page, '/settings')
  await page.getByRole('switch', { name: 'Remember feed sort' }).check()
  await expect(saved(page)).toBeVisible()
  await open(page, `/${moss.name}`)
  await sorts.getByRole('link', { name: 'Activity' }).click()
  await expect.poll(stored).toBe('activity')
  for (const address of ['/', `/${moss.name}`]) {
    await open(page, address)
    await expect(sorts.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'true')
    await expect(titles(page).first()).toBeVisible()
  }
})

test('[CORE-7-056] hidden posts are listed, and shown again one by one', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/500/)
  const moss = await communityWithPosts(site, 3)
  const rowan = await site.signUp('rowan')
  await signIn(rowan)
  await open(page, '/settings')
  const list = section(page, 'Hidden posts')
  await expect(list).toContainText("You haven't hidden any posts.")

  const { posts } = await rowan.get<{ posts: { id: string; title: string }[] }>(
    `/api/posts?communityId=${moss.id}&sort=latest`,
  )
  for (const { id } of posts.slice(0, 2)) await rowan.post('/api/hidden_posts', { postId: id })
  await page.route('**/api/hidden_posts', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(list.getByRole('alert')).toContainText("Couldn't load your hidden posts.")
  await page.unroute('**/api/hidden_posts')
  await list.getByRole('button', { name: 'Try again' }).click()
  const rows = list.getByRole('listitem')
  await expect(rows.getByRole('link')).toHaveText(['Post 2', 'Post 1'])
  await expectAccessible(page)

  await list.getByRole('button', { name: 'Unhide “Post 1”' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(list.getByRole('heading')).toBeFocused()
  await open(page, `/${moss.name}?sort=latest`)
  await expect(titles(page)).toHaveText(['Post 1', 'Post 3'])
})

test.describe('muting', () => {
  // [CORE-4-062] [CORE-8-034]
  test('[ACC-2-043] [CORE-8-032] a community, from its page: its posts are excluded from All until it is unmuted', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const fern = await site.createCommunity('fern')
    await site.createPost(site.keeper, fern.name, { title: 'Of fern' })
    await site.createPost(site.keeper, moss.name, { title: 'Of moss' })
    await open(page, `/${moss.name}`)
    const mute = page.getByRole('button', { name: 'Mute community' })
    const unmute = page.getByRole('button', { name: 'Unmute community' })
    await mute.click()
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()

    await signIn(await site.signUp('rowan'))
    await page.clock.install()
    await open(page, '/all?sort=latest')
    await expect(page.getByRole('article').filter({ hasText: 'Of moss' })).toBeVisible()
    await open(page, `/${moss.name}`)
    // From here on the toast's time passes as the test says.
    await page.clock.pauseAt(Date.now() + 60_000)
    await mute.click()
    const muted = page.getByText(`Posts from /${moss.name} won't appear on All anymore.`)
    await expect
      .poll(async () => {
        await page.clock.runFor(1)
        return muted.isVisible()
      })
      .toBe(true)
    await page.clock.runFor(4500)
    await expect(muted).toBeVisible()
    await page.clock.runFor(1000)
    await expect(muted).toHaveCount(0)
    await page.clock.resume()
    await expect(unmute).toBeVisible()
    await open(page, '/all?sort=latest')
    await expect(titles(page).first()).toBeVisible()
    await expect(page.getByRole('article').filter({ hasText: 'Of moss' })).toHaveCount(0)

    await open(page, `/${moss.name}`)
    await unmute.click()
    await expect(page.getByText(`Unmuted /${moss.name}`)).toBeVisible()
    await expect(mute).toBeVisible()
    await open(page, '/all?sort=latest')
    await expect(page.getByRole('article').filter({ hasText: 'Of moss' })).toBeVisible()
  })

  // [CORE-2-224] [CORE-2-225] [CORE-2-226] [CORE-8-033] [CORE-8-034]
  test('[CORE-2-223] [CORE-4-062] is undone in the settings, singly or all at once', {
    tag: '@long',
  }, async ({ page, site, signIn, forgive }) => {
    forgive(/mutes|ERR_FAILED/)
    const rowan = await site.signUp('rowan')
    const users = await Promise.all(['fern', 'hazel', 'ivy'].map((name) => site.signUp(name)))
    const moss = await site.createCommunity('moss')
    const stone = await site.createCommunity('stone')
    for (const { id } of users) await rowan.post('/api/mutes', { userId: id })
    for (const { id } of [moss, stone]) await rowan.post('/api/mutes', { communityId: id })
    const mutes = async () => {
      const { userMutes, communityMutes } = await rowan.get<Record<string, unknown[]>>('/api/mutes')
      return [userMutes?.length, communityMutes?.length]
    }
    await signIn(rowan)
    await open(page, '/settings')
    const [fern] = users
    const communities = section(page, 'Muted communities')
    const people = section(page, 'Muted users')
    const rows = (list: typeof people) => list.getByRole('listitem')
    await expect(rows(people)).toHaveCount(3)
    await expect(rows(people).first().getByRole('link')).toHaveAttribute('href', `/@${fern?.username}`)
    await expectAccessible(page)

    // Without a connection the row comes back.
    await page.route('**/api/mutes/**', (route) => route.abort())
    const unmuteFern = people.getByRole('button', { name: `Unmute ${fern?.username}` })
    await unmuteFern.click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(rows(people)).toHaveCount(3)
    await page.unroute('**/api/mutes/**')

    await unmuteFern.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Unmuted @${fern?.username}`)).toBeVisible()
    await expect(rows(people)).toHaveCount(2)
    // Keyboard users keep their position.
    await expect(page.getByRole('heading', { name: 'Muted users' })).toBeFocused()
    await communities.getByRole('button', { name: `Unmute ${moss.name}` }).click()
    await expect(page.getByText(`Unmuted /${moss.name}`)).toBeVisible()
    await expect(rows(communities)).toHaveText([new RegExp(stone.name)])
    expect(await mutes()).toEqual([2, 1])

    await people.getByRole('button', { name: 'Unmute all' }).click()
    const question = page.getByRole('dialog', { name: 'Unmute all users?' })
    await question.getByRole('button', { name: 'Unmute all' }).click()
    await expect(people).toContainText("You haven't muted anyone.")
    expect(await mutes()).toEqual([0, 1])
    await communities.getByRole('button', { name: 'Unmute all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unmute all' }).click()
    await untilClosed(page, page.getByRole('dialog'))
    await expect(communities).toContainText("You haven't muted any communities.")
    expect(await mutes()).toEqual([0, 0])
    await page.reload()
    await awake(page)
    await expect(people).toContainText("You haven't muted anyone.")
  })
})
