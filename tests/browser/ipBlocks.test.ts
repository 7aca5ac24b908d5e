import type { Page } from '@playwright/test'
import type { IpBlock } from '../../contract/entities/ipBlock.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, strict, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

// The browser acts as a proxy, so that a test can choose its IP address.
test.use({ environment: strict })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Block IP' })
const row = (page: Page, address: string) =>
  page.getByRole('row').filter({ has: page.getByText(address, { exact: true }) })

async function fill(page: Page, fields: { address: string; expiresIn?: string; note?: string }) {
  await dialog(page).getByRole('textbox', { name: 'Address' }).fill(fields.address)
  await dialog(page)
    .getByRole('textbox', { name: 'Expires in (hours)' })
    .fill(fields.expiresIn ?? '')
  await dialog(page)
    .getByRole('textbox', { name: 'Note' })
    .fill(fields.note ?? '')
  await dialog(page).getByRole('button', { name: 'Block IP' }).click()
}

test('[ACC-2-082] [ACC-2-083] [ACC-4-015] an address is blocked and unblocked', async ({
  page,
  site,
  signIn,
  openWindow,
  forgive,
}) => {
  forgive(/400/)
  await signIn(site.keeper)
  await open(page, '/admin/ipblocks')
  await expect(page.getByText('No blocked addresses')).toBeVisible()

  await page.getByRole('button', { name: 'Block IP' }).click()
  await expectAccessible(page)
  // [ACC-5-034] [ACC-5-037] [ACC-8-018]
  await fill(page, { address: '10.*.0.1', expiresIn: 'soon' })
  await expect(dialog(page).getByText('Invalid wildcard')).toBeVisible()
  await expect(dialog(page).getByText('Invalid expires in value')).toBeVisible()
  await fill(page, { address: '10.0.0.0/7' })
  await expect(dialog(page).getByText('Error blocking IP: This range is too large.')).toBeVisible()
  await fill(page, { address: '127.0.0.1' })
  await expect(dialog(page).getByText('Error blocking IP: This would block your own address.')).toBeVisible()
  // [ACC-5-033] [ACC-5-036] [ACC-5-039]
  await fill(page, { address: '203.0.*.*', expiresIn: '12', note: 'Floods us.' })
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, '203.0.0.0/16')).toContainText('Active')
  await expect(row(page, '203.0.0.0/16')).toContainText('until')
  await expect(row(page, '203.0.0.0/16')).toContainText('Floods us.')
  await expect(row(page, '203.0.0.0/16')).toContainText('@keeper')

  await expectAccessible(page)

  const visitor = await openWindow()
  await visitor.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' })
  const refused = await visitor.request.get('/', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(refused.status()).toBe(403)
  expect(await refused.text()).toContain('blocked')

  await page.getByRole('button', { name: 'Unblock 203.0.0.0/16' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep blocked' }).click()
  await expect(row(page, '203.0.0.0/16')).toContainText('Active')
  await page.getByRole('button', { name: 'Unblock 203.0.0.0/16' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(row(page, '203.0.0.0/16')).toContainText('Lifted')
  await expect(row(page, '203.0.0.0/16').getByRole('button')).toHaveCount(0)
  const answer = await visitor.goto('/')
  expect(answer?.status()).toBe(200)
})

test('[ACC-9-002] [ACC-9-003] [ACC-7-057] long lists are cut and can be loaded', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/ERR_FAILED/)
  for (let number = 0; number < 12; number += 1) {
    const { id } = await site.signUp('seen')
    await site.db
      .updateTable('users')
      .set({ last_seen_ip: '198.51.100.9', last_seen_at: new Date(Date.now() - number * 60_000) })
      .where('id', '=', id)
      .execute()
  }
  for (let number = 0; number < 20; number += 1)
    await site.keeper.post('/api/ipblocks', { address: `192.0.2.${number}` })
  const crowded = await site.keeper.post<IpBlock>('/api/ipblocks', { address: '198.51.100.*' })
  expect(crowded.associatedUsers).toHaveLength(12)

  await signIn(site.keeper)
  await open(page, '/admin/ipblocks')
  const users = row(page, '198.51.100.0/24').getByRole('cell').nth(3)
  await expect(users.getByRole('link')).toHaveText(
    crowded.associatedUsers.slice(0, 10).map((name) => `@${name}`),
  )
  await expect(users).toContainText('and 2 more')
  await expect(row(page, '192.0.2.0')).toHaveCount(0)
  await page.route('**/api/ipblocks*', (route) => route.abort())
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('alert')).toContainText("Make sure you're connected to the internet")
  await page.unroute('**/api/ipblocks*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, '192.0.2.0')).toBeVisible()

  await page.getByRole('switch', { name: 'Block the Tor network' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  expect(await site.keeper.get('/api/site_settings')).toMatchObject({ torBlocked: true })
  await page.getByRole('switch', { name: 'Block the Tor network' }).click()
  await expect.poll(() => site.keeper.get('/api/site_settings')).toMatchObject({ torBlocked: false })
})
