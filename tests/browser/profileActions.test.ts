import type { Page } from '@playwright/test'
import { picture } from '../support/pictures.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Member } from './support/site.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page, { username }: Member) => page.getByRole('region', { name: `About @${username}` })
const muteButton = (page: Page) => page.getByRole('button', { name: /ute user$/ })

test.describe('muting a member', () => {
  // [CORE-2-176] [CORE-8-033]
  test('[CORE-8-031] excludes their posts from feeds until they are unmuted', async ({
    page,
    site,
    signIn,
  }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    await site.createPost(rowan, moss.name, { title: 'Of Rowan' })
    await signIn(await site.signUp('reader'))
    await page.clock.install()
    await open(page, `/${moss.name}`)
    const post = page.getByRole('article').filter({ hasText: 'Of Rowan' })
    await post.getByRole('link', { name: `@${rowan.username}` }).click()

    await expect(muteButton(page)).toBeVisible()
    // From here on the toast's time passes as the test says.
    await page.clock.pauseAt(Date.now() + 60_000)
    await muteButton(page).click()
    const muted = page.getByText(
      `Posts from @${rowan.username} won't appear on any of your feeds from now on.`,
    )
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
    await expect(muteButton(page)).toHaveText('Unmute user')
    await page.reload()
    await expect(muteButton(page)).toHaveText('Unmute user')
    await open(page, `/${moss.name}`)
    await expect(page.getByText('No posts yet')).toBeVisible()

    await open(page, `/@${rowan.username}`)
    await muteButton(page).click()
    await expect(page.getByText(`Unmuted @${rowan.username}`)).toBeVisible()
    await open(page, `/${moss.name}`)
    await expect(post).toBeVisible()
  })

  test('is undone when it fails', async ({ page, site, signIn, forgive }) => {
    forgive(/mutes|ERR_FAILED/)
    const rowan = await site.signUp('rowan')
    await signIn(await site.signUp('reader'))
    await open(page, `/@${rowan.username}`)
    await page.route('**/api/mutes', (route) => route.abort())
    await muteButton(page).click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(muteButton(page)).toHaveText('Mute user')
  })

  test('[CORE-2-177] requires a login, and is not offered to the member themself', async ({
    page,
    site,
    signIn,
  }) => {
    const rowan = await site.signUp('rowan')
    await open(page, `/@${rowan.username}`)
    await muteButton(page).click()
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()
    await signIn(rowan)
    await open(page, `/@${rowan.username}`)
    await expect(card(page, rowan)).toBeVisible()
    await expect(muteButton(page)).toHaveCount(0)
  })
})

