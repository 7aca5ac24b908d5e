import { sql } from 'kysely'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('[ACC-2-299] admins act on several users at once, and on one by its menu', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const [wren, robin] = [await site.signUp('wren'), await site.signUp('robin')]
  await signIn(site.keeper)
  await open(page, '/admin/users')
  const row = ({ username }: { username: string }) =>
    page
      .getByRole('table', { name: 'Users' })
      .getByRole('row')
      .filter({ hasText: `@${username}` })
  for (const user of [wren, robin])
    await page.getByRole('checkbox', { name: `Select @${user.username}` }).check()
  const selected = page.getByRole('region', { name: 'Selected users' })
  await expect(selected).toContainText('2 accounts selected')
  await expectAccessible(page)
  await selected.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ban 2 accounts' }).click()
  await expect(page).toHaveURL(/\/admin\/bulk$/)
  await expect(page.getByRole('region', { name: 'Ban 2 accounts' }).first()).toContainText(
    'Done: 2 of 2 accounts changed.',
  )

  await page.getByRole('link', { name: 'Users' }).click()
  await expect(row(wren)).toContainText('Suspended')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Banned')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/state=banned/)
  await row(robin)
    .getByRole('button', { name: `Actions for @${robin.username}` })
    .click()
  await page.getByRole('menuitem', { name: 'Unban' }).click()
  await expect(row(robin)).toHaveCount(0)
  await expect(row(wren)).toHaveCount(1)
})

test('admins restore what a ban removed, after they have lifted it', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const community = await site.createCommunity('restored')
  const rowan = await site.signUp('rowan')
  const post = await site.createPost(rowan, community.name, { title: 'A calm post', body: 'Its text.' })
  const shown = () => site.keeper.get(`/api/posts/${post.publicId}`)
  await site.keeper.post('/api/_admin', {
    action: 'ban_user',
    username: rowan.username,
    deleteContentDays: 0,
  })
  await expect.poll(shown).toMatchObject({ deletedAs: 'admins', body: '' })
  await signIn(site.keeper)
  await open(page, `/admin/users?q=${rowan.username}`)
  const menu = page.getByRole('button', { name: `Actions for @${rowan.username}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Unban' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).not.toContainText('Suspended')
  // A ban alone does not bring it back.
  expect(await shown()).toMatchObject({ deletedAs: 'admins' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Restore removed content' }).click()
  await expect.poll(shown).toMatchObject({ deleted: false, body: 'Its text.' })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Log out everywhere' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Restore removed content' })).toHaveCount(0)
})

test('admins find a wave of accounts, ban all of them with what they wrote, and undo it', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  const { db } = site
  const community = await site.createCommunity('flooded')
  await sql`insert into users (username, email, created_ip, last_seen_ip, post_count)
    select 'flood_' || n, 'flood' || n || '@flood.example', '203.0.113.5', '203.0.113.5', 1
    from generate_series(1, 120) n`.execute(db)
  await sql`insert into posts (public_id, type, author_id, community_id, title, body, body_html, created_at)
    select 'f' || lpad(users.id::text, 7, '0'), 'text', users.id, ${community.id}, 'Buy this', 'Cheap.',
      '<p>Cheap.</p>', now() from users where username like 'flood\\_%'`.execute(db)
  const left = async () => {
    const { rows } = await sql<{ left: number }>`
      select count(*)::integer as left from posts where title = 'Buy this' and deleted_at is null`.execute(db)
    return rows[0]?.left
  }
  await signIn(site.keeper)
  await open(page, '/admin/users')
  await page.getByText('More filters').click()
  await page.getByRole('textbox', { name: 'IP address or range' }).fill('203.0.113.0/24')
  await page.getByRole('textbox', { name: 'Email domain' }).fill('flood.example')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/mailDomain=flood.example/)
  await page.getByRole('button', { name: 'Select all 120 accounts' }).click()
  const selected = page.getByRole('region', { name: 'Selected users' })
  await expect(selected).toContainText('120 accounts selected')
  await expectAccessible(page)
  await selected.getByRole('button', { name: 'Ban', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ban 120 accounts?' })
  await expect(dialog).toContainText('@flood_120')
  await expect(dialog).toContainText('and 110 more')
  await dialog.getByRole('checkbox', { name: 'Remove all their posts and comments' }).check()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Number of accounts' }).fill('12')
  await dialog.getByRole('button', { name: 'Ban 120 accounts' }).click()
  await expect(dialog).toContainText('Enter 120.')
  await dialog.getByRole('textbox', { name: 'Number of accounts' }).fill('120')
  await dialog.getByRole('button', { name: 'Ban 120 accounts' }).click()

  const action = page.getByRole('region', { name: 'Ban 120 accounts', exact: true })
  await expect(action).toContainText('Done: 120 of 120 accounts changed.', { timeout: 30_000 })
  await expect(action).toContainText('from 203.0.113.0/24 and with @flood.example')
  await expectAccessible(page)
  expect(await left()).toBe(0)

  await action.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Unban 120 accounts' })).toContainText(
    'Done: 120 of 120 accounts changed.',
    { timeout: 30_000 },
  )
  expect(await left()).toBe(120)
})

test('admins restore what a ban removed, and the ban stays', async ({ page, site, signIn }) => {
  const wren = await site.signUp('wren')
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(wren, moss.name, { title: 'A nest in the moss' })
  const isShown = async () => {
    const { rows } = await sql<{ shown: boolean }>`
      select deleted_at is null as shown from posts where public_id = ${post.publicId}`.execute(site.db)
    return rows[0]?.shown
  }
  await site.keeper.post('/api/_admin', {
    action: 'ban_user',
    username: wren.username,
    deleteContentDays: 0,
  })
  await expect.poll(isShown).toBe(false)
  await signIn(site.keeper)
  await open(page, `/admin/users?q=${wren.username}`)
  const actions = page.getByRole('button', { name: `Actions for @${wren.username}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Restore removed content' }).click()
  await expect(page.getByText('Restoring removed content.')).toBeVisible()
  await expect.poll(isShown).toBe(true)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await expect(page.getByRole('heading', { name: 'A nest in the moss' })).toBeVisible()

  await open(page, `/admin/users?q=${wren.username}`)
  await expect(page.getByRole('table', { name: 'Users' })).toContainText('Suspended')
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'Unban' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Restore removed content' })).toHaveCount(0)
})

test('[ACC-7-078] admins see how the server is', async ({ page, site, signIn }) => {
  await signIn(site.keeper)
  await open(page, '/admin/system')
  await expect(page.getByRole('region', { name: 'Server' })).toContainText('free')
  await expect(page.getByRole('region', { name: 'Email' })).toContainText('Needed for password resets.')
  await expect(page.getByRole('table', { name: 'Largest tables' }).getByRole('row')).toHaveCount(11)
})

test('admins erase a member for good, and read the report', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const wren = await site.signUp('wren')
  await signIn(site.keeper)
  await open(page, '/admin/users')
  await page.getByRole('button', { name: `Actions for @${wren.username}` }).click()
  await page.getByRole('menuitem', { name: 'Erase member' }).click()
  const dialog = page.getByRole('dialog', { name: `Permanently erase @${wren.username}?` })
  await dialog.getByRole('radio', { name: 'Erase everything and hide the posts' }).check()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('a wrong one')
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(dialog).toContainText('Invalid password')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(site.keeper.password)
  await dialog.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Erasures' }).click()
  const report = page.getByRole('region', { name: /^Erasure of @erased_/ }).first()
  await expect(report).toContainText('Done')
  await expect(report).toContainText('Text erased, posts hidden')
  await expect(report).toContainText('What remains, and why')
  await expect(report).not.toContainText(wren.username)
  await expectAccessible(page)
})

