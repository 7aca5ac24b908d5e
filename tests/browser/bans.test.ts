import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { dialog, newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('[ACC-2-063] [ACC-2-064] [ACC-5-044] [ACC-8-014] [ACC-8-015] [ACC-8-016] moderators ban users from a community', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403|404|409/)
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const rude = await site.signUp('rude')
  await signIn(moderator)
  await open(page, `/${moss.name}/modtools/banned`)
  await expect(page.getByText('Nobody is banned')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Ban user' }).click()
  const ban = dialog(page, 'Ban user')
  const name = ban.getByRole('textbox', { name: 'Username' })
  const submit = ban.getByRole('button', { name: 'Ban', exact: true })
  await expect(name).toBeFocused()
  await expect(submit).toBeDisabled()
  await name.fill('  ')
  await expect(submit).toBeDisabled()

  await name.fill('nobody_of_this_name')
  await submit.click()
  await expect(ban.getByRole('alert')).toHaveText('No user with username exists.')
  await name.fill(site.keeper.username)
  await expect(ban.getByRole('alert')).toHaveCount(0)
  await submit.click()
  await expect(ban.getByRole('alert')).toHaveText('Forbidden.')

  await name.fill(`@${rude.username}`)
  await ban.getByRole('combobox', { name: 'For how long' }).selectOption('Until a date …')
  await expect(submit).toBeDisabled()
  const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await ban.getByLabel('The last day of the ban').fill(lastDay)
  await ban.getByRole('textbox', { name: 'Note' }).fill('Insults others.')
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText(`@${rude.username} is banned from ${moss.name}.`)).toBeVisible()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: rude.username })
  await expect(row).toContainText(`by @${moderator.username}`)
  await expect(row).toContainText('until')
  await expect(row).toContainText('Insults others.')
  await expectAccessible(page)

  await page.getByRole('main').getByRole('button', { name: 'Ban user' }).click()
  await name.fill(rude.username)
  await submit.click()
  await expect(ban.getByRole('alert')).toHaveText(`${rude.username} is already banned.`)
  await page.keyboard.press('Escape')

  await test.step('[ACC-2-065] and take bans back', async () => {
    await row.getByRole('button', { name: `Unban @${rude.username}` }).click()
    await dialog(page, `Unban @${rude.username}?`).getByRole('button', { name: 'Unban' }).click()
    await expect(page.getByText('Nobody is banned')).toBeVisible()
    expect(await rude.get('/api/_initial')).toMatchObject({ bannedFrom: [] })
  })
})

test('a long list of banned users can be searched by the start of the name', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const names = []
  for (let n = 0; n < 10; n++) names.push((await site.signUp(n === 4 ? 'wanted' : 'crowd')).username)
  for (const username of names) await site.keeper.post(`/api/communities/${moss.id}/banned`, { username })
  await signIn(site.keeper)
  await open(page, `/${moss.name}/modtools/banned`)
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Unban' })
  await expect(rows).toHaveCount(10)
  await page.getByRole('searchbox', { name: 'Find a banned user' }).fill('WANT')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Find a banned user' }).fill('nobody')
  await expect(page.getByText('Nobody banned of that name')).toBeVisible()
})