test.describe('admins see', () => {
  // [CORE-2-172] [CORE-2-187]
  test('[CORE-2-180] [CORE-4-057] [CORE-4-058] a button for the supporter badge, which all see', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    await site.createPost(rowan, moss.name)
    await signIn(site.keeper)
    await open(page, `/@${rowan.username}`)
    const refetched = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'GET' &&
        new URL(answer.url()).pathname === `/api/users/${rowan.username}`,
    )
    await page.getByRole('button', { name: 'Give supporter badge' }).click()
    await refetched
    await expect(card(page, rowan).getByText('Supporter', { exact: true })).toBeVisible()
    const reader = await openWindow()
    await reader.goto(`/@${rowan.username}`)
    const sideCard = reader.getByRole('complementary').getByRole('region', { name: 'Badges' })
    await expect(sideCard).toContainText('Supporter')
    await expect(reader.getByRole('article').getByTitle('Supporter')).toBeVisible()
    await expect(reader.getByRole('button', { name: /supporter badge/ })).toHaveCount(0)

    await page.getByRole('button', { name: 'Remove supporter badge' }).click()
    await expect(page.getByRole('button', { name: 'Give supporter badge' })).toBeVisible()
    await expect(card(page, rowan).getByText('Supporter', { exact: true })).toHaveCount(0)
  })

  test('at the field who runs a bot that nobody has that name', async ({ page, site, signIn, watched }) => {
    watched.forgive(/404 \(Not Found\)/)
    const rowan = await site.signUp('rowan')
    const wren = await site.signUp('wren')
    await signIn(site.keeper)
    await open(page, `/@${rowan.username}`)
    await page.getByRole('button', { name: 'Label as bot' }).click()
    const dialog = page.getByRole('dialog', { name: 'Label as bot' })
    const owner = dialog.getByRole('textbox', { name: 'Run by' })
    await owner.fill('nobody_here')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText("There's no other member with this username.")
    await expectAccessible(page)
    await owner.fill(wren.username)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(card(page, rowan)).toContainText(`Run by @${wren.username}`)
    await expect(page.getByRole('button', { name: 'Remove bot label' })).toBeVisible()
  })

  // [CORE-2-175] [CORE-2-178] [CORE-6-021]
  test('[CORE-2-200] [CORE-2-204] [CORE-2-205] a deleted account, and who deleted it', {
    tag: '@long',
  }, async ({ page, site, openWindow }) => {
    const rowan = await site.signUp('rowan')
    await site.keeper.delete(`/api/users/${rowan.username}`, { password: site.keeper.password })
    await page.goto(`/@${rowan.username}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account deleted.')
    await expect(page.getByRole('region')).toHaveCount(0)
    await expect(page.locator('head > meta[name=robots]')).toHaveAttribute('content', 'noindex')

    const keeper = await openWindow(site.keeper)
    await open(keeper, `/@${rowan.username}`)
    await expect(card(keeper, rowan)).toContainText(/Deleted on \d+ \w+ \d{4}/)
    await expect(muteButton(keeper)).toBeDisabled()
    const beside = keeper.getByRole('complementary')
    const details = beside.getByRole('region', { name: 'Details for admins' })
    await expect(details.getByRole('row').filter({ hasText: 'Username' })).toContainText(rowan.username)
    const deletedBy = beside.getByText(`Deleted by @${site.keeper.username}`)
    const red = await keeper.evaluate(() => {
      const probe = document.createElement('i')
      probe.style.color = 'var(--danger)'
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    await expect(deletedBy).toHaveCSS('color', red)
    await expectAccessible(keeper)
  })
})

test.describe('the viewer’s own picture', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Profile picture' })

  // [CORE-6-009]
  test('[CORE-2-194] [CORE-2-195] [CORE-2-197] [CORE-8-027] is uploaded and gets an alt text', async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(rowan, post, 'Green.')
    await signIn(rowan)
    await open(page, `/@${rowan.username}`)
    await page.getByRole('button', { name: 'Edit profile picture' }).click()
    const dialog = dialogOf(page)
    await expectAccessible(page)
    await expect(dialog.locator('input[type=file]')).toHaveAttribute('accept', 'image/*')

    // [CORE-2-198]
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: /^Upload/ }).click()
      await (await chooser).setFiles(file)
    }
    await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No image.') })
    await expect(dialog.getByRole('alert')).toHaveText(/^Unsupported image format\. Choose/)
    await choose({ name: 'moss.jpg', mimeType: 'image/jpeg', buffer: await picture(3) })
    await expect(dialog.getByRole('button', { name: 'Upload another image' })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill('Moss on a stone')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Alt text saved.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(card(page, rowan).getByRole('img', { name: 'Moss on a stone' })).toBeVisible()

    // Others see it, too, unless they turned off the pictures of members.
    const comment = (window: Page) => window.getByRole('article', { name: `Comment by @${rowan.username}` })
    const reader = await site.signUp('reader')
    const window = await openWindow(reader)
    await window.goto(`/${moss.name}/post/${post.publicId}`)
    await expect(comment(window).locator('header img')).toHaveCount(1)
    await reader.post('/api/_settings?action=updateProfile', { hideUserProfilePictures: true })
    await window.reload()
    await expect(comment(window)).toBeVisible()
    await expect(comment(window).locator('header img')).toHaveCount(0)
  })

  test('[CORE-2-196] [CORE-2-199] is removed after a confirmation', async ({ page, site, signIn }) => {
    const rowan = await site.signUp('rowan')
    await rowan.sendImage(`/api/users/${rowan.username}/pro_pic`, await picture(4))
    await signIn(rowan)
    await open(page, `/@${rowan.username}`)
    await page.getByRole('button', { name: 'Edit profile picture' }).click()
    const question = page.getByRole('dialog', {
      name: 'Are you sure you want to delete the current image?',
    })
    const remove = dialogOf(page).getByRole('button', { name: 'Remove image' })
    await remove.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(remove).toBeVisible()
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(dialogOf(page).getByRole('button', { name: 'Upload image' })).toBeVisible()
    await expect(dialogOf(page).getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(card(page, rowan).getByRole('img')).toHaveCount(0)
  })
})
