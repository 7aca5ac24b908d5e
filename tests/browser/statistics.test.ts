import { sql } from 'kysely'
import { statisticsNames } from '../../contract/words.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('[ACC-2-084] [ACC-7-056] admins see hourly counts as charts and as a table', async ({
  page,
  site,
  signIn,
}) => {
  // Thousands of cells, twice.
  test.slow()
  /** Inserts counts for this many hours; the server itself counts only the hour of its start. */
  const count = (hours: number) => {
    const build = sql.join(
      statisticsNames.flatMap((name, index) => [sql.lit(name), sql`${sql.lit(index + 1)} * n`]),
    )
    return sql`
      insert into site_statistics (hour, created_at, numbers)
      select at, at, jsonb_build_object(${build})
      from generate_series(1, ${hours}::integer) as n,
        lateral (select date_trunc('hour', now() - (300 - n) * interval '1 hour') as at)
      order by n on conflict (hour) do nothing`.execute(site.db)
  }
  await count(3)
  await signIn(site.keeper)
  await open(page, '/admin/bss')
  const charts = page.getByRole('img', { name: /^From / })
  await expect(charts).toHaveCount(6)
  await expectAccessible(page)

  await count(290)
  await open(page, '/admin/bss')
  const rows = page.getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(250)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(290)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  const oldest = await rows.last().getByRole('cell').allTextContents()
  expect(oldest.slice(1)).toEqual(statisticsNames.map((_, index) => String(index + 1)))

  await expect(charts.first()).toHaveAccessibleName(
    /day from 1 to \d+, week from 2 to \d+, month from 3 to \d+$/,
  )
})
