import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('a login form that another tab has overtaken says who is logged in, and switches', async ({
  page,
  site,
}) => {
  const [anna, bert] = [await site.signUp('anna'), await site.signUp('bert')]
  await open(page, '/login')
  // The other tab.
  const tab = await page.context().newPage()
  await open(tab, '/login')
  for (const [where, member] of [
    [tab, anna],
    [page, bert],
  ] as const) {
    await where.locator('input[name=username]').fill(`@${member.username}`)
    await where.locator('input[name=password]').fill(member.password)
    await where.getByRole('main').getByRole('button', { name: 'Login' }).click()
    if (where === tab) await expect(tab.getByRole('banner')).toContainText(anna.username)
  }
  await expect(page.getByRole('alert')).toHaveText(
    `This browser is already logged in as @${anna.username}, in another tab.`,
  )
  await page.getByRole('button', { name: `log in as @${bert.username}` }).click()
  await expect(page.getByRole('banner')).toContainText(bert.username)
})
