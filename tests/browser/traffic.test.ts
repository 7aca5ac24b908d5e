import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const most = 5
test.use({ environment: { RATE_LIMITS: 'on', PAGES_BEFORE_CHECK: `${most}` } })

test('a guest of a network that reads much is checked once, and then reads on', async ({
  page,
  baseURL,
  forgive,
}) => {
  forgive(/429/)
  for (let read = 0; read < most; read += 1) await fetch(`${baseURL}/all`)
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) statuses.push(response.status())
  })
  await page.goto('/communities')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(statuses).toEqual([429, 200, 200])
})

test('admins see what costs most, and block a network for a while', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  await sql`insert into traffic_counts (at, kind, name, requests, milliseconds, challenges, solved) values
    (now(), 'network', '203.0.113.0/24', 21200, 931200, 140, 2),
    (now(), 'agent', 'Mozilla/5.0 (compatible; Scraper/1.0; +https://scraper.example/bot.html)', 19800, 929900, 130, 1)`.execute(
    site.db,
  )
  await signIn(site.keeper)
  await open(page, '/admin/traffic')
  await expect(page.getByRole('table', { name: 'Requests by program' })).toContainText('Scraper/1.0')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Last 24 hours' }).click()
  await page.getByRole('button', { name: 'Block 203.0.113.0/24' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toHaveValue('203.0.113.0/24')
  await expect(dialog.getByLabel('Expires in (hours)')).toHaveValue('24')
  await dialog.getByRole('button', { name: 'Block IP' }).click()
  await expect(dialog).toBeHidden()
  await open(page, '/admin/ipblocks')
  await expect(page.getByRole('table', { name: 'IP blocks' })).toContainText('203.0.113.0/24')
})
