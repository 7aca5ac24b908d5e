import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

/** Every way to close a dialog restores the page. */
const waysOut: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => page.keyboard.press('Escape'),
  (page) => page.mouse.click(12, 700),
  (page) => page.goBack(),
]

test('[CORE-2-087] dialogs of lists, requests, moderators and admins close like all others', {
  tag: '@long',
}, async ({ openWindow, site }) => {
  test.setTimeout(240_000)
  const moss = await site.createCommunity('moss')
  const member = await site.signUp('rowan')
  const ferns = site.newName('ferns')
  await member.post('/api/community_requests', { name: ferns, note: '' })
  const dialogs: readonly [who: typeof member, address: string, button: string, dialog: RegExp][] = [
    [member, `/@${member.username}/lists`, 'Create list', /^Create list$/],
    [member, '/communities', 'Request community', /^Request a community$/],
    [site.keeper, `/${moss.name}/modtools/banned`, 'Ban user', /^Ban user$/],
    [site.keeper, '/admin/ipblocks', 'Block IP', /^Block IP$/],
    [site.keeper, '/admin/new-community-requests', `Deny ${ferns}`, /^Deny request for ferns/],
  ]
  for (const [who, address, button, name] of dialogs) {
    const page = await openWindow(who)
    await open(page, '/about')
    await open(page, address)
    for (const leave of waysOut) {
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toHaveAccessibleName(name)
      await leave(page)
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(address)
    }
    await page.goBack()
    await expect(page).toHaveURL('/about')
  }
})
