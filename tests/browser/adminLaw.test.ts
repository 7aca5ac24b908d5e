import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('an admin reads the counts of a year and downloads them', async ({ page, site, signIn }) => {
  const year = new Date().getUTCFullYear() - 1
  await sql`insert into moderation_days (day, counts, minutes) values
    (${`${year}-06-15`}, '[{"name": "remove_post", "as": "mods", "rule": "=Be kind", "count": 1234}]', '{"appeal": [90]}')
    on conflict (day) do update set counts = excluded.counts, minutes = excluded.minutes`.execute(site.db)
  await signIn(site.keeper)
  await open(page, '/admin/law')
  await page.getByRole('link', { name: 'Transparency' }).click()
  await page.getByRole('link', { name: String(year), exact: true }).click()
  await expect(page).toHaveURL(`/admin/transparency?year=${year}`)
  await expect(page.getByRole('row', { name: 'Posts removed, by moderators 1,234' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Median time to an answer 1 hour' })).toBeVisible()
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('transparency.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`'=Be kind,1234,count`)
})

test('an admin reads retention periods, documents and connections', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  await signIn(site.keeper)
  await open(page, '/admin/retention')
  await expect(page.getByRole('row', { name: /^Drafts 90 days after they were last saved/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Risks' }).click()
  await expect(page.getByRole('heading', { name: '17. Animal cruelty' })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Markdown' }).click()
  expect((await download).suggestedFilename()).toBe('risk-assessment.md')
  await page.getByRole('link', { name: 'Records', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Time limits for erasure' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'External content' }).click()
  await expect(page.getByRole('row', { name: /^www\.youtube-nocookie\.com/ })).toBeVisible()
  await expectAccessible(page)
})
