import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { awake, open } from './support/open.ts'
import type { Member } from './support/site.ts'
import { expect, test } from './support/test.ts'

const card = (page: Page, { username }: Member) => page.getByRole('region', { name: `About @${username}` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const firstStep = (page: Page, { username }: Member) => page.getByRole('dialog', { name: `Ban @${username}` })
const secondStep = (page: Page, { username }: Member) =>
  page.getByRole('dialog', { name: `Ban @${username}?` })

/** Presses a button that reloads the page on success, and waits for the reload. */
async function andReload(page: Page, press: () => Promise<void>) {
  const loaded = page.waitForEvent('load')
  await press()
  await loaded
  await awake(page)
}

// The second step always appears; the name must be typed only when content is deleted, too (CORE-4-054, CORE-5-032).
test('[CORE-2-179] [CORE-4-054] [CORE-4-055] [CORE-4-056] an admin bans and unbans a member', async ({
  page,
  site,
  signIn,
}) => {
  const rowan = await site.signUp('rowan')
  await signIn(site.keeper)
  await open(page, `/@${rowan.username}`)
  // [CORE-6-016]
  const details = page.getByRole('complementary').getByRole('region', { name: 'Details for admins' })
  await expect(details.getByRole('row', { name: 'ID', exact: false }).first()).toContainText(rowan.id)

  await button(page, 'Ban user').click()
  await expectAccessible(page)
  await firstStep(page, rowan).getByRole('button', { name: 'Continue' }).click()
  await expect(secondStep(page, rowan).getByRole('textbox', { name: 'Username' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(secondStep(page, rowan)).toHaveCount(0)
  await expect(card(page, rowan)).not.toContainText('Suspended')

  await button(page, 'Ban user').click()
  const reason = firstStep(page, rowan).getByRole('textbox', { name: 'Reason' })
  await reason.press('Enter')
  await expect(secondStep(page, rowan)).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Ban user').click()
  await reason.fill('Spam')
  await reason.press('Control+Enter')
  await andReload(page, () => secondStep(page, rowan).getByRole('button', { name: 'Ban user' }).click())
  await expect(card(page, rowan)).toContainText('Suspended')
  await expect(rowan.get('/api/_user')).rejects.toThrow('401')

  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await button(page, 'Unban user').click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Unban user').click()
  await andReload(page, () => question.getByRole('button', { name: 'Unban user' }).click())
  await expect(card(page, rowan)).not.toContainText('Suspended')
  await expect(button(page, 'Ban user')).toBeVisible()
})

test('[CORE-4-053] [CORE-5-032] [CORE-7-045] an admin bans a member with all content, after typing the name', async ({
  page,
  site,
  signIn,
}) => {
  const rowan = await site.signUp('Rowan')
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(rowan, moss.name, { title: 'Cheap things' })
  await signIn(site.keeper)
  await open(page, `/@${rowan.username}`)
  await button(page, 'Ban user').click()
  const everything = page.getByRole('checkbox', { name: "Delete all of the user's posts and comments" })
  await expect(everything).not.toBeChecked()
  await everything.check()
  await firstStep(page, rowan).getByRole('button', { name: 'Continue' }).click()
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/_admin')) asked.push(request.postDataJSON())
  })
  const name = secondStep(page, rowan).getByRole('textbox', { name: 'Username' })
  const confirm = secondStep(page, rowan).getByRole('button', { name: 'Ban user' })
  for (const wrong of ['', `${rowan.username}x`]) {
    await name.fill(wrong)
    await confirm.click()
    await expect(page.getByText('Usernames do not match!')).toBeVisible()
  }
  expect(asked).toEqual([])
  await name.fill(rowan.username.toUpperCase())
  await andReload(page, () => confirm.click())
  const suspension = { kind: 'reading', expires: null, reason: '' }
  expect(asked).toEqual([
    { action: 'ban_user', username: rowan.username, ...suspension, deleteContentDays: 0 },
  ])
  await expect
    .poll(() => site.keeper.get(`/api/posts/${post.publicId}`))
    .toMatchObject({ deletedAs: 'admins', deletedContent: true, body: '' })
})

test('[CORE-8-030] failures are shown, and nobody else is offered a ban', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  openWindow,
  forgive,
}) => {
  forgive(/_admin|403/)
  const rowan = await site.signUp('rowan')
  await signIn(site.keeper)
  await open(page, `/@${rowan.username}`)
  await button(page, 'Ban user').click()
  await firstStep(page, rowan).getByRole('button', { name: 'Continue' }).click()
  await site.db.updateTable('users').set({ is_admin: true }).where('id', '=', rowan.id).execute()
  await secondStep(page, rowan).getByRole('button', { name: 'Ban user' }).click()
  await expect(page.getByText("Failed to ban user: Admins can't be banned.")).toBeVisible()

  // [CORE-6-019]
  for (const { username } of [rowan, site.keeper]) {
    await open(page, `/@${username}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(username)
    await expect(button(page, 'Ban user')).toHaveCount(0)
  }
  const sorrel = await site.signUp('sorrel')
  const member = await openWindow(await site.signUp('reader'))
  await open(member, `/@${sorrel.username}`)
  await expect(button(member, 'Mute user')).toBeVisible()
  await expect(button(member, 'Ban user')).toHaveCount(0)
})
