import { sql } from 'kysely'
import { statisticsNames } from '../../contract/words.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('[ACC-2-084] admins see what was counted in a period as charts and as a table', async ({
  page,
  site,
  signIn,
}) => {
  const numbers = sql.join(
    statisticsNames.flatMap((name, index) => [sql.lit(name), sql`${sql.lit(index + 1)} * n`]),
  )
  await sql`delete from site_statistics`.execute(site.db)
  await sql`
    insert into site_statistics (hour, created_at, numbers)
    select at, at, jsonb_build_object(${numbers})
    from generate_series(1, 10) as n,
      lateral (select date_trunc('hour', now(), 'UTC') - (10 - n) * interval '1 hour' as at)`.execute(site.db)
  await signIn(site.keeper)
  await open(page, '/admin/bss')
  const charts = page.getByRole('img', { name: /^From / })
  await expect(charts).toHaveCount(6)
  await expect(charts.first()).toHaveAccessibleName(
    /day from 1 to 10, week from 2 to 20, and month from 3 to 30$/,
  )
  await expectAccessible(page)

  await page.getByRole('link', { name: '1 year' }).click()
  await expect(page).toHaveURL(/period=year/)
  // One or two weeks, so a chart may say nothing.
  const rows = page.getByRole('rowgroup').last().getByRole('row')
  await expect.poll(() => rows.count()).toBeLessThanOrEqual(2)
})
