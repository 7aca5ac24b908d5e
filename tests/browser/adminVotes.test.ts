import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('admins find accounts that vote together, and stop counting their votes', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  await site.createCommunity('boosting')
  await sql`insert into users (username, created_at) select 'ballot_' || n, now() - make_interval(days => n) from generate_series(1, 60) n`.execute(
    site.db,
  )
  await sql`insert into users (username) values ('boosted')`.execute(site.db)
  await sql`
    with written as (
      insert into posts (public_id, type, author_id, community_id, title, body, body_html, upvotes)
      select 'v' || lpad(n::text, 7, '0'), 'text', (select id from users where username = 'boosted'), (select id from communities where name like 'boosting%' limit 1),
        'Buy my book', 'b', 'b', case when n <= 8 then 4 else 1 end
      from generate_series(1, 300) n returning id, public_id)
    insert into post_votes (post_id, user_id, up, moves_points, created_at)
    select written.id, users.id, true, false, now() - interval '1 hour'
    from written join users on (username in ('ballot_1', 'ballot_2', 'ballot_3') and public_id <= 'v0000008')
      or (username like 'ballot%' and substr(username, 8)::integer > 3 and substr(public_id, 2)::integer / 5 = substr(username, 8)::integer)`.execute(
    site.db,
  )
  await signIn(site.keeper)
  await open(page, '/admin/votes')
  const group = page.getByRole('table', { name: 'Group 1' })
  await expect(group.getByRole('row')).toHaveCount(4)
  await expectAccessible(page)

  // What was ticked in another period is not chosen any more.
  const chosen = page.getByRole('region', { name: 'Selected users' })
  const periods = page.getByRole('navigation', { name: 'Period' })
  await group.getByRole('checkbox', { name: 'Select @ballot_1' }).check()
  await expect(chosen).toContainText('1 account selected')
  await periods.getByRole('link', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/period=day$/)
  await expect(chosen).toBeHidden()
  await periods.getByRole('link', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/period=week$/)

  // By keyboard alone.
  await page.getByRole('button', { name: 'Select all 3 accounts' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(chosen).toContainText('3 accounts selected')
  // On phones, actions that have no room are in a menu.
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = chosen.getByRole('button', { name: 'More actions' })
  await expect(menu).toBeVisible()
  expect((await chosen.boundingBox())?.height).toBeLessThanOrEqual(100)
  await expectAccessible(page)
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Ban' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ban 3 accounts?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1320, height: 1050 })
  await chosen.getByRole('button', { name: 'Stop counting votes' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('@ballot_1, @ballot_2')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('A ring')
  await dialog.getByRole('button', { name: 'Stop counting votes from 3 accounts' }).click()
  await expect(page).toHaveURL(/\/admin\/bulk$/)
  await expect(page.getByRole('region', { name: 'Stop counting votes from 3 accounts' })).toContainText(
    'Done: 3 of 3 accounts changed.',
  )

  await page.getByRole('link', { name: 'Votes', exact: true }).click()
  await expect(group.getByText('Not counted')).toHaveCount(3)
  await open(page, '/admin/votes?period=day')
  await expect(
    page.getByRole('table', { name: "Accounts whose votes don't count" }).getByText('Done'),
  ).toHaveCount(3)
  const { rows } = await sql<{
    upvotes: number
  }>`select upvotes from posts where public_id = 'v0000001'`.execute(site.db)
  expect(rows).toEqual([{ upvotes: 1 }])

  await page.getByRole('link', { name: 'Bulk actions' }).click()
  const action = page.getByRole('region', { name: 'Stop counting votes from 3 accounts' })
  await action.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Count votes from 3 accounts again' })).toContainText(
    'Done: 3 of 3 accounts changed.',
  )
  await open(page, '/admin/votes')
  await expect(page.getByRole('table', { name: "Accounts whose votes don't count" })).toBeHidden()

  await page.getByRole('checkbox', { name: 'Select @ballot_1' }).first().check()
  await chosen.getByRole('button', { name: 'Slow down voting' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Slow down voting by 1 account' }).click()
  await expect(page.getByRole('region', { name: 'Slow down voting by 1 account' })).toContainText(
    'Done: 1 of 1 account changed.',
  )
  await open(page, '/admin/votes')
  await expect(page.getByRole('table', { name: 'Slowed-down accounts' })).toContainText('@ballot_1')
  await expectAccessible(page)
  // Each action is offered for the accounts that it concerns.
  const slowDown = chosen.getByRole('button', { name: 'Slow down voting' })
  const allowNormal = chosen.getByRole('button', { name: 'Allow normal voting' })
  await group.getByRole('checkbox', { name: 'Select @ballot_1' }).check()
  await expect(allowNormal).toBeVisible()
  await expect(slowDown).toBeHidden()
  await group.getByRole('checkbox', { name: 'Select @ballot_2' }).check()
  await allowNormal.click()
  await expect(dialog).toContainText('Let 1 account vote normally again?')
  await expect(dialog).not.toContainText('@ballot_2')
  await page.keyboard.press('Escape')
  await slowDown.click()
  await expect(dialog).toContainText('Slow down voting by 1 account?')
  await expect(dialog).not.toContainText('@ballot_1')
  await page.keyboard.press('Escape')
  await open(page, '/@ballot_1')
  await page.getByRole('button', { name: 'Allow normal voting' }).click()
  await expect(page.getByRole('button', { name: 'Allow normal voting' })).toBeHidden()
})

test('an admin reads that nothing is unusual, and members do not see the page', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  await signIn(site.keeper)
  await open(page, '/admin/votes?period=day')
  await expect(page.getByRole('region', { name: 'Not counted' })).toContainText('All votes count.')
  await expectAccessible(page)
  await page.goto('about:blank')
  await signIn(await site.signUp('robin'))
  await page.goto('/admin/votes')
  await expect(page.getByText('Nothing unusual.')).toHaveCount(0)
})
