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
  await expect(page.getByText('No one is banned')).toBeVisible()
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
  await ban.getByRole('combobox', { name: 'Duration' }).selectOption('Until a date…')
  await expect(submit).toBeDisabled()
  const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await ban.getByLabel('Last day').fill(lastDay)
  await ban.getByRole('textbox', { name: 'Note' }).fill('Insults others.')
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText(`@${rude.username} is banned from ${moss.name}.`)).toBeVisible()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: rude.username })
  await expect(row).toContainText(`by @${moderator.username}`)
  await expect(row).toContainText('Until')
  await expect(row).toContainText('Insults others.')

  await page.getByRole('main').getByRole('button', { name: 'Ban user' }).click()
  await name.fill(rude.username)
  await submit.click()
  await expect(ban.getByRole('alert')).toHaveText(`${rude.username} is already banned.`)
  await page.keyboard.press('Escape')

  await test.step('[ACC-2-065] and take bans back', async () => {
    await row.getByRole('button', { name: `Unban @${rude.username}` }).click()
    await dialog(page, `Unban @${rude.username}?`).getByRole('button', { name: 'Unban' }).click()
    await expect(page.getByText('No one is banned')).toBeVisible()
    expect(await rude.get('/api/_initial')).toMatchObject({ bannedFrom: [] })
  })
})

test('moderators ban a member from commenting only, who sees why and until when, and change the ban', async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const moss = await site.createCommunity('moss')
  const moderator = await newModerator(site, moss)
  const rude = await site.signUp('rude')
  const post = await site.createPost(moderator, moss.name, { title: 'Moss on stones' })
  await site.keeper.post(`/api/communities/${moss.id}/rules`, { rule: 'Be kind', description: '' })
  await moderator.put(`/api/communities/${moss.id}/removal_reasons`, {
    version: 0,
    templates: [{ for: 'ban', name: 'Insults', text: '{{author}} insults others in {{community}}.' }],
  })
  await signIn(moderator)
  await open(page, `/${moss.name}/modtools/banned`)
  await page.getByRole('main').getByRole('button', { name: 'Ban user' }).click()
  const ban = dialog(page, 'Ban user')
  await ban.getByRole('textbox', { name: 'Username' }).fill(rude.username)
  await ban.getByRole('combobox', { name: 'Restriction' }).selectOption('Commenting only')
  await ban.getByRole('combobox', { name: 'Duration' }).selectOption('7 days')
  await ban.getByRole('combobox', { name: 'Rule' }).selectOption('1. Be kind')
  await ban.getByRole('combobox', { name: 'Template' }).selectOption('Insults')
  await expect(ban.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    '{{author}} insults others in {{community}}.',
  )
  await expectAccessible(page)
  await ban.getByRole('button', { name: 'Ban', exact: true }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: rude.username })
  const reason = `@${rude.username} insults others in ${moss.name}.`
  await expect(row).toContainText('Banned from commenting')
  await expect(row).toContainText(`by @${moderator.username} · Until`)
  await expect(row).toContainText(`Reason: ${reason}`)

  await test.step('[CORE-6-030] the editor says so to the member, who may still post and vote', async () => {
    const theirs = await openWindow(rude)
    await open(theirs, `/${moss.name}/post/${post.publicId}`)
    const told = new RegExp(
      `You've been banned from commenting in ${moss.name}\\. The ban ends on .+ Rule: Be kind Reason: ${reason}`,
    )
    await expect(theirs.getByText(told)).toBeVisible()
    await theirs.getByRole('button', { name: 'Upvote' }).first().click()
    await expect(theirs.getByRole('button', { name: 'Upvote' }).first()).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await open(theirs, `/${moss.name}`)
    await expect(theirs.getByText(told)).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Create post' }).first()).toBeVisible()
    await open(theirs, '/notifications')
    await expect(theirs.getByText(`banned you from ${moss.name}`)).toBeVisible()
  })

  await test.step('by key: the ban is changed', async () => {
    await row.getByRole('button', { name: `Change @${rude.username}'s ban` }).focus()
    await page.keyboard.press('Enter')
    const change = dialog(page, `Change @${rude.username}'s ban`)
    await change.getByRole('combobox', { name: 'Restriction' }).selectOption('Posting only')
    await change.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(row).toContainText('Banned from posting')
    await expect(row).toContainText('Rule: Be kind')
    await expect(row).toContainText(`Reason: ${reason}`)
  })

  await test.step('and loses its rule', async () => {
    await page.reload()
    await row.getByRole('button', { name: `Change @${rude.username}'s ban` }).click()
    const change = dialog(page, `Change @${rude.username}'s ban`)
    const rule = change.getByRole('combobox', { name: 'Rule' })
    await expect(rule.locator('option:checked')).toHaveText('1. Be kind')
    await rule.selectOption('No rule')
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(row).not.toContainText('Rule:')
    await expect(row).toContainText(`Reason: ${reason}`)
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
  await expect(page.getByText('No banned user with that name')).toBeVisible()
})
