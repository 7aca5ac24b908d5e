import type { Locator, Page } from '@playwright/test'
import { chooseFromMenu } from './support/discussion.ts'
import { open, untilClosed } from './support/open.ts'
import { expect, test } from './support/test.ts'

const prompt = (page: Page) => page.getByRole('dialog', { name: 'Login to continue' })

test.describe('a guest', () => {
  test('[CORE-4-012] [CORE-1-006] [CORE-2-081] [CORE-6-003] [ACC-1-002] [ACC-1-003] who presses what needs an account is prompted to log in, and nothing is sent', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name)
    await open(page, `/${moss.name}`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const main = page.getByRole('main')
    const press = async (control: Locator) => {
      await control.click()
      await expect(prompt(page).getByRole('heading')).toHaveText('Login to continue')
      await expect(prompt(page).getByRole('button', { name: 'Login' })).toBeVisible()
      await expect(prompt(page).getByRole('button', { name: 'Signup' })).toBeVisible()
      await page.keyboard.press('Escape')
      await untilClosed(page, prompt(page))
      await expect(control).toBeFocused()
    }
    for (const arrow of ['Upvote', 'Downvote']) {
      await press(main.getByRole('button', { name: arrow }))
      await expect(main.getByRole('button', { name: arrow })).toHaveAttribute('aria-pressed', 'false')
    }
    for (const name of ['Save', 'Hide']) await press(main.getByRole('button', { name, exact: true }))
    await expect(main.getByRole('article')).toHaveCount(1)
    const join = main.getByRole('button', { name: /^Join/ })
    await press(join)
    await expect(join).toHaveText(`Join ${moss.name}`)
    await chooseFromMenu(page, main.getByRole('article'), 'Report')
    await expect(prompt(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await untilClosed(page, prompt(page))
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
    await open(page, '/communities')
    await press(main.getByRole('button', { name: `Join ${moss.name}` }))
    await press(page.getByRole('button', { name: 'Request community' }))
  })

  test('is prompted at once: the dialog was fetched while nothing else was to do', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name)
    const dialog = page.waitForResponse((response) => /\/LoginPrompt-[^/]*\.js$/.test(response.url()))
    await open(page, `/${moss.name}`)
    expect((await dialog).ok()).toBe(true)
    await page.waitForLoadState('networkidle')
    await page.route(/\.(js|css)$/, (route) => route.abort())
    await page.getByRole('button', { name: 'Upvote' }).click()
    await expect(prompt(page)).toBeVisible()
  })

  test('[CORE-1-006] [CORE-2-077] [CORE-2-078] finds login and sign-up in the prompt', async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    await open(page, `/${moss.name}`)
    const join = page.getByRole('main').getByRole('button', { name: 'Join' })
    await join.click()
    await prompt(page).getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('dialog', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await join.click()
    await prompt(page).getByRole('button', { name: 'Signup' }).click()
    await expect(page.getByRole('dialog', { name: 'Create account' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test('[CORE-6-005] [CORE-2-007] who wants to write is sent to /login, and from there to the form', async ({
    page,
    site,
  }) => {
    const member = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    await open(page, `/${moss.name}`)
    await page.getByRole('main').getByRole('link', { name: 'Create post' }).first().click()
    const wanted = `/new?community=${moss.name}`
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(wanted)}`)
    await page.getByLabel('Username').fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL(wanted)
  })

  test('[CORE-1-023] [CORE-2-067] is invited to sign up on the front page, and can log in there', async ({
    page,
    site,
  }) => {
    const member = await site.signUp('rowan')
    await open(page, '/')
    const aside = page.getByRole('complementary')
    await expect(aside).toContainText('Create an account to post, comment and vote.')
    await page.getByRole('button', { name: 'Create account' }).click()
    const form = page.getByRole('dialog', { name: 'Create account' })
    await expect(form.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
    await page.keyboard.press('Escape')
    await untilClosed(page, form)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(member.password)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByLabel('Username').fill(member.username)
    await password.press('Enter')
    await expect(page.getByRole('banner')).toContainText(`@${member.username}`)
    await expect(password).toHaveCount(0)
  })
})

test.describe('the front page', () => {
  test('suggests large communities, which one press joins', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const [joined, other] = [await site.createCommunity('joined'), await site.createCommunity('other')]
    // Larger than all communities of other tests.
    const ids = [joined.id, other.id]
    await site.db.updateTable('communities').set({ member_count: 900 }).where('id', 'in', ids).execute()
    const member = await site.signUp('rowan')
    await site.join(member, joined)
    const active = (page: Page) => page.getByRole('region', { name: 'Active communities' })
    const sidebar = page.getByRole('navigation', { name: 'My communities' })

    await signIn(member)
    await open(page, '/')
    await expect(active(page)).toContainText(other.name)
    await expect(active(page)).not.toContainText(joined.name)
    await active(page)
      .getByRole('button', { name: `Join ${other.name}` })
      .click()
    await expect(active(page).getByRole('button', { name: `Joined ${other.name}` })).toBeVisible()
    await expect(active(page).getByRole('listitem').first()).toContainText('901 members')
    await expect(sidebar).toContainText(other.name)

    const guest = await openWindow()
    await open(guest, '/all')
    await active(guest)
      .getByRole('button', { name: `Join ${joined.name}` })
      .click()
    await expect(prompt(guest)).toBeVisible()
    await site.db.updateTable('communities').set({ member_count: 1 }).where('id', 'in', ids).execute()
  })
})

test('[CORE-1-001] guests, members, moderators and admins get the pages of their roles', async ({
  page,
  openWindow,
  site,
}) => {
  const moss = await site.createCommunity('moss')
  const [member, moderator, admin] = [
    await site.signUp('member'),
    await site.signUp('moderator'),
    await site.signUp('admin', { isAdmin: true }),
  ]
  await site.join(moderator, moss)
  await site.db
    .insertInto('moderators')
    .values({ community_id: moss.id, user_id: moderator.id, position: 1 })
    .execute()
  const write = (author: typeof member, userGroup: string) =>
    author.post('/api/posts', { type: 'text', title: 'A post', community: moss.name, userGroup })
  await write(member, 'normal')
  await write(moderator, 'mods')
  await write(admin, 'admins')

  await open(page, `/${moss.name}?sort=latest`)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.nth(0)).toContainText(/@admin\d+.*Admin/)
  await expect(cards.nth(1)).toContainText(/@moderator\d+.*Mod/)
  await expect(cards.nth(2)).not.toContainText(/Admin|Mod/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()

  const leaves = async (who: typeof member) => {
    const window = await openWindow(who)
    await open(window, `/${moss.name}`)
    const join = window.getByRole('main').getByRole('button', { name: /^Join/ })
    if ((await join.textContent())?.startsWith('Join ')) await join.click()
    await expect(join).toHaveText(/^Joined/)
    // The sidebar lists the community once the server has answered; until then a second press is ignored.
    await expect(
      window.getByRole('navigation', { name: 'My communities' }).getByRole('link', { name: moss.name }),
    ).toBeVisible()
    await join.click()
    return window
  }
  await expect((await leaves(member)).getByRole('main').getByRole('button', { name: /^Join / })).toBeVisible()
  await expect((await leaves(moderator)).getByRole('dialog')).toContainText('You moderate this community')
})
