import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

// A private forum: guests see nothing. A site of its own.
test.use({ environment: { JOINING: 'invitation', PRIVATE_FORUM: 'on' } })
test.describe.configure({ mode: 'default' })

const password = 'long enough'

test.describe('on a phone', { tag: '@phone' }, () => {
  test('someone who was invited joins a private forum by the link, and a minute later reads and writes there', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const moss = await site.createCommunity('moss')
    const { title } = await site.createPost(site.keeper, moss.name, { title: site.newName('Spores') })
    const name = site.newName('rowan')

    await signIn(site.keeper)
    await open(page, '/admin/invitations')
    await page.getByRole('button', { name: 'Invite', exact: true }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).tap()
    const link = await page.getByRole('dialog', { name: 'Your link' }).getByLabel('Link').inputValue()

    const guest = await openWindow()
    await open(guest, link)
    const main = guest.getByRole('main')
    await expect(main).toContainText(`@${site.keeper.username} invited you`)
    await expect(guest.locator('body')).not.toContainText(title)
    await expectAccessible(guest)
    await main.getByLabel('Username').fill(name)
    await main.getByLabel('Password', { exact: true }).fill(password)
    await main.getByLabel('Repeat password').fill(password)
    await main.getByRole('button', { name: 'Create account' }).tap()

    const welcome = guest.getByRole('dialog', { name: 'Welcome to Folkmoot' })
    await expect(welcome.getByRole('heading', { name: 'Choose your communities' })).toBeFocused()
    await welcome.getByRole('checkbox', { name: moss.name, exact: true }).check()
    await welcome.getByRole('button', { name: 'Continue' }).tap()
    await welcome.getByRole('button', { name: 'Go to feed' }).tap()
    await expect(welcome).toBeHidden()

    await expect(guest).toHaveURL('/')
    await main.getByRole('link', { name: title }).tap()
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await discussion(guest).getByRole('button', { name: 'Add a comment' }).tap()
    await writing(guest).fill('Hello to all of you!')
    await discussion(guest).getByRole('button', { name: 'Comment', exact: true }).tap()
    await expect(comment(guest, 'Hello to all of you!')).toBeVisible()

    // The link was for one.
    const late = await openWindow()
    await open(late, link)
    await expect(late.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
    await expect(late.getByRole('main')).toContainText('reached its limit')
    await expectAccessible(late)
  })
})
