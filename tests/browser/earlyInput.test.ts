import type { Page } from '@playwright/test'
import { hold } from './support/hold.ts'
import { awake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

/** Shows the page as the server rendered it. @returns what lets its program come, and waits for that. */
async function openWithoutProgram(page: Page, address: string): Promise<() => Promise<void>> {
  const letGo = await hold(page, '**/assets/*.js')
  await page.goto(address, { waitUntil: 'commit' })
  return async () => {
    letGo()
    await awake(page)
  }
}

test.describe('input before the scripts of a page have loaded', () => {
  test('a text that is typed into a search field filters, and stays', { tag: '@long' }, async ({
    page,
    site,
  }) => {
    const moss = await site.createCommunity('moss')
    await site.createCommunity('stone')
    const letGo = await openWithoutProgram(page, '/communities')
    const field = page.getByRole('searchbox', { name: 'Find a community by name' })
    await field.pressSequentially(moss.name)
    await page.keyboard.press('ArrowLeft')
    await letGo()
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveText([moss.name])
    await expect(page).toHaveURL(`/communities?q=${moss.name}`)
    await expect(field).toHaveValue(moss.name)
    // Typing continues at the same place.
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(moss.name.length - 1)
    await page.keyboard.press('Backspace')
    await expect(page).toHaveURL(`/communities?q=${moss.name.slice(0, -2)}${moss.name.slice(-1)}`)
  })

  test('a text that is changed and a switch that is turned can be saved', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss', { about: 'Soft and green.' })
    await signIn(site.keeper)
    const letGo = await openWithoutProgram(page, `/${moss.name}/modtools/settings`)
    const text = page.getByRole('textbox', { name: 'Description' })
    const restrict = page.getByRole('switch', { name: 'Restrict posting' })
    const names = page.getByRole('switch', { name: "Show moderators' names in the moderation log" })
    await text.press('End')
    await text.pressSequentially(' Wet.')
    await restrict.check()
    await names.check()
    await letGo()
    await expect(text).toHaveValue('Soft and green. Wet.')
    await page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue('Soft and green. Wet.')
    await expect(restrict).toBeChecked()
    await expect(names).toBeChecked()
  })

  test('a choice from a list counts, and one that is taken back does not', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const member = await site.signUp('rowan')
    await signIn(member)
    const letGo = await openWithoutProgram(page, '/settings')
    await page.getByRole('combobox', { name: 'Home feed' }).selectOption('Subscriptions')
    await page.getByRole('switch', { name: 'Show video players' }).uncheck()
    await page.getByRole('switch', { name: 'Require alt text' }).check()
    await page.getByRole('switch', { name: 'Require alt text' }).uncheck()
    await letGo()
    const saved = () =>
      site.db
        .selectFrom('users')
        .select(['home_feed', 'embeds_off', 'require_alt_text'])
        .where('id', '=', member.id)
        .executeTakeFirst()
    await expect
      .poll(saved)
      .toEqual({ home_feed: 'subscriptions', embeds_off: true, require_alt_text: false })
  })

  test('a press counts, and one that is repeated because nothing seems to happen counts once', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(site.keeper, post, 'Soft.')
    await site.comment(site.keeper, post, 'Green.')
    await signIn(await site.signUp('rowan'))
    const letGo = await openWithoutProgram(page, `/${moss.name}/post/${post.publicId}`)
    const comment = (text: string) =>
      page.getByRole('region', { name: 'Comments' }).getByRole('article').filter({ hasText: text })
    await comment('Soft.').getByRole('button', { name: 'Collapse' }).click({ clickCount: 2 })
    await comment('Green.').getByRole('button', { name: 'Reply' }).click()
    await letGo()
    await expect(page.getByRole('button', { name: 'Expand' })).toHaveCount(1)
    await expect(comment('Green.').getByRole('textbox', { name: 'Reply' })).toBeFocused()
  })

  test('a press of a button that also works without scripts counts', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('rowan'))
    const letGo = await openWithoutProgram(page, `/communities?q=${moss.name}`)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: moss.name })
    await row.getByRole('button', { name: `Join ${moss.name}` }).click()
    await letGo()
    await expect(row.getByRole('button', { name: `Joined ${moss.name}` })).toBeVisible()
    await expect(row).toContainText('2 members')
  })

  test('a form is sent with what was typed, and its password never gets into the URL', async ({
    page,
    site,
  }) => {
    const member = await site.signUp('rowan')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const letGo = await openWithoutProgram(page, '/login')
    await page.getByLabel('Username').fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await letGo()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: `@${member.username}` })).toBeVisible()
    expect(addresses.filter((address) => address.includes('password'))).toEqual([])
  })

  test('what the browser fills in after a reload changes nothing', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/settings`)
    await page.getByRole('switch', { name: 'Restrict posting' }).check()
    // Not saved.
    page.on('dialog', (dialog) => dialog.accept())
    await page.reload()
    await awake(page)
    await expect(
      page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Save' }),
    ).toBeDisabled()
  })
})