test('filters that are refused are corrected in their form, and accounts that have changed meanwhile are chosen again', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/40[09]/)
  const { db } = site
  const addWave = (from: number, to: number) =>
    sql`insert into users (username, created_ip, last_seen_ip)
      select 'wave_' || n, '203.0.113.77', '203.0.113.77' from generate_series(${sql.lit(from)}, ${sql.lit(to)}) n`.execute(
      db,
    )
  await addWave(1, 3)
  await db.updateTable('users').set({ deleted_at: new Date() }).where('username', '=', 'wave_3').execute()
  await signIn(site.keeper)
  await open(page, '/admin/users')
  await page.getByText('More filters').click()
  const range = page.getByLabel('IP address or range')
  await range.fill('203.0.113.77/99')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Try different filters')
  await expect(range).toHaveValue('203.0.113.77/99')
  await range.fill('203.0.113.77')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('alert')).toBeHidden()

  const count = page.getByRole('status').filter({ hasText: 'found' })
  await expect(count).toContainText('2 accounts found')
  await count.getByRole('button', { name: 'Select all 2 accounts' }).click()
  const box = (name: string) => page.getByRole('checkbox', { name: `Select @${name}` })
  await expect(box('wave_1')).toBeChecked()
  await expect(box('wave_3')).not.toBeChecked()
  await addWave(4, 4)
  // Accounts newer than the choice do not count; one that was banned does.
  await db.updateTable('users').set({ deleted_at: new Date() }).where('username', '=', 'wave_2').execute()
  await page.getByRole('region', { name: 'Selected users' }).getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Log out 2 accounts' }).click()
  await expect(page.getByText('The accounts have changed.')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(page.getByRole('region', { name: 'Selected users' })).toBeHidden()
  await expect(count).toContainText('2 accounts found')
  await expect(box('wave_2')).toBeDisabled()
  await expect(box('wave_4')).toBeVisible()
})
