import { expectAccessible } from './support/axe.ts'
import { keysAwake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const password = 'long enough'

// Later tests of this worker have the same server, and their members would join the community as well.
test.afterEach(async ({ site }) => {
  await site.db.updateTable('communities').set({ is_default: false }).execute()
})

test.describe('on a phone', { tag: '@phone' }, () => {
  // [CORE-2-252] [CORE-2-253] [CORE-2-254]
  test('a new member chooses communities and notifications without another page load, and sees a feed', async ({
    page,
    site,
    forgive,
  }) => {
    // Chromium logs the expected 404: nobody has the name yet.
    forgive(/404.*\/api\/users\//)
    const [moss, fern, oak] = [
      await site.createCommunity('moss'),
      await site.createCommunity('fern'),
      await site.createCommunity('oak'),
    ]
    await site.keeper.post('/api/_admin', { action: 'add_default_forum', name: oak.name })
    const { title } = await site.createPost(site.keeper, moss.name, { title: site.newName('Spores') })
    const name = site.newName('rowan')
    await open(page, '/?sort=latest')
    await keysAwake(page)
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).tap()
    const form = page.getByRole('dialog')
    await form.getByLabel('Username').fill(name)
    await form.getByLabel('Password', { exact: true }).fill(password)
    await form.getByLabel('Repeat password').fill(password)
    await form.getByRole('button', { name: 'Create account' }).tap()

    const welcome = page.getByRole('dialog', { name: 'Welcome to Folkmoot' })
    await expect(welcome.getByRole('heading', { name: 'Choose your communities' })).toBeFocused()
    const search = welcome.getByLabel('Find a community by name')
    const box = (community: { name: string }) =>
      welcome.getByRole('checkbox', { name: community.name, exact: true })
    await search.fill(oak.name)
    await expect(box(oak)).toBeChecked()
    await search.fill(moss.name)
    await box(moss).check()
    await search.fill(fern.name)
    await box(fern).focus()
    await page.keyboard.press('Space')
    await expect(welcome.getByRole('status').getByText('3 selected')).toBeVisible()
    await expectAccessible(page)
    await welcome.getByRole('button', { name: 'Continue' }).tap()

    await expect(welcome.getByRole('heading', { name: 'Notifications' })).toBeFocused()
    await welcome.getByRole('switch', { name: 'Upvotes' }).uncheck()
    await welcome.getByLabel('Home feed').selectOption('My communities')
    await expectAccessible(page)
    await welcome.getByRole('button', { name: 'Go to feed' }).tap()
    await expect(welcome).toBeHidden()
    await expect(page.getByRole('main')).toContainText(title)
    expect(loads).toBe(0)

    const own = await (await page.request.get(`${site.url}/api/_initial`)).json()
    expect(own.communities.map((one: { name: string }) => one.name)).toEqual(
      [fern, moss, oak].map((one) => one.name),
    )
    expect(own.user).toMatchObject({ upvoteNotificationsOff: true, homeFeed: 'subscriptions' })

    // [CORE-2-255] without any communities
    await site.db.deleteFrom('memberships').where('user_id', '=', own.user.id.replace(/^0+/, '')).execute()
    await open(page, '/')
    const empty = page.getByRole('main')
    await expect(empty).toContainText("You haven't joined any communities.")
    await expect(empty.getByRole('link', { name: 'See all posts' })).toBeVisible()
    await keysAwake(page)
    await empty.getByRole('button', { name: 'Choose communities' }).tap()
    await expect(welcome).toBeVisible()
    await welcome.getByRole('button', { name: 'Skip' }).tap()
    await welcome.getByRole('button', { name: 'Skip' }).tap()
    await expect(welcome).toBeHidden()
  })
})
