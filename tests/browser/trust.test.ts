import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { dialog } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('a member sees their level, and an admin sets it and raises what is needed for links', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const moss = await site.createCommunity('moss')
  const wren = await site.signUp('wren')
  const heron = await site.signUp('heron')

  await test.step('the member sees the level and what comes next', async () => {
    await signIn(wren)
    await open(page, '/settings')
    const trust = page.getByRole('region', { name: 'Trust' })
    await expect(trust.getByText('Level 0 of 4')).toBeVisible()
    await expect(trust.getByText(/^Visit on \d more days?\.$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('nobody else is offered to vouch or sees a level', async () => {
    await open(page, `/@${heron.username}`)
    await expect(page.getByRole('button', { name: 'Mute user' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Vouch' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Trust' })).toHaveCount(0)
  })

  await test.step('an admin raises what links need', async () => {
    await signIn(site.keeper)
    await open(page, '/admin/trust')
    await page.getByRole('combobox', { name: 'Post links' }).selectOption('Level 2 and up')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('combobox', { name: 'Post links' })).toHaveValue('2')
  })

  const link = {
    type: 'link',
    url: 'https://elsewhere.example',
    title: 'A new link',
    community: moss.name,
    userGroup: 'normal',
  }
  await test.step('vouches for someone, and sets a level', async () => {
    await open(page, `/@${heron.username}`)
    const trust = page.getByRole('region', { name: 'Trust' })
    await expect(trust.getByText('Level 0 of 4')).toBeVisible()
    await page.getByRole('button', { name: 'Vouch' }).click()
    await dialog(page, `Vouch for @${heron.username}?`).getByRole('button', { name: 'Vouch' }).click()
    await expect(page.getByText(`You vouched for @${heron.username}.`)).toBeVisible()
    await page.reload()
    await expect(trust.getByText('Level 1 of 4')).toBeVisible()
    await expect(trust.getByRole('link', { name: `@${site.keeper.username}` })).toBeVisible()

    await trust.getByRole('button', { name: 'Set level' }).click()
    const set = dialog(page, `Set @${heron.username}'s level`)
    await set.getByRole('combobox', { name: 'Level' }).selectOption('Level 2')
    await expectAccessible(page)
    await set.getByRole('button', { name: 'Save' }).click()
    await expect(trust.getByText('Level 2 of 4')).toBeVisible()
    await expect(trust.getByText(/^Set by/)).toBeVisible()
    expect(await heron.post('/api/posts', link)).toMatchObject({ type: 'link' })
  })

  await test.step('says beforehand how many vouched for a bot', async () => {
    await page.getByRole('button', { name: 'Ban user' }).click()
    const ban = dialog(page, `Ban @${heron.username}`)
    await ban.getByRole('checkbox', { name: 'Bot or spam account' }).check()
    await expect(ban.getByText(/^1 member vouched for this account/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the member sees what links need', async () => {
    await signIn(wren)
    await open(page, '/settings')
    await expect(page.getByRole('region', { name: 'Trust' }).getByText('Post links at level 2')).toBeVisible()
  })
  await site.keeper.put('/api/_admin/settings', { changes: [{ name: 'trustForLinks', value: null }] })
})
